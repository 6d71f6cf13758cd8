import assert from 'node:assert/strict';

import type { Scenario } from '../../editor/scenario.mts';
import { faultyHttp } from '../../engine/faultyService.mts';
import { fieldsOf, type TestBed } from '../testBed.mts';
import { importLive } from './importExample.mts';

/** What the service says to each request of an order, the last one to all that follow. */
const ANSWERS: Record<number, number[]> = {
	1: [200],
	2: [429, 429, 200],
	3: [429],
	4: [500],
	5: [429, 500],
};

/** The rounds of the example, and the first time. */
const TIMES = 4;

export async function retryWhatDidNotStart(bed: TestBed, scenario: Scenario): Promise<void> {
	await scenario.step(
		'retry-what-did-not-start: starts that later, and nothing else again',
		async () => {
			const seen: number[] = [];
			const service = await faultyHttp((response, body) => {
				const { order } = (JSON.parse(body) as { context: { order: number } }).context;
				const answers = ANSWERS[order] ?? [];
				const status = answers[seen.filter((one) => one === order).length] ?? answers.at(-1);
				seen.push(order);
				response.writeHead(status ?? 500, { 'content-type': 'application/json' }).end('{}');
			});
			try {
				const triggerFlowApi = await bed.createCredential('Busy service', {
					...bed.lab.credentialFor('qa'),
					baseUrl: service.url,
				});
				const { id } = await importLive(bed, 'retry-what-did-not-start', {
					Wait: () => ({ parameters: { amount: 0, unit: 'seconds' } }),
					'Trigger Flow': ({ parameters }) => ({
						parameters: { ...parameters, options: { maxRetries: 0 } },
						credentials: { triggerFlowApi },
					}),
				});
				const orders = Object.keys(ANSWERS).map((order) => ({
					order: Number(order),
					email: `${order}@example.com`,
				}));
				await bed.post('orders', { orders });
				const execution = await bed.api.finished(id, 1);
				assert.equal(execution.status, 'success');

				const sent = orders.map(({ order }) => seen.filter((one) => one === order).length);
				assert.deepEqual(sent, [1, 3, TIMES, 1, 2]);
				const left = (await bed.saved(execution.id, 'Not Started')).flatMap((run) => fieldsOf(run));
				assert.deepEqual(
					left
						.map(({ order, email, mayHaveStarted }) => ({ order, email, mayHaveStarted }))
						.sort((a, b) => Number(a.order) - Number(b.order)),
					[
						{ order: 3, email: '3@example.com', mayHaveStarted: false },
						{ order: 4, email: '4@example.com', mayHaveStarted: true },
						{ order: 5, email: '5@example.com', mayHaveStarted: true },
					],
				);
			} finally {
				await service.close();
			}
		},
	);
}

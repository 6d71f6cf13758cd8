import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

import { hostileService, type HostileService } from '../engine/hostileService.mts';
import { ENDLESS_BODY, WAYS } from '../engine/hostileWays.mts';
import type { Feature } from './feature.mts';
import { fieldsOf, items, type TestBed } from './testBed.mts';
import { testWorkflow } from './workflow.mts';

export const endlessAnswers: Feature = {
	name: 'An answer without end is cut off, and its connection ended',
	async test(bed, scenario) {
		// Takes 30 s: the other steps go on in the meantime.
		const connectionTests = (await bed.isEarly()) ? undefined : testConnections(bed);
		connectionTests?.catch(() => {});

		await scenario.step('After the time-out, every connection is ended', async () => {
			const answer: Answer = (socket, body) => {
				const { context } = JSON.parse(body) as { context: { n: number } };
				WAYS[context.n]?.answer(socket);
			};
			await letGoOf(answer, async (service) => {
				const saved = await start(bed, service, 'endless', WAYS.length, 1000);
				for (const [index, { details, warning }] of saved.entries()) {
					const { outcome } = (details ?? {}) as { outcome?: string };
					if (WAYS[index]?.isStarted) assert.match(String(warning), /^The flow was started/);
					else assert.equal(outcome, WAYS[index]?.failure?.outcome ?? 'unknown');
				}
			});
		});

		await scenario.step('An answer is cut off as soon as it is too large', async () => {
			await letGoOf(ENDLESS_BODY.answer, async (service) => {
				const [saved] = await start(bed, service, 'too-large', 1, 100_000);
				assert.match(String(saved?.warning), /was started, but its answer is too large/);
				// 400 MB, and what was on its way.
				assert.ok(service.written() < 450_000_000, `${service.written()} bytes`);
			});
		});

		if (connectionTests === undefined) return;
		await scenario.step('The connection test ends, and its connections with it', async () => {
			await connectionTests;
		});
	},
};

type Answer = Parameters<typeof hostileService>[0];

/** Fails unless n8n has ended every connection to such a service when the test is done. */
async function letGoOf(
	answer: Answer,
	test: (service: HostileService) => Promise<void>,
): Promise<void> {
	const service = await hostileService(answer);
	try {
		await test(service);
		const hasLetGo = service.letGo().then(() => true);
		const isLetGo = await Promise.race([hasLetGo, sleep(10_000, false, { ref: false })]);
		assert.ok(isLetGo, 'n8n keeps a connection open');
	} finally {
		await service.close();
	}
}

/**
 * Starts items that go on after a failure, one after another: else an endless one holds up the head of the next.
 * Resolves to what n8n has saved of each.
 */
async function start(
	bed: TestBed,
	service: HostileService,
	path: string,
	count: number,
	timeout: number,
) {
	const qa = bed.lab.credentialFor('qa');
	const data = { ...qa, baseUrl: service.url };
	const credential = await bed.api.createCredential(path, 'triggerFlowApi', data);
	const live = await bed.createLive(
		testWorkflow({
			path,
			credential,
			parameters: { options: { timeout, concurrency: 1, maxRetries: 0 } },
			settings: { onError: 'continueRegularOutput' },
		}),
	);
	await bed.post(path, { items: items(count) });
	const { id } = await bed.api.finished(live.id, 1);
	const saved = fieldsOf((await bed.saved(id))[0]);
	assert.equal(saved.length, count);
	return saved;
}

/** Tests the credential against each way that gives not even a head, all at once. */
async function testConnections(bed: TestBed): Promise<void> {
	const ways = WAYS.filter(({ isHeadless }) => isHeadless);
	const left = [...ways];
	await letGoOf(
		(socket) => left.pop()?.answer(socket),
		async ({ url }) => {
			const data = { ...bed.lab.credentialFor('qa'), baseUrl: url };
			const test = async () => await bed.api.testCredential(bed.credential, 'triggerFlowApi', data);
			for (const { status, message } of await Promise.all(ways.map(test))) {
				assert.equal(status, 'Error', message);
				assert.match(message, /did not answer in time\. Check the endpoint URL/);
			}
		},
	);
}

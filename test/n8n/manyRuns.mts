import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

import { table } from '../../tools/docs/table.mts';
import { chain, webhook } from '../../tools/n8n/workflow.mts';
import { postJson } from '../../tools/request.mts';
import { computeOwnTime, createAdmission, rate, type Limits } from '../limits.mts';
import { bySlug } from '../../tools/n8n/parameters.mts';
import { answer, CONTINUE, OwnService, type Behaviour } from './ownService.mts';
import type { Journey, TestBed } from './testBed.mts';
import { startFlow } from './workflow.mts';

const perTime = (starts: number, perMs: number) => ({ ...rate(starts, perMs), flowMs: 1 });

/** Rows in one run. */
const RUNS: Array<[string, number, Limits]> = [
	['10 a second', 200, perTime(10, 1_000)],
	['60 in each 20 s', 180, perTime(60, 20_000)],
	['20 at once, 200 ms each', 600, { atOnce: 20, flowMs: 200 }],
	['5 at once, 200 ms each', 600, { atOnce: 5, flowMs: 200 }],
	['1 at once, 200 ms each', 600, { atOnce: 1, flowMs: 200 }],
	['50 a second, Retry-After', 600, { ...perTime(50, 1_000), retryAfter: 'seconds' }],
];

/** Calls of a webhook, all at once. */
const STORMS: Array<[string, Limits]> = [
	['3 at once, 1 s each', { atOnce: 3, flowMs: 1_000 }],
	['3 a second', perTime(3, 1_000)],
	['3 at once, 1 s each, Retry-After: 1', { atOnce: 3, flowMs: 1_000, retryAfter: 'seconds' }],
];

const CALLS = 150;

/** n8n on two cores begins so many executions of a webhook a second at most. */
const MAX_EXECUTIONS_PER_SECOND = 10;

/** The behaviour of a service with limits. It counts what it takes. */
function limit(limits: Limits) {
	const admit = createAdmission(limits);
	const count = { taken: 0, requests: 0 };
	const behave: Behaviour = async (response, context) => {
		count.requests++;
		const waitMs = admit(Date.now());
		if (waitMs > 0) {
			const seconds = String(Math.ceil(waitMs / 1_000));
			const headers = limits.retryAfter ? { 'retry-after': seconds } : {};
			return await answer(429, {}, headers)(response, context);
		}
		count.taken++;
		await sleep(limits.flowMs);
		await answer(200, { ok: true })(response, context);
	};
	return { count, behave };
}

/** Many rows and many runs at services that limit how much they take. Prints a table. It takes three minutes. */
export const manyRuns: Journey = async (bed, scenario) => {
	const seen: string[][] = [];
	/** @param start Makes so many starts. It resolves to its time, in multiples of the limit's own. */
	const step = async (
		title: string,
		limits: Limits,
		startCount: number,
		start: (service: OwnService) => Promise<number>,
	) =>
		await scenario.step(title, async () => {
			const { count, behave } = limit(limits);
			const times = await OwnService.with(bed, behave, start);
			const perStart = count.requests / startCount;
			const text = `${times.toFixed(2)} × the limit's own time, ${perStart.toFixed(2)} requests a start`;
			seen.push([title, times.toFixed(2), perStart.toFixed(2)]);
			assert.equal(count.taken, startCount, text);
			assert.ok(times <= 1.6 && perStart <= 2.5, text);
			return text;
		});

	for (const [name, rows, limits] of RUNS) {
		await step(`${rows} rows; ${name}`, limits, rows, async (service) => {
			const { ms, outputs } = await service.run(rows, { settings: CONTINUE });
			assert.equal(outputs[0].length, rows);
			return ms / computeOwnTime(limits, rows);
		});
	}

	for (const [name, limits] of STORMS) {
		await step(`${CALLS} webhook calls; ${name}`, limits, CALLS, async (service) => {
			const begunAt = Date.now();
			const statuses = await callAtOnce(bed, service);
			const fastestMs = (CALLS / MAX_EXECUTIONS_PER_SECOND) * 1_000;
			const ownMs = Math.max(computeOwnTime(limits, CALLS), fastestMs);
			assert.deepEqual(new Set(statuses), new Set([200]));
			return (Date.now() - begunAt) / ownMs;
		});
	}
	console.log(table(['Run', 'Time', 'Requests a start'], seen));
};

async function callAtOnce(bed: TestBed, service: OwnService): Promise<number[]> {
	const path = service.name;
	const flow = startFlow(await service.credential(), { flow: bySlug('order-1') });
	await bed.api.publish(chain(path, [webhook(path, { responseMode: 'lastNode' }), flow]));
	const call = async (n: number) => {
		const response = await postJson(`${bed.lab.n8n.url}/webhook/${path}`, { n });
		await response.text();
		return response.status;
	};
	return await Promise.all(Array.from({ length: CALLS }, (_, n) => call(n)));
}

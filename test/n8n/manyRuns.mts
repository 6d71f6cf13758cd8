import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

import { table } from '../../tools/docs/table.mts';
import { chain, webhook } from '../../tools/n8n/workflow.mts';
import { postJson } from '../../tools/request.mts';
import { computeOwnTime, createAdmission, type Limits } from '../limits.mts';
import { bySlug } from '../parameters.mts';
import { answer, OrdinaryRuns, type Behaviour } from './ordinaryRuns.mts';
import type { Journey, TestBed } from './testBed.mts';
import { startFlow } from './workflow.mts';

const CONTINUE = { onError: 'continueErrorOutput' };

const rate = (starts: number, perMs: number) => ({
	rate: { starts, perMs, window: 'fixed' as const },
	flowMs: 1,
});

/** Rows in one run. */
const RUNS: Array<[string, number, Limits]> = [
	['10 a second', 200, rate(10, 1_000)],
	['60 in each 20 s', 180, rate(60, 20_000)],
	['20 at once, 200 ms each', 600, { atOnce: 20, flowMs: 200 }],
	['5 at once, 200 ms each', 600, { atOnce: 5, flowMs: 200 }],
	['1 at once, 200 ms each', 600, { atOnce: 1, flowMs: 200 }],
	['50 a second, Retry-After', 600, { ...rate(50, 1_000), retryAfter: 'seconds' }],
];

/** Calls of a webhook, all at once. */
const STORMS: Array<[string, Limits]> = [
	['3 at once, 1 s each', { atOnce: 3, flowMs: 1_000 }],
	['3 a second', rate(3, 1_000)],
	['3 at once, 1 s each, Retry-After: 1', { atOnce: 3, flowMs: 1_000, retryAfter: 'seconds' }],
];

const CALLS = 150;

/** n8n on two cores begins so many executions of a webhook a second at most. */
const MAX_EXECUTIONS_PER_SECOND = 10;

/** A service with limits. It counts what it takes. */
class LimitedService {
	taken = 0;
	requests = 0;

	constructor(private readonly limits: Limits) {}

	private readonly admit = (() => {
		let admit: ReturnType<typeof createAdmission> | undefined;
		return () => (admit ??= createAdmission(this.limits))(Date.now());
	})();

	readonly behave: Behaviour = async (response, context) => {
		this.requests++;
		const waitMs = this.admit();
		if (waitMs > 0) {
			const seconds = String(Math.ceil(waitMs / 1_000));
			const headers = this.limits.retryAfter ? { 'retry-after': seconds } : {};
			await answer(429, {}, headers)(response, context);
			return;
		}
		this.taken++;
		await sleep(this.limits.flowMs);
		await answer(200, { ok: true })(response, context);
	};
}

/** Many rows and many runs at services that limit how much they take. Prints a table. It takes eight minutes. */
export const manyRuns: Journey = async (bed, scenario) => {
	const seen: string[][] = [];
	const step = async (title: string, work: () => Promise<string>) =>
		await scenario.step(title, async () => {
			const text = await work();
			seen.push([title, text]);
			return text;
		});

	for (const [name, rows, limits] of RUNS) {
		await step(`${rows} rows; ${name}`, async () => {
			const service = new LimitedService(limits);
			return await OrdinaryRuns.with(bed, `rows-${seen.length}`, service.behave, async (runs) => {
				const { ms, outputs } = await runs.run(rows, { settings: CONTINUE });
				const times = ms / computeOwnTime(limits, rows);
				const text = describe(times, service, rows);
				assert.equal(outputs[0]?.length, rows, text);
				assert.equal(service.taken, rows, text);
				assert.ok(times <= 1.6, text);
				return text;
			});
		});
	}

	for (const [name, limits] of STORMS) {
		await step(`${CALLS} webhook calls at once; ${name}`, async () => {
			const service = new LimitedService(limits);
			return await OrdinaryRuns.with(bed, `storm-${seen.length}`, service.behave, async (runs) => {
				const begunAt = Date.now();
				const statuses = await callAtOnce(bed, `storm-${seen.length}`, runs);
				const ownMs = Math.max(
					computeOwnTime(limits, CALLS),
					(CALLS / MAX_EXECUTIONS_PER_SECOND) * 1_000,
				);
				const errorCount = statuses.filter((status) => status !== 200).length;
				const text = `${describe((Date.now() - begunAt) / ownMs, service, CALLS)}, ${errorCount} errors`;
				assert.equal(errorCount, 0, text);
				assert.equal(service.taken, CALLS, text);
				assert.ok(service.requests <= 2.5 * CALLS, text);
				return text;
			});
		});
	}

	await step('2,000 rows; everything turned away', async () => {
		const service = new LimitedService({ atOnce: 0, flowMs: 1 });
		return await OrdinaryRuns.with(bed, 'nothing', service.behave, async (runs) => {
			const { ms, outputs } = await runs.run(2_000, { settings: CONTINUE });
			assert.equal(outputs[1]?.length, 2_000);
			const text = `${(ms / 1_000).toFixed(1)} s, ${service.requests} requests`;
			assert.ok(ms <= 30_000 && service.requests <= 2_020, text);
			return text;
		});
	});
	console.log(table(['Many', 'Seen'], seen));
};

function describe(times: number, { taken, requests }: LimitedService, count: number): string {
	const perStart = (requests / count).toFixed(2);
	return `${times.toFixed(2)} × the limit's own time, ${count - taken} lost, ${perStart} requests a start`;
}

async function callAtOnce(bed: TestBed, path: string, runs: OrdinaryRuns): Promise<number[]> {
	const credential = await runs.credential();
	const flow = startFlow(credential, { flow: bySlug('order-1') });
	await bed.api.publish(chain(path, [webhook(path, { responseMode: 'lastNode' }), flow]));
	const call = async (n: number) => {
		const response = await postJson(`${bed.lab.n8n.url}/webhook/${path}`, { n });
		await response.text();
		return response.status;
	};
	return await Promise.all(Array.from({ length: CALLS }, (_, n) => call(n)));
}

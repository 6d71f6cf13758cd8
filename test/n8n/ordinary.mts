import assert from 'node:assert/strict';

import { table } from '../../tools/docs/table.mts';
import { after, answer, CONTINUE, OwnService, type Behaviour } from './ownService.mts';
import { eachOnce, type Journey } from './testBed.mts';

const LATENCY_MS = 100;
const fine = after(LATENCY_MS, answer(200, { ok: true }));

const reset: Behaviour = (response) => void response.socket?.resetAndDestroy();

/** What happens to one row in so many, and the time that this alone takes. */
const FAILURES: Array<[title: string, every: number, fail: Behaviour, extraMs: number]> = [
	['1 row in 100 answers 500', 100, after(LATENCY_MS, answer(500)), 0],
	['1 row in 20 answers 500', 20, after(LATENCY_MS, answer(500)), 0],
	['1 row in 100 loses its connection', 100, reset, 0],
	['1 row in 100 never answers, Timeout 2 s', 100, () => {}, 2_000],
];

const OUTAGES: Array<[status: number, headers: object]> = [
	[503, { 'retry-after': '0' }],
	[502, {}],
];

/** Answers of so many bytes, each different: n8n saves equal text once. */
const large =
	(bytes: number): Behaviour =>
	(response, context) => {
		const line = `${context.n}:`.padEnd(97, 'x');
		const lines = Array.from({ length: Math.ceil(bytes / 100) }, (_, at) => `${line}${at % 1000}`);
		return answer(200, { text: lines.join('').slice(0, bytes) })(response, context);
	};

/** Runs that everybody has, with all starts counted. Prints a table of what was seen. It takes five minutes. */
export const ordinary: Journey = async (bed, scenario) => {
	const rows: string[][] = [];
	const step = async (
		title: string,
		behave: Behaviour,
		work: (service: OwnService) => Promise<string>,
	) =>
		await scenario.step(title, async () => {
			const seen = await OwnService.with(bed, behave, work);
			rows.push([title, seen]);
			return seen;
		});
	/** Fails unless a run took at most so many times as long as another one. */
	const compare = (ms: number, otherMs: number, atMost: number) => {
		assert.ok(ms <= atMost * otherMs, `${ms} ms, the other run ${otherMs} ms`);
		return (ms / otherMs).toFixed(2);
	};

	const run = async (service: OwnService) => (await service.run(2_000)).ms;
	const cleanMs = await OwnService.with(bed, fine, run);
	for (const [title, every, fail, extraMs] of FAILURES) {
		const behave: Behaviour = (response, context) =>
			(context.n % every === every - 1 ? fail : fine)(response, context);
		await step(`2,000 rows, ${title}`, behave, async (service) => {
			const options = extraMs ? { timeout: extraMs } : {};
			const { ms, outputs } = await service.run(2_000, { settings: CONTINUE, options });
			eachOnce(service.received, 2_000);
			const failedCount = 2_000 / every;
			assert.deepEqual(
				outputs.map(({ length }) => length),
				[2_000 - failedCount, failedCount],
			);
			return `${compare(ms - extraMs, cleanMs, 1.5)} × a clean run`;
		});
	}

	for (const [status, headers] of OUTAGES) {
		let downFrom = Infinity;
		let downAfter = Infinity;
		const behave: Behaviour = async (response, context) => {
			if (--downAfter === 0) downFrom = Date.now();
			const isDown = Date.now() >= downFrom && Date.now() < downFrom + 2_000;
			await (isDown ? answer(status, {}, headers) : fine)(response, context);
		};
		await step(`6,000 rows, ${status} to all for 2 s; the next run`, behave, async (service) => {
			const clean = await service.run(6_000, { settings: CONTINUE });
			downAfter = 1_000;
			const { ms } = await service.run(6_000, { settings: CONTINUE });
			const next = await service.run(6_000, { settings: CONTINUE });
			assert.ok(downFrom < Infinity, 'the service was never down');
			const times = [compare(ms, clean.ms, 2.5), compare(next.ms, clean.ms, 1.2)];
			return `${times.join(' × and ')} × a clean run`;
		});
	}

	for (const [count, megabytes] of [
		[10, 45],
		[59, 1],
	] as const) {
		const behave: Behaviour = (response, context) =>
			(context.n === count ? answer(422) : large(megabytes * 1_000_000))(response, context);
		const title = `${count} answers of ${megabytes} MB, then a refused row`;
		await step(title, behave, async (service) => {
			const { id, status, workflow } = await service.run(count + 1);
			assert.equal(status, 'error');
			const savedMb = (await bed.api.savedData(id)).length / 1_000_000;
			assert.ok(savedMb <= 40, `${savedMb} MB`);
			eachOnce(service.received, count + 1);
			service.behave = answer(200, { last: true });
			assert.equal((await bed.api.retry(id, workflow.id)).status, 'success');
			const retried = service.received.slice(count + 1).map(({ context }) => context.n);
			assert.deepEqual(retried, [count]);
			return `${savedMb.toFixed(0)} MB saved, 1 started`;
		});
	}

	console.log(table(['Run', 'Seen'], rows));
};

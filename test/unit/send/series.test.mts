/** How long ordinary runs take: with some starts that fail, one after another, and around an outage. */
import { KnownServices } from '../../../nodes/StartFlow/send/knownServices';
import type { SendAllOptions } from '../../../nodes/StartFlow/send/sendAll';
import {
	manyReady,
	ModelService,
	reactions,
	runAll,
	type Arrival,
	type Reaction,
} from './modelService.mts';
import { VirtualClock } from './virtualClock.mts';

// Only the virtual clock decides, and a busy machine takes long to drive it.
jest.setTimeout(300_000);

/** A service, and runs to it one after another. */
function serviceThat(react: (arrival: Arrival) => Reaction) {
	const clock = new VirtualClock();
	const service = new ModelService(clock, react);
	const services = new KnownServices(clock);
	/** Resolves to how long the run took, in ms. */
	const run = async (count: number, changes: Partial<SendAllOptions> = {}) => {
		const startedAt = clock.elapsed;
		await runAll(clock, service, manyReady(count), { services, ...changes });
		return clock.elapsed - startedAt;
	};
	return { clock, service, run };
}

const LATENCY_MS = 300;

const starts = ({ slug }: Arrival) => reactions.starts(slug, LATENCY_MS);

describe('starts that fail for themselves hardly slow the others down', () => {
	test.each([
		['HTTP 500', 0, () => reactions.fails(500, LATENCY_MS)],
		['a lost connection', 0, () => reactions.resets(LATENCY_MS)],
		['no answer within 2 s', 2_000, () => reactions.timesOut(2_000)],
	])('%s', async (_what, extraMs, fails) => {
		const cleanMs = await serviceThat(starts).run(2_000);
		const { run } = serviceThat((arrival) =>
			Number(arrival.slug) % 7 === 6 ? fails() : starts(arrival),
		);
		expect(await run(2_000)).toBeLessThanOrEqual(1.5 * cleanMs + extraMs);
		expect(await run(2_000)).toBeLessThanOrEqual(1.5 * cleanMs + extraMs);
	});

	test('also in clusters: rows of one customer', async () => {
		const cleanMs = await serviceThat(starts).run(3_000);
		const { run } = serviceThat((arrival) =>
			Math.floor(Number(arrival.slug) / 20) % 20 === 3
				? reactions.fails(500, LATENCY_MS)
				: starts(arrival),
		);
		expect(await run(3_000)).toBeLessThanOrEqual(1.5 * cleanMs);
	});
});

describe('a later run begins with what was found out', () => {
	test('also after an overload and thirty runs of one start', async () => {
		const { run } = serviceThat((arrival) =>
			arrival.inFlight > 60 ? reactions.tooMany('0', 20) : starts(arrival),
		);
		await run(600);
		const beforeMs = await run(600);
		for (let count = 0; count < 30; count++) await run(1);
		expect(await run(600)).toBeLessThanOrEqual(1.2 * beforeMs);
	});

	test('also after a run with a lower Concurrency, to a service that answers one at a time faster', async () => {
		const { run } = serviceThat(({ slug, inFlight }) =>
			reactions.starts(slug, inFlight > 1 ? 300 : 50),
		);
		const firstMs = await run(3_000);
		await run(5, { concurrency: 1 });
		await run(50, { concurrency: 3 });
		expect(await run(3_000)).toBeLessThanOrEqual(firstMs);
	});
});

describe('an outage of 2 s in the middle of a run', () => {
	test.each([
		['503 with Retry-After', () => reactions.unavailable('0', 20)],
		['503 with Retry-After: 1', () => reactions.unavailable('1', 20)],
		['502, as slow as a start', () => reactions.fails(502, LATENCY_MS)],
	])('%s', async (_what, fails) => {
		let isDown = (_at: number) => false;
		const { clock, run } = serviceThat((arrival) =>
			isDown(clock.elapsed) ? fails() : starts(arrival),
		);
		const cleanMs = await serviceThat(starts).run(6_000);
		isDown = (at) => at >= 1_500 && at < 3_500;
		expect(await run(6_000)).toBeLessThanOrEqual(2.5 * cleanMs);
		expect(await run(6_000)).toBeLessThanOrEqual(1.2 * cleanMs);
	});
});

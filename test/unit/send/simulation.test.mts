/** What many runs make of services that limit how much they take. Each kind of service, with each shape of load. */
import { KnownServices } from '../../../nodes/StartFlow/send/knownServices';
import { sendAll, type SendAllOptions } from '../../../nodes/StartFlow/send/sendAll';
import { type EndedStart, type ReadyStart } from '../../../nodes/StartFlow/start/itemStart';
import { computeOwnTime, createAdmission, ROUND_TRIP_MS, type Limits } from '../../limits.mts';
import { manyReady, ModelService, optionsFor, reactions, ready } from './modelService.mts';
import { VirtualClock } from './virtualClock.mts';

// Only the virtual clock decides, and a busy machine takes long to drive it.
jest.setTimeout(300_000);

const rate = (starts: number, perMs: number, window: 'fixed' | 'sliding' | 'bucket') => ({
	rate: { starts, perMs, window },
});

/** Each with the most times of the service's own time that a run may take. */
const LIMITS: Array<[string, number, Omit<Limits, 'flowMs' | 'retryAfter'>]> = [
	['20 at once', 1.6, { atOnce: 20 }],
	['5 at once', 1.6, { atOnce: 5 }],
	['1 at once', 1.6, { atOnce: 1 }],
	['10 a second', 1.6, rate(10, 1_000, 'fixed')],
	['10 in any second', 1.6, rate(10, 1_000, 'sliding')],
	['10 a second, bucket', 1.6, rate(10, 1_000, 'bucket')],
	['50 a second', 1.6, rate(50, 1_000, 'fixed')],
	// Five seconds are over before much is measured, and a second without starts brings all of them back at once.
	['50 in any second', 2, rate(50, 1_000, 'sliding')],
	['50 a second, bucket', 1.6, rate(50, 1_000, 'bucket')],
	['1 a second, bucket', 1.6, rate(1, 1_000, 'bucket')],
	['60 a minute', 1.6, rate(60, 60_000, 'fixed')],
	['60 in any minute', 1.6, rate(60, 60_000, 'sliding')],
	['60 a minute, bucket', 1.6, rate(60, 60_000, 'bucket')],
];

const FLOW_TIMES_MS = [1, 200, 2_000];
const RETRY_AFTER = [undefined, 'seconds', 'date'] as const;

const KINDS = LIMITS.flatMap(([name, maxTimes, limit]) =>
	FLOW_TIMES_MS.flatMap((flowMs) =>
		RETRY_AFTER.map((retryAfter) => ({
			name: `${name}, flows of ${flowMs} ms, Retry-After: ${retryAfter ?? 'none'}`,
			// Long flows at a high rate need many in flight, and the run's window begins with few: 1.4 times without any limit.
			maxTimes: flowMs === 2_000 && limit.rate?.starts === 50 ? 2.3 : maxTimes,
			limits: { ...limit, flowMs, retryAfter } as Limits,
		})),
	),
);

/** Creates a service that answers 429 where there is too much. */
function createLimitedService(
	clock: VirtualClock,
	limits: Limits,
	getFlowMs = (_row: string) => limits.flowMs,
): ModelService {
	const admit = createAdmission(limits);
	return new ModelService(clock, ({ slug, at }) => {
		const waitMs = admit(at, getFlowMs(slug));
		if (waitMs === 0) return reactions.starts(slug, ROUND_TRIP_MS + getFlowMs(slug));
		return reactions.tooMany(nameWait(clock, limits, waitMs), ROUND_TRIP_MS);
	});
}

function nameWait(clock: VirtualClock, { retryAfter }: Limits, waitMs: number): string | undefined {
	if (retryAfter === undefined) return undefined;
	const seconds = Math.ceil(waitMs / 1_000);
	if (retryAfter === 'seconds') return String(seconds);
	return new Date(clock.getWallTime() + seconds * 1_000).toUTCString();
}

/** The same numbers each time, so that chance does not decide whether a test passes. */
function createRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
		return state / 2 ** 32;
	};
}

interface PlannedRun {
	/** In ms from the beginning. */
	at: number;
	starts: ReadyStart[];
	/** Which process of n8n it runs in. */
	process?: number;
	options?: Partial<SendAllOptions>;
}

interface PlayedRun {
	starts: EndedStart[];
	/** From its beginning to its end. */
	ms: number;
}

async function play(
	createService: (clock: VirtualClock) => ModelService,
	plannedRuns: PlannedRun[],
) {
	const clock = new VirtualClock();
	clock.random = createRandom(1);
	const service = createService(clock);
	const processes = Array.from({ length: 4 }, () => new KnownServices(clock));
	const playRun = async (planned: PlannedRun): Promise<PlayedRun> => {
		const { at, starts, process = 0, options } = planned;
		await clock.wait(at);
		const begunAt = clock.elapsed;
		const services = processes[process] as KnownServices;
		const run = await sendAll(starts, optionsFor(clock, service, { services, ...options }));
		return { starts: run.starts, ms: clock.elapsed - begunAt };
	};
	const runs = await clock.run(Promise.all(plannedRuns.map(playRun)));
	const starts = runs.flatMap((run) => run.starts);
	expect(service.started).toHaveLength(new Set(service.started).size);
	return {
		runs,
		starts,
		notStarted: starts.filter(({ kind }) => kind !== 'answered'),
		requestCount: service.arrivals.length,
		lastRequestMs: service.arrivals.at(-1)?.at,
		ms: clock.elapsed,
	};
}

const playLimited = async (limits: Limits, plannedRuns: PlannedRun[]) =>
	await play((clock) => createLimitedService(clock, limits), plannedRuns);

const ROW_COUNT = 300;

/** Executions of one item begin one after another, twice as fast as n8n can begin them on two cores. */
const BEGINNING_MS = 50;

const oneCall = (at: number, row: number) => ({
	at,
	starts: [ready('flow', { row: String(row) })],
});

const manyCalls = () =>
	Array.from({ length: ROW_COUNT }, (_, row) => oneCall(row * BEGINNING_MS, row));

/** Shorter runs are dominated by the first pause. */
const MIN_OWN_TIME_MS = 5_000;

test.each(KINDS)('nothing is lost, twice or late: $name', async ({ limits, maxTimes }) => {
	const ownMs = Math.max(MIN_OWN_TIME_MS, computeOwnTime(limits, ROW_COUNT));

	const oneRun = await playLimited(limits, [{ at: 0, starts: manyReady(ROW_COUNT) }]);
	expect(oneRun.notStarted).toEqual([]);
	expect(oneRun.ms).toBeLessThanOrEqual(maxTimes * ownMs);
	expect(oneRun.requestCount).toBeLessThanOrEqual(2.5 * ROW_COUNT);

	const manyRuns = await playLimited(limits, manyCalls());
	expect(manyRuns.notStarted).toEqual([]);
	const manyMs = Math.max(ownMs, ROW_COUNT * BEGINNING_MS);
	expect(manyRuns.ms).toBeLessThanOrEqual(maxTimes * manyMs);
	expect(manyRuns.requestCount).toBeLessThanOrEqual(2.5 * ROW_COUNT);
});

const getFlowMs = (row: string) => (Number(row) % 20 === 7 ? 30_000 : 200);
const MEAN_FLOW_MS = (30_000 + 19 * 200) / 20;

test.each([
	['10 a second', rate(10, 1_000, 'fixed')],
	['10 at once', { atOnce: 10 }],
])('a few flows that take long do not hold back the others: %s', async (_name, limit) => {
	const limits = { ...limit, flowMs: MEAN_FLOW_MS };
	const { notStarted, requestCount, lastRequestMs } = await play(
		(clock) => createLimitedService(clock, limits, getFlowMs),
		[{ at: 0, starts: manyReady(ROW_COUNT) }],
	);
	expect(notStarted).toEqual([]);
	expect(lastRequestMs).toBeLessThanOrEqual(1.6 * computeOwnTime(limits, ROW_COUNT));
	expect(requestCount).toBeLessThanOrEqual(2.5 * ROW_COUNT);
});

test.each([
	['20 at once', { atOnce: 20, flowMs: 200 }, 210],
	['5 at once', { atOnce: 5, flowMs: 200 }, 210],
	['20 at once, slow flows', { atOnce: 20, flowMs: 2_000 }, 2_010],
	['50 a second', { ...rate(50, 1_000, 'fixed'), flowMs: 1 }, 1_000],
	['10 a second', { ...rate(10, 1_000, 'fixed'), flowMs: 200 }, 1_000],
])(
	'a call every second beside a run of 2,000 rows waits two rounds at most: %s',
	async (_name, limits, roundMs) => {
		const big = { at: 0, starts: manyReady(2_000) };
		const calls = Array.from({ length: 30 }, (_, n) => oneCall(1_000 * (n + 1), 2_000 + n));
		const { runs, notStarted } = await playLimited(limits, [big, ...calls]);
		expect(notStarted).toEqual([]);
		const waits = runs.slice(1).map(({ ms }) => ms - limits.flowMs);
		expect(Math.max(...waits)).toBeLessThanOrEqual(2 * roundMs);
	},
);

test.each(KINDS)('processes that do not hear of each other: $name', async ({ limits }) => {
	const share = ROW_COUNT / 4;
	const rows = manyReady(ROW_COUNT);
	const planned = [0, 1, 2, 3].map((process) => ({
		at: 0,
		process,
		starts: rows.slice(process * share, (process + 1) * share),
	}));
	const { notStarted, requestCount } = await playLimited(limits, planned);
	// Where one process leaves nothing to the others, they give up, and say so.
	const outcomes = notStarted.map((start) => 'failure' in start && start.failure.outcome);
	expect(new Set([...outcomes, 'notStarted'])).toEqual(new Set(['notStarted']));
	expect(requestCount).toBeLessThanOrEqual(4 * ROW_COUNT);
});

test('a service that turns everything away ends a run of any length in seconds, with one attempt for nearly every row', async () => {
	const { ms, requestCount, notStarted } = await play(
		(clock) => new ModelService(clock, () => reactions.tooMany(undefined, ROUND_TRIP_MS)),
		[{ at: 0, starts: manyReady(2_000) }],
	);
	expect(notStarted).toHaveLength(2_000);
	expect(ms).toBeLessThanOrEqual(30_000);
	expect(requestCount).toBeLessThanOrEqual(2_020);
});

test('a quiet time after a stopped run is not taken for a limit', async () => {
	const limits: Limits = { ...rate(1, 1_000, 'bucket'), flowMs: 1 };
	const stop = new AbortController();
	const stopped = { at: 0, starts: manyReady(100), options: { signal: stop.signal } };
	const calls = [0, 1, 2].map((n) => oneCall(5 * 60_000 + n, 100 + n));
	const { runs } = await play(
		(clock) => {
			// Starts were taken once more after the first pause, and the limit holds back the others.
			clock.in(2_500, () => stop.abort());
			return createLimitedService(clock, limits);
		},
		[stopped, ...calls],
	);
	const waits = runs.slice(1).map(({ ms }) => ms);
	expect(Math.max(...waits)).toBeLessThanOrEqual(MIN_OWN_TIME_MS);
});

test('with Concurrency 1, a run finds out the rate as well', async () => {
	const limits: Limits = { ...rate(1, 100, 'bucket'), flowMs: 1, retryAfter: 'seconds' };
	const { ms, requestCount } = await playLimited(limits, [
		{ at: 0, starts: manyReady(ROW_COUNT), options: { concurrency: 1 } },
	]);
	// Each Retry-After is ten times as long as the service needs for a start.
	expect(ms).toBeLessThanOrEqual(4 * computeOwnTime(limits, ROW_COUNT));
	expect(requestCount).toBeLessThanOrEqual(1.5 * ROW_COUNT);
});

test('a start that was turned away late, once, does not hold back long flows', async () => {
	const limits: Limits = { ...rate(10, 1_000, 'fixed'), flowMs: 30_000 };
	let turnedAwayCount = 0;
	const { notStarted, lastRequestMs } = await play((clock) => {
		const admit = createAdmission(limits);
		return new ModelService(clock, ({ slug, at }) => {
			if (admit(at) === 0) return reactions.starts(slug, limits.flowMs);
			// n8n, or the service, was busy at that moment.
			return reactions.tooMany(undefined, ++turnedAwayCount === 4 ? 3_000 : ROUND_TRIP_MS);
		});
	}, manyCalls());
	expect(notStarted).toEqual([]);
	expect(lastRequestMs).toBeLessThanOrEqual(1.6 * (ROW_COUNT / 10) * 1_000);
});

test('a service that takes less while it is overloaded is not kept overloaded', async () => {
	let busy = 0;
	let turnedAway = 0;
	const { notStarted, ms } = await play(
		(clock) =>
			new ModelService(clock, ({ slug }) => {
				if (busy >= (busy + turnedAway >= 25 ? 5 : 20)) {
					turnedAway++;
					clock.in(ROUND_TRIP_MS, () => turnedAway--);
					return reactions.tooMany(undefined, ROUND_TRIP_MS);
				}
				busy++;
				clock.in(210, () => busy--);
				return reactions.starts(slug, 210);
			}),
		[{ at: 0, starts: manyReady(600) }],
	);
	expect(notStarted).toEqual([]);
	expect(ms).toBeLessThanOrEqual(1.6 * (600 / 20) * 210);
});

test('a service that works on 10 starts while others wait gets at most 40 at once, run after run', async () => {
	const placesFreeAt = new Array<number>(10).fill(0);
	let atOnce = 0;
	let mostAtOnce = 0;
	const createService = (clock: VirtualClock) =>
		new ModelService(clock, ({ slug }) => {
			const [freeAt = 0] = placesFreeAt.sort((a, b) => a - b);
			placesFreeAt[0] = Math.max(freeAt, clock.elapsed) + 100;
			const latency = placesFreeAt[0] - clock.elapsed;
			mostAtOnce = Math.max(mostAtOnce, ++atOnce);
			clock.in(latency, () => atOnce--);
			return reactions.starts(slug, latency);
		});
	const starts = manyReady(3_000);
	const { runs } = await play(createService, [
		{ at: 0, starts: starts.slice(0, 1_000) },
		{ at: 20_000, starts: starts.slice(1_000, 2_000) },
		{ at: 40_000, starts: starts.slice(2_000) },
	]);
	expect(mostAtOnce).toBeLessThanOrEqual(40);
	expect(Math.max(...runs.map(({ ms }) => ms))).toBeLessThanOrEqual(1.25 * (1_000 / 10) * 100);
});

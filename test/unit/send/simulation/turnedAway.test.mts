/** Services that turn everything away, or one start for its own sake: who waits for how long, and what is left behind. */
import { computeOwnTime, type Limits, rate } from '../../../limits.mts';
import { ready } from '../modelService.mts';
import { type Kind, type Measured, testKinds } from './kinds.mts';
import {
	calls,
	countLost,
	type CreateService,
	divided,
	findLongestWait,
	FLOW_MS,
	limited,
	type PlannedRun,
	play,
	type Played,
	type PlayedRun,
	rows,
	takesAll,
	turnsAllAway,
} from './play.mts';

const MINUTE_MS = 60_000;
const MINUTE_S = 60;
/** How long a start is tried that is always turned away, and the longest wait between two tries. */
const PATIENCE_S = 3 * MINUTE_S;
const LONGEST_PROBE_WAIT_S = 10;
const A_LITTLE_MORE_S = 10;

const TEN_A_SECOND: Limits = { ...rate(10, 1_000), flowMs: FLOW_MS };

/** From a time on, it is another service. */
const until = (ms: number, before: CreateService, after: CreateService) =>
	divided([before, after], ({ at }) => (at < ms ? 0 : 1));

const madeFrom = (runs: PlayedRun[], ms: number) => runs.filter(({ at }) => at >= ms);
const flatten = (runs: PlayedRun[]) => runs.flatMap(({ starts }) => starts);
const findLongestRun = (runs: PlayedRun[]) => Math.max(...runs.map(({ ms }) => ms)) / 1_000;

/** Starts that are not `notStarted`. */
const countOthers = ({ starts }: Pick<Played, 'starts'>) =>
	starts.filter((start) => !('failure' in start && start.failure.outcome === 'notStarted')).length;

const isOwn = (row: string) => row.startsWith('own');

/** Each start whose row is `own` is turned away for what it is. */
const withOwnStarts = (service: CreateService, retryAfter?: string) =>
	divided([service, turnsAllAway(retryAfter)], ({ slug }) => (isOwn(slug) ? 1 : 0));

const ownRows = (count: number) =>
	Array.from({ length: count }, (_, n) => ready('flow', { row: `own ${n}` }));

interface OwnStart {
	service?: CreateService;
	retryAfter?: string;
	ownCount?: number;
	rowCount?: number;
	beside: PlannedRun[];
	mostS: number;
	mostRowsS?: number;
}

async function measureOwnStart(
	seed: number,
	{ service = takesAll(), retryAfter, ownCount = 1, rowCount = 99, beside, ...most }: OwnStart,
): Promise<Measured> {
	const starts = rows(rowCount);
	starts.splice(50, 0, ...ownRows(ownCount));
	const planned = [{ at: 0, starts }, ...beside];
	const played = await play(seed, withOwnStarts(service, retryAfter), planned);
	const [run, ...others] = played.runs as [PlayedRun, ...PlayedRun[]];
	const own = run.starts.slice(50, 50 + ownCount);
	const rowArrivals = played.arrivals.filter(({ slug }) => Number(slug) < rowCount);
	const waits = others.map((other) => findLongestWait([other])).sort((a, b) => a - b);
	return {
		// Only what was turned away for its own sake, and as `notStarted`.
		lost: [countLost(played.starts) - ownCount + countOthers({ starts: own }), 0],
		'own s': [run.ms / 1_000, most.mostS],
		'own requests': [Math.max(...own.map((start) => start.attempts)), 100],
		'rows s': [(rowArrivals.at(-1)?.at ?? 0) / 1_000, most.mostRowsS ?? 5],
		wait: [waits.at(-1) ?? 0, LONGEST_PROBE_WAIT_S],
		'median wait': [waits[Math.floor(waits.length / 2)] ?? 0, 1],
	};
}

const everyMs = (ms: number) => calls((6 * MINUTE_MS) / ms, { everyMs: ms, from: 1_000 });

const BESIDE: Array<[string, PlannedRun[], mostS: number]> = [
	['nothing beside it', [], PATIENCE_S + 2 * A_LITTLE_MORE_S],
	['a call a minute', everyMs(MINUTE_MS), 4 * MINUTE_S],
	['a call each 5 s', everyMs(5_000), 4 * MINUTE_S],
	['10 calls a second', everyMs(100), 4 * MINUTE_S],
];

testKinds('a start of its own', [
	...BESIDE.flatMap(([name, beside, mostS]) => [
		{ name, measure: async (seed: number) => await measureOwnStart(seed, { beside, mostS }) },
		{
			name: `${name}, Retry-After: 60`,
			measure: async (seed: number) =>
				await measureOwnStart(seed, { beside, mostS: mostS + MINUTE_S, retryAfter: '60' }),
		},
		{
			name: `${name}, Retry-After: 3600`,
			measure: async (seed: number) =>
				await measureOwnStart(seed, { beside, mostS: A_LITTLE_MORE_S, retryAfter: '3600' }),
		},
	]),
	{
		name: '10 of 100 rows, a call each 5 s',
		measure: async (seed) =>
			await measureOwnStart(seed, { ownCount: 10, beside: everyMs(5_000), mostS: 4 * MINUTE_S }),
	},
	{
		name: 'in a run of 300 rows at 10 a second, a call each 5 s',
		measure: async (seed) =>
			await measureOwnStart(seed, {
				service: limited(TEN_A_SECOND),
				rowCount: 300,
				beside: everyMs(5_000),
				mostS: 4 * MINUTE_S,
				mostRowsS: (1.6 * computeOwnTime(TEN_A_SECOND, 300)) / 1_000,
			}),
	},
]);

const QUOTA = '40000';

/** Each start is sent once, fails or is started at once, and nobody waits. */
const measureOnceOnly = (played: Played, mostS: number): Measured => ({
	requests: [played.arrivals.length / played.starts.length, 1],
	'longest run s': [findLongestRun(played.runs), mostS],
});

/** It takes so many starts, and then it is another service. */
const afterStarts =
	(count: number, after: CreateService): CreateService =>
	(clock, random) => {
		const service = divided([takesAll(), after], ({ number }) => (number < count ? 0 : 1));
		return service(clock, random);
	};

testKinds('a quota', [
	{
		name: 'a run of 2,000 rows',
		measure: async (seed) => {
			const service = turnsAllAway(QUOTA, { status: 503 });
			const played = await play(seed, service, [{ at: 0, starts: rows(2_000) }]);
			return { ...measureOnceOnly(played, 10), 'not as notStarted': [countOthers(played), 0] };
		},
	},
	{
		name: '10 calls a second',
		measure: async (seed) => {
			const played = await play(seed, turnsAllAway(QUOTA), calls(600, { everyMs: 100 }));
			return { ...measureOnceOnly(played, 1), 'not as notStarted': [countOthers(played), 0] };
		},
	},
	{
		name: 'from the 100th start on',
		measure: async (seed) => {
			const later = calls(30, { firstAt: 1_000, everyMs: 1_000, from: 300 });
			const service = afterStarts(100, turnsAllAway(QUOTA));
			const played = await play(seed, service, [{ at: 0, starts: rows(300) }, ...later]);
			return { ...measureOnceOnly(played, 10), lost: [countLost(played.starts), 230] };
		},
	},
	{
		name: 'of one flow, while another one is taken',
		measure: async (seed) => {
			const services = [turnsAllAway(QUOTA), takesAll()];
			const service = divided(services, ({ flow }) => (flow === 'quota' ? 0 : 1));
			const played = await play(seed, service, [
				{ at: 0, starts: rows(100, { flow: () => 'quota' }) },
				{ at: 0, starts: rows(300, { from: 100 }) },
				...calls(30, { firstAt: 1_000, everyMs: 1_000, from: 400 }),
			]);
			return { ...measureOnceOnly(played, 5), lost: [countLost(played.starts), 100] };
		},
	},
	{
		name: 'of one start in ten',
		measure: async (seed) => {
			const services = [turnsAllAway(QUOTA), takesAll()];
			const service = divided(services, ({ slug }) => (Number(slug) % 10 === 0 ? 0 : 1));
			const played = await play(seed, service, [{ at: 0, starts: rows(300) }]);
			return { ...measureOnceOnly(played, 5), lost: [countLost(played.starts), 30] };
		},
	},
	{
		name: 'that ends after a minute',
		measure: async (seed) => {
			const service = until(MINUTE_MS, turnsAllAway(QUOTA), takesAll());
			const played = await play(seed, service, calls(180, { everyMs: 500 }));
			const afterwards = madeFrom(played.runs, MINUTE_MS);
			return { ...measureOnceOnly(played, 1), lost: [countLost(flatten(afterwards)), 0] };
		},
	},
]);

testKinds('everything is turned away', [
	...[
		{ name: 'a run of 2,000 rows', planned: [{ at: 0, starts: rows(2_000) }] },
		...[3, 20].flatMap((count) =>
			[undefined, '60'].map((retryAfter) => ({
				name: `${count} runs of 100 rows, Retry-After: ${retryAfter ?? 'none'}`,
				retryAfter,
				planned: Array.from({ length: count }, (_, n) => ({
					at: 0,
					starts: rows(100, { from: 100 * n, flow: () => `flow ${n % 3}` }),
				})),
			})),
		),
	].map(
		({ name, planned, ...rest }): Kind => ({
			name,
			measure: async (seed) => {
				const retryAfter = 'retryAfter' in rest ? rest.retryAfter : undefined;
				const service = turnsAllAway(retryAfter, { status: retryAfter ? 503 : 429 });
				// A day later, each call is tried once.
				const later = calls(30, { firstAt: 5 * MINUTE_MS, everyMs: 1_000, from: 5_000 });
				const { runs, arrivals, starts } = await play(seed, service, [...planned, ...later]);
				const pauseS = Number(retryAfter ?? 0);
				return {
					'not as notStarted': [countOthers({ starts }), 0],
					requests: [arrivals.length / starts.length, 1.5],
					'longest run s': [findLongestRun(runs), PATIENCE_S + pauseS + 2 * A_LITTLE_MORE_S],
					wait: [findLongestRun(runs.slice(planned.length)), 1],
				};
			},
		}),
	),
	...[undefined, '60'].map(
		(retryAfter): Kind => ({
			name: `10 calls a second: at most 100 runs wait, Retry-After: ${retryAfter ?? 'none'}`,
			measure: async (seed) => {
				const service = turnsAllAway(retryAfter);
				const played = await play(seed, service, calls(3_600, { everyMs: 100 }));
				const pauseS = Number(retryAfter ?? 0);
				return {
					'not as notStarted': [countOthers(played), 0],
					// Some are in flight.
					'most open': [played.mostOpen, 105],
					requests: [played.arrivals.length / played.starts.length, 1.5],
					wait: [findLongestRun(played.runs), PATIENCE_S + pauseS + 2 * A_LITTLE_MORE_S],
				};
			},
		}),
	),
]);

testKinds(
	'a service that is free again takes each call soon',
	[10_000, MINUTE_MS, 3 * MINUTE_MS, 10 * MINUTE_MS].map((freeAt) => ({
		name: `after ${freeAt / 1_000} s in which it turned a call each 200 ms away`,
		measure: async (seed) => {
			const turnsAway = turnsAllAway(undefined, { latencyMs: 200 });
			const planned = calls((freeAt + MINUTE_MS) / 200, { everyMs: 200 });
			const played = await play(seed, until(freeAt, turnsAway, takesAll()), planned);
			const afterwards = madeFrom(played.runs, freeAt);
			return {
				lost: [countLost(flatten(afterwards)), 0],
				wait: [findLongestWait(afterwards), LONGEST_PROBE_WAIT_S + 1],
			};
		},
	})),
);

/** Each with how long the service turns everything away, and the other runs beside 100 rows. */
const PAUSES: Array<[string, retryAfter: string | undefined, pauseS: number, PlannedRun[]]> = [
	['150 s, without Retry-After', undefined, 150, []],
	['100 s, Retry-After: 120', '120', 100, calls(20, { everyMs: 5_000, from: 100 })],
	['200 s, Retry-After: 240', '240', 200, []],
];

testKinds(
	'everything is turned away for a while, and every start waits for it',
	PAUSES.map(([name, retryAfter, pauseS, others]) => ({
		name,
		measure: async (seed) => {
			const service = until(pauseS * 1_000, turnsAllAway(retryAfter), takesAll());
			const planned = [{ at: 0, starts: rows(100) }, ...others];
			const { starts, arrivals, ms } = await play(seed, service, planned);
			// All that is sent before the Retry-After is what is in flight at first.
			const mostRequests = retryAfter === undefined ? 2 : 1.3;
			const endS = Number(retryAfter ?? pauseS);
			return {
				lost: [countLost(starts), 0],
				requests: [arrivals.length / starts.length, mostRequests],
				wait: [ms / 1_000, endS + LONGEST_PROBE_WAIT_S + A_LITTLE_MORE_S],
			};
		},
	})),
);

/** Each with the longest wait that may be left, in s. */
const STOPS: Array<[string, CreateService, leftS: number]> = [
	['10 a second', limited(TEN_A_SECOND), 10],
	['1 a second', limited({ ...rate(1, 1_000, 'bucket'), flowMs: FLOW_MS }), 10],
	['5 at once', limited({ atOnce: 5, flowMs: FLOW_MS }), 10],
	['everything turned away for 20 s', until(20_000, turnsAllAway(), takesAll()), 10],
	['the same, Retry-After: 20', until(20_000, turnsAllAway('20'), takesAll()), 20],
	['a start of its own, Retry-After: 300', withOwnStarts(takesAll(), '300'), 300],
];

testKinds(
	'Stop of 20 runs leaves nothing behind',
	STOPS.map(([name, service, mostLeftS]) => ({
		name,
		measure: async (seed) => {
			const stopped = Array.from({ length: 20 }, (_, n) => ({
				at: 500 * n,
				stopAt: 500 * n + 777 * (n + 1),
				starts: [...ownRows(n === 0 ? 1 : 0), ...rows(50, { from: 50 * n })],
			}));
			const { leftMs } = await play(seed, service, stopped);
			const soon = calls(10, { firstAt: 30_000, everyMs: 5_000, from: 1_000 });
			// What was held back before a quiet time is not taken for a limit.
			const later = calls(3, { firstAt: 5 * MINUTE_MS, everyMs: 1, from: 1_010 });
			const played = await play(seed, service, [...stopped, ...soon, ...later]);
			const afterwards = played.runs.slice(20);
			return {
				lost: [countLost(flatten(afterwards)), 0],
				wait: [findLongestWait(afterwards), 5],
				'left s': [leftMs / 1_000, mostLeftS],
			};
		},
	})),
);

/** Services that turn everything away, or one start for its own sake: who waits for how long, and what is left behind. */
import { rate } from '../../../limits.mts';
import { ready } from '../modelService.mts';
import {
	calls,
	countLost,
	countRequests,
	type CreateService,
	divided,
	findLongestWait,
	FLOW_MS,
	type Kind,
	limited,
	type PlannedRun,
	play,
	type Played,
	type PlayedRun,
	rows,
	takesAll,
	testKinds,
	turnsAllAway,
} from './play.mts';

const MINUTE_MS = 60_000;
/** How long a start is tried that is always turned away. */
const PATIENCE_S = 180;
/** Where nothing else is in flight. */
const LONGEST_PROBE_WAIT_S = 10;
const A_LITTLE_MORE_S = 10;

const TEN_A_SECOND = { ...rate(10, 1_000), flowMs: FLOW_MS };

/** From a time on, it is another service. */
const until = (ms: number, before: CreateService, after: CreateService) =>
	divided([before, after], ({ at }) => (at < ms ? 0 : 1));

const findLongestRun = (runs: PlayedRun[]) => Math.max(...runs.map(({ ms }) => ms)) / 1_000;

const countNotAsNotStarted = (starts: Played['starts']) =>
	starts.filter((start) => !('failure' in start && start.failure.outcome === 'notStarted')).length;

const ownRows = (count: number) =>
	Array.from({ length: count }, (_, n) => ready('flow', { row: `own ${n}` }));

/** Each start of its own is turned away for what it is. */
const withOwnStarts = (service: CreateService, retryAfter?: string) =>
	divided([service, turnsAllAway(retryAfter)], ({ slug }) => (slug.startsWith('own') ? 1 : 0));

/** 99 rows and starts of their own, beside other runs. @param mostS When the run has to end. */
const planOwnStarts = (
	name: string,
	beside: PlannedRun[],
	mostS: number,
	{
		retryAfter = '',
		ownCount = 1,
		service = takesAll(),
		mostWaitS = LONGEST_PROBE_WAIT_S,
		mostRowsS = 16,
	} = {},
): Kind => ({
	name,
	service: withOwnStarts(service, retryAfter || undefined),
	runs: [
		{ at: 0, starts: [...rows(50), ...ownRows(ownCount), ...rows(49, { from: 50 })] },
		...beside,
	],
	measure: ({ runs: [run, ...others], starts, arrivals }) => {
		const own = starts.slice(50, 50 + ownCount);
		const rowArrivals = arrivals.filter(({ slug }) => Number(slug) < 99);
		const waits = others.map((other) => findLongestWait([other])).sort((a, b) => a - b);
		return {
			lost: [countLost(starts) - ownCount + countNotAsNotStarted(own), 0],
			'own s': [(run?.ms ?? 0) / 1_000, mostS],
			'own requests': [Math.max(...own.map(({ attempts }) => attempts)), 100],
			// 10 a second take 10 s.
			'rows s': [(rowArrivals.at(-1)?.at ?? 0) / 1_000, mostRowsS],
			wait: [waits.at(-1) ?? 0, mostWaitS],
			'median wait': [waits[Math.floor(waits.length / 2)] ?? 0, 1],
		};
	},
});

const callEach = (ms: number) => calls((6 * MINUTE_MS) / ms, { everyMs: ms, from: 1_000 });

const BESIDE: Array<[string, PlannedRun[], mostS: number]> = [
	['nothing beside it', [], PATIENCE_S + LONGEST_PROBE_WAIT_S + A_LITTLE_MORE_S],
	['a call a minute', callEach(MINUTE_MS), 240],
	['a call each 5 s', callEach(5_000), 240],
	['10 calls a second', callEach(100), 240],
];

testKinds('a start of its own', [
	...BESIDE.flatMap(([name, beside, mostS]) => [
		planOwnStarts(name, beside, mostS),
		// Where it is alone when it is turned away, the others wait as it was told to, twice.
		planOwnStarts(`${name}, Retry-After: 60`, beside, mostS, {
			retryAfter: '60',
			mostWaitS: 120,
		}),
		planOwnStarts(`${name}, Retry-After: 3600`, beside, 10, { retryAfter: '3600' }),
	]),
	// At first, ten look like a limit.
	planOwnStarts('10 of them', callEach(5_000), 600, { ownCount: 10, mostRowsS: 200 }),
	planOwnStarts('at 10 a second', callEach(5_000), 240, { service: limited(TEN_A_SECOND) }),
]);

const QUOTA = turnsAllAway('40000');
const QUOTA_BY_503 = turnsAllAway('40000', { status: 503 });
const LATER_CALLS = calls(30, { firstAt: 1_000, everyMs: 1_000, from: 300 });

/** Each with the longest that a run may take, in s, and how many starts fail. */
const QUOTAS: Array<[string, CreateService, PlannedRun[], mostS: number, lost: number]> = [
	['a run', QUOTA_BY_503, [{ at: 0, starts: rows(2_000) }], 10, 2_000],
	['10 calls a second', QUOTA, calls(600, { everyMs: 100 }), 1, 600],
	[
		'from the 100th start on',
		divided([takesAll(), QUOTA], ({ number }) => (number < 100 ? 0 : 1)),
		[{ at: 0, starts: rows(300) }, ...LATER_CALLS],
		5,
		230,
	],
	[
		'of one flow',
		divided([takesAll(), QUOTA], ({ flow }) => (flow === 'flow' ? 0 : 1)),
		[{ at: 0, starts: rows(100, { from: 400, flow: () => 'quota' }) }, ...LATER_CALLS],
		5,
		100,
	],
	[
		'of one row in ten',
		divided([takesAll(), QUOTA], ({ slug }) => (Number(slug) % 10 === 0 ? 1 : 0)),
		[{ at: 0, starts: rows(300) }],
		5,
		30,
	],
	['until 60 s', until(60_000, QUOTA, takesAll()), calls(180, { everyMs: 500 }), 1, 120],
];

testKinds(
	'a quota: each start is sent once, and nobody waits',
	QUOTAS.map(([name, service, runs, mostS, lost]) => ({
		name,
		service,
		runs,
		measure: (played) => ({
			lost: [countLost(played.starts), lost],
			requests: [countRequests(played), 1],
			'longest run s': [findLongestRun(played.runs), mostS],
		}),
	})),
);

const runsOf100 = (count: number) =>
	Array.from({ length: count }, (_, n) => ({
		at: 0,
		starts: rows(100, { from: 100 * n, flow: () => `flow ${n % 3}` }),
	}));

const TURNED_AWAY: Array<[string, PlannedRun[]]> = [
	['a run of 2,000 rows', [{ at: 0, starts: rows(2_000) }]],
	['3 runs', runsOf100(3)],
	['20 runs', runsOf100(20)],
	['10 calls a second', calls(3_000, { everyMs: 100 })],
];

testKinds(
	'everything is turned away',
	TURNED_AWAY.flatMap(([name, runs]) =>
		[0, 60].map((retryAfterS): Kind => {
			const longestPauseS = Math.max(retryAfterS, LONGEST_PROBE_WAIT_S);
			const mostS = PATIENCE_S + longestPauseS + A_LITTLE_MORE_S;
			return {
				name: `${name}, Retry-After: ${retryAfterS || 'none'}`,
				service: turnsAllAway(retryAfterS ? String(retryAfterS) : undefined),
				runs: [...runs, ...calls(30, { firstAt: 310_000, everyMs: 1_000, from: 5_000 })],
				measure: (played) => ({
					'not as notStarted': [countNotAsNotStarted(played.starts), 0],
					requests: [countRequests(played), 1.5],
					'longest run s': [findLongestRun(played.runs), mostS],
					// It was given up meanwhile.
					wait: [findLongestRun(played.runs.slice(runs.length)), 1],
					// At most 100 runs wait, and some are in flight.
					'most open': [played.mostOpen, 105],
				}),
			};
		}),
	),
);

/** It turns everything away, one start in ten slowly. */
const turnsAllAwayUnevenly = divided(
	[200, 1_500].map((latencyMs) => turnsAllAway(undefined, { latencyMs })),
	(_arrival, random) => (random() < 0.1 ? 1 : 0),
);

const AWAY: Array<[string, CreateService]> = [
	['quickly', turnsAllAway(undefined, { latencyMs: 200 })],
	['some of them slowly', turnsAllAwayUnevenly],
];

testKinds(
	'a service that is free again takes each call soon',
	AWAY.flatMap(([how, away]) =>
		[10_000, MINUTE_MS, 3 * MINUTE_MS, 10 * MINUTE_MS].map(
			(freeAt): Kind => ({
				name: `after ${freeAt / 1_000} s in which it turned a call each 200 ms away, ${how}`,
				service: until(freeAt, away, takesAll()),
				runs: calls((freeAt + MINUTE_MS) / 200, { everyMs: 200 }),
				measure: ({ runs }) => {
					const afterwards = runs.filter(({ at }) => at >= freeAt);
					return {
						lost: [countLost(afterwards.flatMap(({ starts }) => starts)), 0],
						wait: [findLongestWait(afterwards), LONGEST_PROBE_WAIT_S + 1],
					};
				},
			}),
		),
	),
);

/** Each with how long the service turns everything away, and when all has to be over, in s. */
const PAUSES: Array<[string, away: CreateService, pauseS: number, mostS: number, PlannedRun[]]> = [
	['no Retry-After', turnsAllAway(), 150, 170, []],
	['Retry-After: 120', turnsAllAway('120'), 100, 140, calls(20, { everyMs: 5_000, from: 100 })],
	['Retry-After: 240', turnsAllAway('240'), 200, 260, []],
];

testKinds(
	'everything is turned away for a while, and every start waits for it',
	PAUSES.map(([name, away, pauseS, mostS, others]) => ({
		name: `${pauseS} s, ${name}`,
		service: until(pauseS * 1_000, away, takesAll()),
		runs: [{ at: 0, starts: rows(100) }, ...others],
		measure: (played) => ({
			lost: [countLost(played.starts), 0],
			requests: [countRequests(played), 2],
			'end s': [played.ms / 1_000, mostS],
		}),
	})),
);

/** Each with the longest wait that may be left, in s. */
const STOPS: Array<[string, CreateService, leftS: number]> = [
	['10 a second', limited(TEN_A_SECOND), 10],
	['1 a second', limited({ ...rate(1, 1_000, 'bucket'), flowMs: FLOW_MS }), 10],
	['5 at once', limited({ atOnce: 5, flowMs: FLOW_MS }), 20],
	['everything turned away for 20 s', until(20_000, turnsAllAway(), takesAll()), 10],
	['the same, Retry-After: 20', until(20_000, turnsAllAway('20'), takesAll()), 20],
	['a start of its own, Retry-After: 300', withOwnStarts(takesAll(), '300'), 300],
];

testKinds(
	'Stop of 20 runs leaves nothing behind',
	STOPS.map(([name, service, mostLeftS]) => {
		const stopped = Array.from({ length: 20 }, (_, n) => ({
			at: 500 * n,
			stopAt: 500 * n + 777 * (n + 1),
			starts: [...ownRows(n === 0 ? 1 : 0), ...rows(50, { from: 50 * n })],
		}));
		const soon = calls(10, { firstAt: 30_000, everyMs: 5_000, from: 1_000 });
		// What was held back before a quiet time is not taken for a limit.
		const later = calls(3, { firstAt: 5 * MINUTE_MS, everyMs: 1, from: 1_010 });
		return {
			name,
			service,
			runs: [...stopped, ...soon, ...later],
			measure: async ({ runs }, seed) => {
				const afterwards = runs.slice(stopped.length);
				const { leftMs } = await play(seed, service, stopped);
				return {
					lost: [countLost(afterwards.flatMap(({ starts }) => starts)), 0],
					wait: [findLongestWait(afterwards), LONGEST_PROBE_WAIT_S],
					'left s': [leftMs / 1_000, mostLeftS],
				};
			},
		};
	}),
);

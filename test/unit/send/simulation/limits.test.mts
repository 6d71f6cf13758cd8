/** Many runs at services that limit how much they take: one flow, and several flows, tokens and processes of one account. */
import {
	computeOwnTime,
	createAdmission,
	type Limits,
	rate,
	ROUND_TRIP_MS,
} from '../../../limits.mts';
import { type Arrival, CREDENTIAL, reactions } from '../modelService.mts';
import {
	calls,
	countLost,
	type CreateService,
	divided,
	findLongestWait,
	FLOW_MS,
	type Kind,
	limited,
	type Most,
	ONE_FLOW,
	type PlannedRun,
	play,
	type Played,
	rows,
	SEVERAL,
	takesAll,
	testKinds,
	turnsAllAway,
	within,
} from './play.mts';

const ROW_COUNT = 300;

/** In which flow a row is. */
type GetFlow = (row: number) => string;

interface Load {
	name: string;
	plan: (flow?: GetFlow) => PlannedRun[];
	/** When the last run begins, in ms. */
	lastAt?: number;
	/** Where it differs. */
	most?: Most;
}

/** Runs that begin together. */
const splitRuns = (count: number, rowCount: number, flow?: GetFlow) =>
	Array.from({ length: count }, (_, n) => ({
		at: 0,
		starts: rows(rowCount, { from: n * rowCount, flow: flow && (() => flow(n)) }),
	}));

const runBesideCalls = (count: number, flow?: GetFlow) => [
	{ at: 0, starts: rows(count) },
	...calls(30, { firstAt: 1_000, everyMs: 1_000, from: count, flow }),
];

const ONE_RUN: Load = {
	name: 'one run',
	plan: (flow) => [{ at: 0, starts: rows(ROW_COUNT, { flow }) }],
};
// Executions of one item begin one after another, twice as fast as n8n can begin them on two cores.
const MANY_RUNS: Load = {
	name: 'many runs',
	plan: (flow) => calls(ROW_COUNT, { everyMs: 50, flow }),
	lastAt: 50 * ROW_COUNT,
};
const FOUR_RUNS: Load = { name: '4 runs', plan: (flow) => splitRuns(4, ROW_COUNT / 4, flow) };
const OTHER_LOADS: Load[] = [
	{ name: '40 runs of 10 rows', plan: (flow) => splitRuns(40, 10, flow) },
	{ name: '30 calls beside a run', plan: (flow) => runBesideCalls(300, flow), lastAt: 30_000 },
	{
		name: '40 runs of one row',
		plan: (flow) => splitRuns(40, 1, flow),
		// They are over before the first pause has told anything.
		most: { times: Infinity, requests: Infinity },
	},
];

type LimitRow = [name: string, Limits, Most];

const combine = (limitRows: LimitRow[], loads: Load[], flow?: GetFlow, processCount = 1): Kind[] =>
	loads.flatMap(({ name, plan, lastAt = 0, most }) => {
		const runs = plan(flow).map((run, n) => ({ ...run, process: n % processCount }));
		const startCount = runs.reduce((count, { starts }) => count + starts.length, 0);
		return limitRows.map(([limitName, limits, usualMost]) => {
			const ownMs = Math.max(lastAt, computeOwnTime(limits, startCount));
			const measure = within(ownMs, most ?? usualMost);
			return { name: `${name}, ${limitName}`, service: limited(limits), runs, measure };
		});
	});

/** Each with the most times of the service's own time that a run may take. */
const LIMITS: Array<[string, number, Omit<Limits, 'flowMs' | 'retryAfter'>]> = [
	['20 at once', 1.6, { atOnce: 20 }],
	['5 at once', 1.6, { atOnce: 5 }],
	['1 at once', 1.6, { atOnce: 1 }],
	['10 a second', 1.6, rate(10, 1_000)],
	['10 in any second', 1.6, rate(10, 1_000, 'sliding')],
	['10 a second, bucket', 1.6, rate(10, 1_000, 'bucket')],
	['50 a second', 1.6, rate(50, 1_000)],
	// Five seconds are over before much is measured, and a second without starts brings all of them back at once.
	['50 in any second', 2, rate(50, 1_000, 'sliding')],
	['50 a second, bucket', 1.6, rate(50, 1_000, 'bucket')],
	['1 a second, bucket', 1.6, rate(1, 1_000, 'bucket')],
	['60 a minute', 1.6, rate(60, 60_000)],
	['60 in any minute', 1.6, rate(60, 60_000, 'sliding')],
	['60 a minute, bucket', 1.6, rate(60, 60_000, 'bucket')],
];

const FLOWS = [
	{ flowMs: 1 },
	{ flowMs: 1, retryAfter: 'seconds' },
	{ flowMs: 200 },
	{ flowMs: 200, retryAfter: 'seconds' },
	{ flowMs: 200, retryAfter: 'date' },
	{ flowMs: 2_000 },
	{ flowMs: 2_000, retryAfter: 'seconds' },
] as const;

const ONE_FLOW_LIMITS = LIMITS.flatMap(([name, maxTimes, limit]) =>
	FLOWS.map((flow): LimitRow => {
		// Long flows at a high rate need many in flight, and the run's window begins with few: 1.4 times without any limit.
		const times = flow.flowMs === 2_000 && limit.rate?.starts === 50 ? 2.3 : maxTimes;
		return [`${name}, ${JSON.stringify(flow)}`, { ...limit, ...flow }, { ...ONE_FLOW, times }];
	}),
);

testKinds('one flow', combine(ONE_FLOW_LIMITS, [ONE_RUN, MANY_RUNS]));

const ACCOUNT_LIMITS = (
	[
		['10 a second', { ...rate(10, 1_000), flowMs: FLOW_MS }],
		['60 a minute', { ...rate(60, 60_000), flowMs: FLOW_MS }],
		['1 at once', { atOnce: 1, flowMs: FLOW_MS }],
		['5 at once of 200 ms', { atOnce: 5, flowMs: FLOW_MS }],
		['5 at once of 2 s', { atOnce: 5, flowMs: 2_000 }],
	] as Array<[string, Limits]>
).flatMap(([name, limits]): LimitRow[] => [
	[name, limits, SEVERAL],
	[`${name}, Retry-After`, { ...limits, retryAfter: 'seconds' }, SEVERAL],
]);

/** The rows are of so many flows, in turn. */
const among = (flowCount: number) => (row: number) => `flow ${row % flowCount}`;

const FLOW_LOADS = [ONE_RUN, MANY_RUNS, ...OTHER_LOADS];

for (const flowCount of [2, 20, 40]) {
	testKinds(`${flowCount} flows`, combine(ACCOUNT_LIMITS, FLOW_LOADS, among(flowCount)));
}

const PROCESS_LIMITS = ACCOUNT_LIMITS.map(([name, limits, most]): LimitRow => {
	// Each process waits by itself, and here for five times as long as a start takes.
	const times = limits.atOnce === 5 && limits.flowMs === FLOW_MS ? 2.8 : 2.5;
	return [name, limits, limits.retryAfter ? { ...most, times } : most];
});

/** Where one process gets nothing for three minutes, or has more than 100 runs that wait meanwhile, it gives up, and says so. */
const isStarved = ({ name }: Kind) => /(?:many runs, 1 at once|60 a minute)$/.test(name);

for (const count of [2, 4]) {
	const kinds = combine(PROCESS_LIMITS, [FOUR_RUNS, MANY_RUNS], undefined, count).filter(
		(kind) => !isStarved(kind),
	);
	testKinds(`${count} processes that do not hear of each other`, kinds);
}

testKinds(
	'2 processes, 2 flows',
	combine([['5 at once of 1 s', { atOnce: 5, flowMs: 1_000 }, SEVERAL]], FLOW_LOADS, among(2), 2),
);

/** Measures until the last request of some rows. */
const untilLast =
	(isMeasured: (row: number) => boolean, measure: ReturnType<typeof within>) => (played: Played) =>
		measure({
			...played,
			ms: played.arrivals.filter(({ slug }) => isMeasured(Number(slug))).at(-1)?.at ?? 0,
		});

const isLong = (row: number) => row % 20 === 7;

const mixFlows = (limit: Pick<Limits, 'atOnce' | 'rate'>, shortMs: number, longMs: number) =>
	['flow', 'long'].map((longFlow): Kind => {
		const limits = { ...limit, flowMs: (longMs + 19 * shortMs) / 20 };
		const ownMs = computeOwnTime(limits, ROW_COUNT);
		return {
			name: `10 ${limit.rate ? 'a second' : 'at once'}, ${shortMs} and ${longMs} ms, in "flow" and "${longFlow}"`,
			service: limited(limits, (row) => (isLong(Number(row)) ? longMs : shortMs)),
			runs: ONE_RUN.plan((row) => (isLong(row) ? longFlow : 'flow')),
			measure: untilLast((row) => !isLong(row), within(ownMs, ONE_FLOW)),
		};
	});

testKinds('a few flows that take long do not hold back the others', [
	...mixFlows(rate(10, 1_000), 200, 30_000),
	...mixFlows(rate(10, 1_000), 50, 60_000),
	...mixFlows({ atOnce: 10 }, 200, 30_000),
	...mixFlows({ atOnce: 10 }, 50, 60_000),
]);

const BESIDE: Array<[string, Limits, roundMs: number]> = [
	['20 at once', { atOnce: 20, flowMs: 200 }, 210],
	['5 at once', { atOnce: 5, flowMs: 200 }, 210],
	['20 at once, slow flows', { atOnce: 20, flowMs: 2_000 }, 2_010],
	['50 a second', { ...rate(50, 1_000), flowMs: 1 }, 1_000],
	['10 a second', { ...rate(10, 1_000), flowMs: 200 }, 1_000],
];

testKinds(
	'30 calls beside a run of 2,000 rows do not wait for it',
	BESIDE.flatMap(([name, limits, roundMs]) =>
		[
			{ flow: 'flow', mostWaitMs: 2 * roundMs },
			// It finds out that it shares a limit.
			{ flow: 'other', mostWaitMs: 10_000 },
		].map(({ flow, mostWaitMs }) => ({
			name: `${name}, calls of "${flow}"`,
			service: limited(limits),
			runs: runBesideCalls(2_000, () => flow),
			measure: within(computeOwnTime(limits, 2_030), ONE_FLOW, ({ runs }) => ({
				wait: [findLongestWait(runs.slice(1), limits.flowMs), mostWaitMs / 1_000],
			})),
		})),
	),
);

testKinds(
	'for a while, 10 calls a second at 5 a second: they wait in the order of arrival',
	(['fixed', 'sliding', 'bucket'] as const).flatMap((window) =>
		[undefined, 'seconds' as const].map((retryAfter) => {
			const limits = { ...rate(5, 1_000, window), flowMs: FLOW_MS, retryAfter };
			return {
				name: `${window}, Retry-After: ${retryAfter ?? 'none'}`,
				service: limited(limits),
				runs: calls(600, { everyMs: 100 }),
				measure: within(computeOwnTime(limits, 600), ONE_FLOW, ({ runs }) => {
					const ends = runs.map(({ at, ms }) => at + ms).sort((a, b) => a - b);
					const inOrder = runs.map(({ at }, n) => ({ at, ms: (ends[n] ?? 0) - at, starts: [] }));
					return { wait: [findLongestWait(runs), 1.2 * findLongestWait(inOrder)] };
				}),
			};
		}),
	),
);

/** The second service takes the place of the first one in the time between. */
const changing = (services: [CreateService, CreateService], fromMs: number, toMs: number) =>
	divided(services, ({ at }) => (at >= fromMs && at < toMs ? 1 : 0));

const perSecond = (starts: number) => limited({ ...rate(starts, 1_000), flowMs: FLOW_MS });
const atOnce = (count: number) => limited({ atOnce: count, flowMs: FLOW_MS });

const byChance = (service: CreateService) =>
	divided([takesAll(), service], (_arrival, random) => (random() < 0.1 ? 1 : 0));

/** n8n, or the service, was busy at that moment. */
const turnsAwayLateOnce: CreateService = () => {
	const flowMs = 30_000;
	const admit = createAdmission({ ...rate(10, 1_000), flowMs });
	let turnedAwayCount = 0;
	return ({ slug, at }) => {
		if (admit(at) === 0) return reactions.starts(slug, flowMs);
		return reactions.tooMany(undefined, ++turnedAwayCount === 4 ? 3_000 : ROUND_TRIP_MS);
	};
};

/** It takes 20 at once, and 5 while it has 25 requests or more. */
const takesLessWhenOverloaded: CreateService = (clock) => {
	let busy = 0;
	let turnedAway = 0;
	return ({ slug }) => {
		if (busy >= (busy + turnedAway >= 25 ? 5 : 20)) {
			turnedAway++;
			clock.in(ROUND_TRIP_MS, () => turnedAway--);
			return reactions.tooMany(undefined, ROUND_TRIP_MS);
		}
		busy++;
		clock.in(210, () => busy--);
		return reactions.starts(slug, 210);
	};
};

const TEN_A_SECOND_BUCKET: Limits = { ...rate(1, 100, 'bucket'), flowMs: 1, retryAfter: 'seconds' };

testKinds('one flow', [
	{
		name: '10 a second, 2 a second from 20 s to 80 s, and 10 again',
		service: changing([perSecond(10), perSecond(2)], 20_000, 80_000),
		runs: [{ at: 0, starts: rows(600) }],
		measure: within(108_000, ONE_FLOW),
	},
	{
		name: '20 at once, 4 from 5 s to 25 s, and 20 again',
		service: changing([atOnce(20), atOnce(4)], 5_000, 25_000),
		runs: [{ at: 0, starts: rows(2_000) }],
		measure: within(37_000, ONE_FLOW),
	},
	{
		name: 'one run, one request in ten turned away by chance',
		service: byChance(turnsAllAway()),
		runs: ONE_RUN.plan(),
		measure: within(0, ONE_FLOW),
	},
	{
		name: 'one run, one request in ten turned away by chance, Retry-After: 1',
		service: byChance(turnsAllAway('1')),
		runs: ONE_RUN.plan(),
		// Others may wait for each Retry-After.
		measure: within(0, { ...ONE_FLOW, times: 10 }),
	},
	{
		name: 'many runs, one request in ten turned away by chance',
		service: byChance(turnsAllAway()),
		runs: MANY_RUNS.plan(),
		measure: within(15_000, ONE_FLOW),
	},
	{
		name: 'with Concurrency 1, a run finds out the rate as well',
		service: limited(TEN_A_SECOND_BUCKET),
		runs: [{ at: 0, starts: rows(ROW_COUNT), options: { concurrency: 1 } }],
		// Each Retry-After is ten times as long as the service needs for a start.
		measure: within(computeOwnTime(TEN_A_SECOND_BUCKET, ROW_COUNT), { times: 4, requests: 1.5 }),
	},
	{
		name: 'a start that was turned away late, once, does not hold back long flows',
		service: turnsAwayLateOnce,
		runs: MANY_RUNS.plan(),
		measure: untilLast(() => true, within(30_000, ONE_FLOW)),
	},
	{
		name: 'a service that takes less while it is overloaded is not kept overloaded',
		service: takesLessWhenOverloaded,
		runs: [{ at: 0, starts: rows(600) }],
		measure: within((600 / 20) * 210, ONE_FLOW),
	},
	{
		name: '1 a minute: nothing is lost, however slow the service is',
		service: limited({ ...rate(1, 60_000), flowMs: FLOW_MS }),
		runs: [{ at: 0, starts: rows(10) }],
		measure: within(9 * 60_000, { ...ONE_FLOW, requests: Infinity }),
	},
]);

const QUIET: Array<[string, Limits]> = [
	['10 a second', { ...rate(10, 1_000), flowMs: FLOW_MS }],
	['60 a minute', { ...rate(60, 60_000), flowMs: FLOW_MS }],
	['5 at once', { atOnce: 5, flowMs: FLOW_MS }],
];

testKinds(
	'how rarely somebody starts something is not the rate of a service',
	QUIET.flatMap(([name, limits]) =>
		[9 * 60_000, 60_000, 10_000].flatMap((everyMs) =>
			[FLOW_MS, 1.5 * everyMs].map((flowMs): Kind => {
				const before = calls(50, { everyMs, from: ROW_COUNT });
				const service = limited(limits, (row) => (Number(row) < ROW_COUNT ? FLOW_MS : flowMs));
				return {
					name: `${name}, after a call of ${flowMs} ms each ${everyMs} ms`,
					// What it learns from the first turn-away, it keeps.
					service: divided([turnsAllAway(), service], ({ number }) => (number === 0 ? 0 : 1)),
					runs: [...before, { at: 50 * everyMs, starts: rows(ROW_COUNT) }],
					measure: ({ runs, arrivals }) => ({
						lost: [countLost(runs.flatMap(({ starts }) => starts)), 0],
						times: [
							(runs.at(-1)?.ms ?? 0) / Math.max(5_000, computeOwnTime(limits, ROW_COUNT)),
							1.6,
						],
						requests: [(arrivals.length - 50) / ROW_COUNT, 2.5],
					}),
				};
			}),
		),
	),
);

const isSlow = ({ flow, token }: Arrival) => (flow === 'slow' || token === 'slow' ? 0 : 1);
const besideSlow = (other: CreateService) => divided([perSecond(1), other], isSlow);
const slowFlow = rows(60, { flow: () => 'slow' });
const slowToken = rows(60).map((start) => ({
	...start,
	credential: { ...CREDENTIAL, accessToken: 'slow' },
}));
const runBeside = [{ at: 5_000, starts: rows(280, { from: 60 }) }];
const callsBeside = calls(30, { firstAt: 5_000, everyMs: 1_000, from: 60 });

testKinds(
	'what is not limited is not slowed by 60 rows at 1 a second',
	(
		[
			['a run of another flow', slowFlow, runBeside],
			['calls of another flow', slowFlow, callsBeside],
			['a run of the same flow with another token', slowToken, runBeside],
			['calls of the same flow with another token', slowToken, callsBeside],
		] as const
	).map(([name, starts, others]) => ({
		name,
		service: besideSlow(takesAll()),
		runs: [{ at: 0, starts }, ...others],
		measure: async (played, seed) => {
			const alone = await play(seed, besideSlow(takesAll()), [...others]);
			const times = played.runs.slice(1).map(({ ms }, n) => ms / (alone.runs[n]?.ms ?? 0));
			return { ...within(60_000, SEVERAL)(played), slowed: [Math.max(...times), 1.05] };
		},
	})),
);

testKinds('limits of single flows', [
	...[perSecond(5), atOnce(1)].map(
		(other, n): Kind => ({
			name: `1 a second, and ${['5 a second', '1 at once'][n]}`,
			service: besideSlow(other),
			runs: [{ at: 0, starts: slowFlow }, ...runBeside],
			// As most limits are the account's, both share one: the price is time.
			measure: within(60_000, { ...SEVERAL, times: 2.5 }),
		}),
	),
	{
		name: '1 a second, in a run with 19 others',
		service: besideSlow(takesAll()),
		runs: ONE_RUN.plan((row) => (row % 20 === 0 ? 'slow' : among(20)(row))),
		measure: within(15_000, SEVERAL, ({ arrivals }) => ({
			'others s': [(arrivals.filter(isSlow).at(-1)?.at ?? 0) / 1_000, 5],
		})),
	},
]);

test('a service that works on 10 starts while others wait gets at most 40 at once, run after run', async () => {
	const placesFreeAt = new Array<number>(10).fill(0);
	let inFlight = 0;
	let mostInFlight = 0;
	const service: CreateService =
		(clock) =>
		({ slug }) => {
			const [freeAt = 0] = placesFreeAt.sort((a, b) => a - b);
			placesFreeAt[0] = Math.max(freeAt, clock.elapsed) + 100;
			const latency = placesFreeAt[0] - clock.elapsed;
			mostInFlight = Math.max(mostInFlight, ++inFlight);
			clock.in(latency, () => inFlight--);
			return reactions.starts(slug, latency);
		};
	const { runs } = await play(
		1,
		service,
		[0, 1, 2].map((n) => ({ at: n * 20_000, starts: rows(1_000, { from: n * 1_000 }) })),
	);
	expect(mostInFlight).toBeLessThanOrEqual(40);
	expect(Math.max(...runs.map(({ ms }) => ms))).toBeLessThanOrEqual(1.25 * (1_000 / 10) * 100);
});

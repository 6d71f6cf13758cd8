/** One flow at services that limit how much they take, in one process of n8n. */
import {
	computeOwnTime,
	createAdmission,
	type Limits,
	rate,
	ROUND_TRIP_MS,
} from '../../../limits.mts';
import { reactions } from '../modelService.mts';
import { type Kind, measureLoss, ONE_FLOW, testKinds, withRetryAfter } from './kinds.mts';
import {
	calls,
	type CreateService,
	divided,
	findLongestWait,
	FLOW_MS,
	limited,
	play,
	rows,
	takesAll,
	turnsAllAway,
} from './play.mts';

const ROW_COUNT = 300;

/** Executions of one item begin one after another, twice as fast as n8n can begin them on two cores. */
const BEGINNING_MS = 50;

const ONE_RUN = [{ at: 0, starts: rows(ROW_COUNT) }];
const MANY_RUNS = calls(ROW_COUNT, { everyMs: BEGINNING_MS });

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

const KINDS = LIMITS.flatMap(([name, maxTimes, limit]) =>
	[1, 200, 2_000].flatMap((flowMs) =>
		([undefined, 'seconds', 'date'] as const).map((retryAfter) => ({
			name: `${name}, flows of ${flowMs} ms, Retry-After: ${retryAfter ?? 'none'}`,
			// Long flows at a high rate need many in flight, and the run's window begins with few: 1.4 times without any limit.
			maxTimes: flowMs === 2_000 && limit.rate?.starts === 50 ? 2.3 : maxTimes,
			limits: { ...limit, flowMs, retryAfter } as Limits,
		})),
	),
);

testKinds(
	'one run',
	KINDS.map(({ name, maxTimes, limits }) => ({
		name,
		measure: async (seed) => {
			const ownMs = computeOwnTime(limits, ROW_COUNT);
			const played = await play(seed, limited(limits), ONE_RUN);
			return measureLoss(played, ownMs, { ...ONE_FLOW, times: maxTimes });
		},
	})),
);

testKinds(
	'many runs',
	KINDS.map(({ name, maxTimes, limits }) => ({
		name,
		measure: async (seed) => {
			const ownMs = Math.max(computeOwnTime(limits, ROW_COUNT), ROW_COUNT * BEGINNING_MS);
			const played = await play(seed, limited(limits), MANY_RUNS);
			return measureLoss(played, ownMs, { ...ONE_FLOW, times: maxTimes });
		},
	})),
);

const isLong = (row: string) => Number(row) % 20 === 7;

testKinds(
	'a few flows that take long do not hold back the others',
	[
		{ name: '10 a second', limit: rate(10, 1_000), shortMs: 200, longMs: 30_000 },
		{ name: '10 at once', limit: { atOnce: 10 }, shortMs: 200, longMs: 30_000 },
		{ name: '10 a second, 50 ms and 60 s', limit: rate(10, 1_000), shortMs: 50, longMs: 60_000 },
		{ name: '10 at once, 50 ms and 60 s', limit: { atOnce: 10 }, shortMs: 50, longMs: 60_000 },
	].map(({ name, limit, shortMs, longMs }) => ({
		name,
		measure: async (seed) => {
			const limits = { ...limit, flowMs: (longMs + 19 * shortMs) / 20 };
			const service = limited(limits, (row) => (isLong(row) ? longMs : shortMs));
			const played = await play(seed, service, ONE_RUN);
			const ms = played.arrivals.at(-1)?.at ?? 0;
			return measureLoss({ ...played, ms }, computeOwnTime(limits, ROW_COUNT), ONE_FLOW);
		},
	})),
);

const BESIDE: Array<[string, Limits, roundMs: number]> = [
	['20 at once', { atOnce: 20, flowMs: 200 }, 210],
	['5 at once', { atOnce: 5, flowMs: 200 }, 210],
	['20 at once, slow flows', { atOnce: 20, flowMs: 2_000 }, 2_010],
	['50 a second', { ...rate(50, 1_000), flowMs: 1 }, 1_000],
	['10 a second', { ...rate(10, 1_000), flowMs: 200 }, 1_000],
];

testKinds(
	'a call every second beside a run of 2,000 rows waits two rounds at most',
	BESIDE.map(([name, limits, roundMs]) => ({
		name,
		measure: async (seed) => {
			const runs = calls(30, { firstAt: 1_000, everyMs: 1_000, from: 2_000 });
			const played = await play(seed, limited(limits), [{ at: 0, starts: rows(2_000) }, ...runs]);
			return {
				...measureLoss(played, computeOwnTime(limits, 2_030), ONE_FLOW),
				wait: [findLongestWait(played.runs.slice(1), limits.flowMs), (2 * roundMs) / 1_000],
			};
		},
	})),
);

testKinds(
	'more calls than the service takes for a while wait in the order of arrival',
	(['fixed', 'sliding', 'bucket'] as const)
		.flatMap((window) => withRetryAfter([[window, { ...rate(5, 1_000, window), flowMs: FLOW_MS }]]))
		.map(([name, limits]) => ({
			name: `5 a second, 600 calls at 10 a second, ${name}`,
			measure: async (seed) => {
				const played = await play(seed, limited(limits), calls(600, { everyMs: 100 }));
				return {
					...measureLoss(played, computeOwnTime(limits, 600), ONE_FLOW),
					// The last call arrives after 60 s, and leaves after 120 s.
					wait: [findLongestWait(played.runs), 1.2 * 61.5],
				};
			},
		})),
);

testKinds('a limit that changes', [
	{
		name: '10 a second, 2 a second from 20 s to 80 s, and 10 again',
		measure: async (seed) => {
			const service = divided(
				[10, 2].map((starts) => limited({ ...rate(starts, 1_000), flowMs: FLOW_MS })),
				({ at }) => (at >= 20_000 && at < 80_000 ? 1 : 0),
			);
			const played = await play(seed, service, [{ at: 0, starts: rows(600) }]);
			return measureLoss(played, 20_000 + 60_000 + 28_000, ONE_FLOW);
		},
	},
	{
		name: '20 at once, 4 from 5 s to 25 s, and 20 again',
		measure: async (seed) => {
			const service = divided(
				[20, 4].map((atOnce) => limited({ atOnce, flowMs: FLOW_MS })),
				({ at }) => (at >= 5_000 && at < 25_000 ? 1 : 0),
			);
			const played = await play(seed, service, [{ at: 0, starts: rows(2_000) }]);
			return measureLoss(played, 5_000 + 20_000 + 12_000, ONE_FLOW);
		},
	},
]);

const byChance = (away: CreateService) =>
	divided([takesAll(), away], (_arrival, random) => (random() < 0.1 ? 1 : 0));

testKinds(
	'one request in ten is turned away by chance',
	[
		{ name: 'one run', runs: ONE_RUN, ownMs: 0 },
		{ name: 'one run, Retry-After: 1', retryAfter: '1', runs: ONE_RUN, ownMs: 0 },
		{ name: 'many runs', runs: MANY_RUNS, ownMs: ROW_COUNT * BEGINNING_MS },
	].map(({ name, retryAfter, runs, ownMs }) => ({
		name,
		measure: async (seed) => {
			const played = await play(seed, byChance(turnsAllAway(retryAfter)), runs);
			return measureLoss(played, ownMs, ONE_FLOW);
		},
	})),
);

/** n8n, or the service, was busy at that moment. */
const turnsAwayLateOnce =
	(limits: Limits): CreateService =>
	() => {
		const admit = createAdmission(limits);
		let turnedAwayCount = 0;
		return ({ slug, at }) => {
			if (admit(at) === 0) return reactions.starts(slug, limits.flowMs);
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

const FURTHER: Kind[] = [
	{
		name: 'with Concurrency 1, a run finds out the rate as well',
		measure: async (seed) => {
			const limits: Limits = { ...rate(1, 100, 'bucket'), flowMs: 1, retryAfter: 'seconds' };
			const starts = rows(ROW_COUNT);
			const run = { at: 0, starts, options: { concurrency: 1 } };
			const played = await play(seed, limited(limits), [run]);
			// Each Retry-After is ten times as long as the service needs for a start.
			return measureLoss(played, computeOwnTime(limits, ROW_COUNT), { times: 4, requests: 1.5 });
		},
	},
	{
		name: 'a start that was turned away late, once, does not hold back long flows',
		measure: async (seed) => {
			const limits: Limits = { ...rate(10, 1_000), flowMs: 30_000 };
			const played = await play(seed, turnsAwayLateOnce(limits), MANY_RUNS);
			const ms = played.arrivals.at(-1)?.at ?? 0;
			return measureLoss({ ...played, ms }, (ROW_COUNT / 10) * 1_000, ONE_FLOW);
		},
	},
	{
		name: 'a service that takes less while it is overloaded is not kept overloaded',
		measure: async (seed) => {
			const played = await play(seed, takesLessWhenOverloaded, [{ at: 0, starts: rows(600) }]);
			return measureLoss(played, (600 / 20) * 210, ONE_FLOW);
		},
	},
	{
		name: '1 a minute: nothing is lost, however slow the service is',
		measure: async (seed) => {
			const limits: Limits = { ...rate(1, 60_000), flowMs: FLOW_MS };
			const played = await play(seed, limited(limits), [{ at: 0, starts: rows(10) }]);
			return measureLoss(played, computeOwnTime(limits, 10), { ...ONE_FLOW, requests: Infinity });
		},
	},
];

testKinds('further services', FURTHER);

test('a service that works on 10 starts while others wait gets at most 40 at once, run after run', async () => {
	const placesFreeAt = new Array<number>(10).fill(0);
	let atOnce = 0;
	let mostAtOnce = 0;
	const createService: CreateService =
		(clock) =>
		({ slug }) => {
			const [freeAt = 0] = placesFreeAt.sort((a, b) => a - b);
			placesFreeAt[0] = Math.max(freeAt, clock.elapsed) + 100;
			const latency = placesFreeAt[0] - clock.elapsed;
			mostAtOnce = Math.max(mostAtOnce, ++atOnce);
			clock.in(latency, () => atOnce--);
			return reactions.starts(slug, latency);
		};
	const { runs } = await play(1, createService, [
		{ at: 0, starts: rows(1_000) },
		{ at: 20_000, starts: rows(1_000, { from: 1_000 }) },
		{ at: 40_000, starts: rows(1_000, { from: 2_000 }) },
	]);
	expect(mostAtOnce).toBeLessThanOrEqual(40);
	expect(Math.max(...runs.map(({ ms }) => ms))).toBeLessThanOrEqual(1.25 * (1_000 / 10) * 100);
});

/** Several flows, tokens and processes of n8n at one account. */
import { computeOwnTime, type Limits, rate } from '../../../limits.mts';
import { CREDENTIAL } from '../modelService.mts';
import { type Kind, measureLoss, SEVERAL, testKinds, withRetryAfter } from './kinds.mts';
import {
	calls,
	type CreateService,
	divided,
	findLongestWait,
	FLOW_MS,
	limited,
	type PlannedRun,
	play,
	type PlayedRun,
	rows,
	takesAll,
} from './play.mts';

const ROW_COUNT = 300;

const LIMITS = withRetryAfter([
	['10 a second', { ...rate(10, 1_000), flowMs: FLOW_MS }],
	['50 a second, bucket', { ...rate(50, 1_000, 'bucket'), flowMs: FLOW_MS }],
	['60 a minute', { ...rate(60, 60_000), flowMs: FLOW_MS }],
	['5 at once of 200 ms', { atOnce: 5, flowMs: FLOW_MS }],
	['5 at once of 2 s', { atOnce: 5, flowMs: 2_000 }],
	['1 at once', { atOnce: 1, flowMs: FLOW_MS }],
]);

const countStarts = (runs: PlannedRun[]) =>
	runs.reduce((sum, { starts }) => sum + starts.length, 0);

/** The rows go to the flows in turn. */
const among = (flowCount: number) => (row: number) => `flow ${row % flowCount}`;

/** Each with the end of its last run if nothing has to wait. */
const LOADS: Array<[string, lastAt: number, (flowCount: number) => PlannedRun[]]> = [
	[
		'one run over all',
		0,
		(flowCount) => [{ at: 0, starts: rows(300, { flow: among(flowCount) }) }],
	],
	[
		'many runs of one start',
		15_000,
		(flowCount) => calls(300, { everyMs: 50, flow: among(flowCount) }),
	],
	[
		'40 workflows of 10 rows at once',
		0,
		(flowCount) =>
			Array.from({ length: 40 }, (_, n) => ({
				at: 0,
				starts: rows(10, { from: 10 * n, flow: () => among(flowCount)(n) }),
			})),
	],
];

testKinds(
	'flows at one limit',
	[2, 20, 40].flatMap((flowCount) =>
		LIMITS.flatMap(([name, limits]) =>
			LOADS.map(([load, lastAt, plan]) => ({
				name: `${flowCount} flows, ${load}, ${name}`,
				measure: async (seed: number) => {
					const runs = plan(flowCount);
					const ownMs = Math.max(lastAt, computeOwnTime(limits, countStarts(runs)));
					return measureLoss(await play(seed, limited(limits), runs), ownMs, SEVERAL);
				},
			})),
		),
	),
);

testKinds(
	'40 workflows of one start at once lose nothing',
	LIMITS.map(([name, limits]) => ({
		name,
		measure: async (seed) => {
			const played = await play(seed, limited(limits), calls(40, { everyMs: 0, flow: among(40) }));
			// They are over before the first pause has told anything.
			const most = { times: Infinity, requests: Infinity };
			return measureLoss(played, computeOwnTime(limits, 40), most);
		},
	})),
);

testKinds(
	'calls of other flows do not wait for a run of 300 rows',
	[2, 20].flatMap((flowCount) =>
		LIMITS.map(([name, limits]) => ({
			name: `${flowCount - 1} others, ${name}`,
			measure: async (seed: number) => {
				const flow = (row: number) => `other ${row % (flowCount - 1)}`;
				const others = calls(30, { firstAt: 1_000, everyMs: 1_000, from: ROW_COUNT, flow });
				const played = await play(seed, limited(limits), [
					{ at: 0, starts: rows(ROW_COUNT) },
					...others,
				]);
				const ownMs = Math.max(30_000, computeOwnTime(limits, ROW_COUNT + 30));
				const mostWait = Math.max(10, (2 * (limits.rate?.perMs ?? 0)) / 1_000);
				return {
					...measureLoss(played, ownMs, SEVERAL),
					wait: [findLongestWait(played.runs.slice(1), limits.flowMs), mostWait],
				};
			},
		})),
	),
);

const slow = limited({ ...rate(1, 1_000), flowMs: FLOW_MS });
const SLOW_OWN_MS = computeOwnTime({ ...rate(1, 1_000), flowMs: FLOW_MS }, 60);

testKinds(
	'two flows with limits of their own',
	(
		[
			['1 and 5 a second', rate(1, 1_000), rate(5, 1_000)],
			['1 a second, 1 at once', rate(1, 1_000), { atOnce: 1 }],
		] as const
	).map(([name, one, other]) => ({
		name,
		measure: async (seed) => {
			const limits = [one, other].map((limit) => limited({ ...limit, flowMs: FLOW_MS }));
			const service = divided(limits, ({ flow }) => (flow === 'one' ? 0 : 1));
			const played = await play(seed, service, [
				{ at: 0, starts: rows(60, { flow: () => 'one' }) },
				{ at: 0, starts: rows(280, { from: 60, flow: () => 'other' }) },
			]);
			// One account is what is usual, so both share one limit, at the price of time.
			return measureLoss(played, SLOW_OWN_MS, { times: 2.5, requests: SEVERAL.requests });
		},
	})),
);

/** Compares how long runs take beside a run of 60 rows at 1 a second with how long they take alone. */
async function measureBeside(
	seed: number,
	service: CreateService,
	{ slowRun, others }: { slowRun: PlannedRun; others: PlannedRun[] },
) {
	const together = await play(seed, service, [slowRun, ...others]);
	const alone = await play(seed, service, others);
	const sumTimes = (runs: PlayedRun[]) => runs.reduce((sum, { ms }) => sum + ms, 0);
	return {
		...measureLoss(together, SLOW_OWN_MS, SEVERAL),
		slowed: [sumTimes(together.runs.slice(1)) / sumTimes(alone.runs), 1.05] as const,
	};
}

const isSlowFlow = ({ flow }: { flow: string }) => (flow === 'slow' ? 0 : 1);
const isSlowToken = ({ token }: { token: string }) => (token === 'slow-token' ? 0 : 1);
const free = { firstAt: 5_000, from: 60, everyMs: 1_000 };
const besideRun = [{ at: 5_000, starts: rows(300, { from: 60 }) }];
const slowRows = rows(60, { flow: () => 'slow' });
const withSlowToken = rows(60).map((start) => ({
	...start,
	credential: { ...CREDENTIAL, accessToken: 'slow-token' },
}));

testKinds('what is not limited is not slowed', [
	...(
		[
			['a run of another flow', { at: 0, starts: slowRows }, besideRun, isSlowFlow],
			['calls of another flow', { at: 0, starts: slowRows }, calls(30, free), isSlowFlow],
			[
				'a run of the same flow with another token',
				{ at: 0, starts: withSlowToken },
				besideRun,
				isSlowToken,
			],
			[
				'calls of the same flow with another token',
				{ at: 0, starts: withSlowToken },
				calls(30, free),
				isSlowToken,
			],
		] as const
	).map(
		([name, slowRun, others, choose]): Kind => ({
			name,
			measure: async (seed) => {
				const service = divided([slow, takesAll()], choose);
				return await measureBeside(seed, service, { slowRun, others: [...others] });
			},
		}),
	),
	{
		name: '19 flows in one run with a slow one',
		measure: async (seed) => {
			const service = divided([slow, takesAll()], ({ flow }) => (flow === 'flow 0' ? 0 : 1));
			const run = { at: 0, starts: rows(ROW_COUNT, { flow: among(20) }) };
			const played = await play(seed, service, [run]);
			const others = played.arrivals.filter(({ flow }) => flow !== 'flow 0');
			return {
				...measureLoss(played, computeOwnTime({ ...rate(1, 1_000), flowMs: FLOW_MS }, 15), SEVERAL),
				'others s': [(others.at(-1)?.at ?? 0) / 1_000, 5],
			};
		},
	},
]);

testKinds(
	'two kinds of flow at one limit, of 50 ms and of 60 s',
	[
		{ name: '10 a second', limit: rate(10, 1_000) },
		{ name: '10 at once', limit: { atOnce: 10 } },
	].map(({ name, limit }) => ({
		name,
		measure: async (seed) => {
			const limits = { ...limit, flowMs: (60_000 + 9 * 50) / 10 };
			const isLong = (row: number) => row % 10 === 7;
			const service = limited(limits, (row) => (isLong(Number(row)) ? 60_000 : 50));
			const starts = rows(ROW_COUNT, { flow: (row) => (isLong(row) ? 'long' : 'short') });
			const played = await play(seed, service, [{ at: 0, starts }]);
			const ms = played.arrivals.at(-1)?.at ?? 0;
			return measureLoss({ ...played, ms }, computeOwnTime(limits, ROW_COUNT), SEVERAL);
		},
	})),
);

const PROCESS_LIMITS = LIMITS.filter(([name]) => !name.startsWith('50'));

const SPREADS: Array<[string, lastAt: number, (count: number) => PlannedRun[]]> = [
	[
		'a run each',
		0,
		(count) =>
			Array.from({ length: count }, (_, process) => {
				const share = ROW_COUNT / count;
				return { at: 0, process, starts: rows(share, { from: process * share }) };
			}),
	],
	[
		'many runs of one start',
		15_000,
		(count) => calls(ROW_COUNT, { everyMs: 50 }).map((run, n) => ({ ...run, process: n % count })),
	],
];

testKinds(
	'processes that do not hear of each other',
	[2, 4].flatMap((count) =>
		PROCESS_LIMITS.flatMap(([name, limits]) =>
			SPREADS.map(([spread, lastAt, plan]) => ({
				name: `${count} processes, ${spread}, ${name}`,
				measure: async (seed: number) => {
					const ownMs = Math.max(lastAt, computeOwnTime(limits, ROW_COUNT));
					const times = limits.retryAfter === undefined ? SEVERAL.times : 2.5;
					const played = await play(seed, limited(limits), plan(count));
					return measureLoss(played, ownMs, { ...SEVERAL, times });
				},
			})),
		),
	),
);

testKinds('two workers', [
	{
		name: 'a run of 200 rows, 40 calls of its flow and 40 of another, 5 at once of 1 s',
		measure: async (seed) => {
			const limits: Limits = { atOnce: 5, flowMs: 1_000 };
			const others = { from: 240, flow: () => 'other' };
			const both = [
				...calls(40, { everyMs: 500, from: 200 }),
				...calls(40, { everyMs: 500, ...others }),
			].map((run, n) => ({ ...run, process: n % 2 }));
			const run = { at: 0, starts: rows(200) };
			const played = await play(seed, limited(limits), [run, ...both]);
			return measureLoss(played, computeOwnTime(limits, 280), SEVERAL);
		},
	},
]);

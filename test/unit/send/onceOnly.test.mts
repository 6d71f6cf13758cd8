import fc from 'fast-check';

import { isSuccess } from '../../nodes/TriggerFlow/http/attempt';
import type { ItemStart } from '../../nodes/TriggerFlow/start/itemStart';
import { startAll } from '../../nodes/TriggerFlow/send/startAll';
import type { StartMemory } from '../../nodes/TriggerFlow/memory/startMemory';
import { memoryOf, withMemory } from './memoryOfRun.mts';
import {
	answered,
	bodyFor,
	broken,
	manyReady,
	ModelService,
	optionsFor,
	reactions,
	type Arrival,
	type Reaction,
} from './modelService.mts';
import { settle, VirtualClock } from './virtualClock.mts';

const retryAfter = fc.constantFrom(
	'0',
	'1',
	'3',
	'900',
	'soon',
	'Tue, 01 Jan 2019 00:00:00 GMT',
	'Tue, 01 Jan 2030 00:00:05 GMT',
);

const latency = fc.constantFrom(0, 1, 10, 10, 100, 700, 5000);

/** The body of an answer that starts the flow is filled in by its slug. */
const starts: fc.Arbitrary<Reaction> = fc.record({
	latency,
	takes: fc.constant(true),
	attempt: fc
		.record({
			statusCode: fc.constantFrom(200, 202, 299),
			headers: fc.constant({}),
			body: fc.constant(Buffer.alloc(0)),
			lost: fc.constantFrom('brokenOff' as const, 'tooLarge' as const),
		})
		.map((answer) => ({ answer })),
});

/** By the public interface, these start nothing. */
const startsNothing: fc.Arbitrary<Reaction> = fc.record({
	latency,
	takes: fc.constant(false),
	attempt: fc.oneof(
		fc.constant(answered(429)),
		fc
			.tuple(fc.constantFrom(429, 503), retryAfter)
			.map(([status, after]) => answered(status, '', { 'retry-after': after })),
		fc.constantFrom(302, 400, 401, 404, 409, 451).map((status) => answered(status)),
		fc.constantFrom('ECONNREFUSED', 'ENOTFOUND', 'CERT_HAS_EXPIRED').map(broken),
	),
});

const mayStart: fc.Arbitrary<Reaction> = fc.record({
	latency,
	takes: fc.boolean(),
	attempt: fc.oneof(
		fc.constantFrom(408, 425, 500, 502, 503, 504).map((status) => answered(status)),
		fc.constantFrom('ECONNRESET', 'ECONNABORTED', 'ERR_ANYTHING').map(broken),
	),
});

/** What becomes of the requests for one start, one after the other; then it is started. */
const script = fc.array(fc.oneof(starts, startsNothing, mayStart), { maxLength: 5 });

interface Try {
	concurrency: number;
	maxRetries: number;
	stopOnFailure: boolean;
	retryUnknown: boolean;
	/** When a person stops it, in ms from its beginning. */
	stoppedAfter: number | undefined;
	/** Whether n8n keeps nothing of the stopped try, so that it knows no more than before it. */
	isForgotten: boolean;
}

const tryWith = (retryUnknown: fc.Arbitrary<boolean>): fc.Arbitrary<Try> =>
	fc.record({
		concurrency: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 60 })),
		maxRetries: fc.integer({ min: 0, max: 4 }),
		stopOnFailure: fc.boolean(),
		retryUnknown,
		stoppedAfter: fc.option(fc.oneof(fc.nat(50), fc.nat(8000)), { nil: undefined, freq: 3 }),
		isForgotten: fc.boolean(),
	});

const story = (retryUnknown: fc.Arbitrary<boolean>) =>
	fc.record({
		scripts: fc.oneof(
			fc.array(script, { minLength: 1, maxLength: 6 }),
			fc.array(script, { minLength: 1, maxLength: 40 }),
		),
		tries: fc.array(tryWith(retryUnknown), { minLength: 1, maxLength: 4 }),
		jitter: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
	});

type Story = typeof story extends (...args: never[]) => fc.Arbitrary<infer T> ? T : never;

/** What one try came to, beside what the service has seen of it. */
interface Told {
	plan: Try;
	starts: ItemStart[];
	arrivals: Arrival[];
	taken: string[];
	/** Slugs that were taken in earlier tries which are remembered. */
	takenBefore: Set<string>;
	mostInFlight: number;
	stoppedAt: number | undefined;
	settledAt: number;
}

/** Plays a story, and hands every try to `check`. */
async function play({ scripts, tries, jitter }: Story, check: (told: Told) => void): Promise<void> {
	const clock = new VirtualClock();
	const service = new ModelService(clock, ({ slug, attempt }) => {
		const reaction = scripts[Number(slug)]?.[attempt - 1];
		return reaction === undefined ? reactions.starts(slug) : withOwnBody(reaction, slug);
	});
	const takenBefore = new Set<string>();
	let memory: StartMemory = {};

	for (const plan of tries) {
		const prepared = manyReady(scripts.length, plan);
		const [arrivals, taken] = [service.arrivals.length, service.taken.length];
		service.mostInFlight = 0;
		const person = new AbortController();
		service.cancelOn(person.signal);
		const { stoppedAfter } = plan;
		const stoppedAt = stoppedAfter === undefined ? undefined : clock.elapsed + stoppedAfter;
		if (stoppedAfter !== undefined) clock.in(stoppedAfter, () => person.abort());

		const planned = withMemory(prepared, memory);
		const run = startAll(
			planned,
			optionsFor(clock, service, {
				...plan,
				signal: person.signal,
				random: () => jitter,
			}),
		);
		const { starts } = await clock.run(run);
		const settledAt = clock.elapsed;
		// The service goes on with what it has read, and the person may stop what is over.
		await clock.runOut();

		const isStopped = stoppedAt !== undefined && stoppedAt <= settledAt;
		check({
			plan,
			starts,
			arrivals: service.arrivals.slice(arrivals),
			taken: service.taken.slice(taken),
			takenBefore: new Set(takenBefore),
			mostInFlight: service.mostInFlight,
			stoppedAt: isStopped ? stoppedAt : undefined,
			settledAt,
		});
		if (isStopped && plan.isForgotten) continue;
		for (const slug of service.taken.slice(taken)) takenBefore.add(slug);
		// As n8n saves it with a failed execution.
		memory = JSON.parse(JSON.stringify(memoryOf(planned, starts, memory))) as StartMemory;
	}
	await settle();
}

function withOwnBody(reaction: Reaction, slug: string): Reaction {
	const { attempt } = reaction;
	if (!attempt.answer || !isSuccess(attempt.answer)) return reaction;
	return {
		...reaction,
		attempt: { answer: { ...attempt.answer, body: Buffer.from(bodyFor(slug)) } },
	};
}

const countIn = (list: string[], slug: string) => list.filter((other) => other === slug).length;

function expectNoSecondStart({ plan, starts, taken, takenBefore }: Told): void {
	if (plan.retryUnknown) return;
	for (const slug of starts.keys()) {
		const times = countIn(taken, String(slug));
		expect({ slug, times }).toEqual({ slug, times: Math.min(times, 1) });
		if (takenBefore.has(String(slug))) expect({ slug, times }).toEqual({ slug, times: 0 });
	}
}

/** Each start is in one state, and it is the true one. */
function expectTruth({ starts, arrivals, taken, takenBefore }: Told): void {
	for (const [index, result] of starts.entries()) {
		const slug = String(index);
		const sent = arrivals.filter((arrival) => arrival.slug === slug).length;
		const isTaken = takenBefore.has(slug) || taken.includes(slug);
		const state = { slug, result, sent, isTaken };

		if (result.kind === 'ready') {
			expect(state).toMatchObject({ sent: 0, isTaken: false });
			continue;
		}
		// What is not sent in this try tells of the attempts of the try before.
		if (sent > 0) expect(state).toMatchObject({ result: { attempts: sent } });
		expect(result.attempts).toBeGreaterThan(0);
		if (result.kind === 'answered') {
			expect(state).toMatchObject({ isTaken: true });
			expect(result.answer.body.toString()).toBe(bodyFor(slug));
		} else {
			expect(['notStarted', 'rejected', 'unknown']).toContain(result.failure.outcome);
			if (result.failure.outcome !== 'unknown') expect(state).toMatchObject({ isTaken: false });
		}
	}
}

function expectOrder({ plan, arrivals, mostInFlight, stoppedAt, settledAt }: Told): void {
	expect(mostInFlight).toBeLessThanOrEqual(plan.concurrency);
	if (plan.concurrency === 1) {
		const order = arrivals.map(({ slug }) => Number(slug));
		expect(order).toEqual([...order].sort((a, b) => a - b));
	}
	for (const { at, attempt, slug } of arrivals) {
		expect(at).toBeLessThanOrEqual(stoppedAt ?? settledAt);
		expect(
			countIn(
				arrivals.map((arrival) => arrival.slug),
				slug,
			),
		).toBeLessThanOrEqual(plan.maxRetries + 1);
		expect(attempt).toBeGreaterThan(0);
	}
	if (stoppedAt !== undefined) expect(settledAt).toBe(stoppedAt);
}

/** What the service asked for with a start that it turned away, in ms from then on. */
function askedPause({ slug, attempt, left }: Arrival, scripts: Story['scripts']): number {
	const answer = scripts[Number(slug)]?.[attempt - 1]?.attempt.answer;
	if (left === undefined || answer === undefined) return 0;
	const { statusCode, headers } = answer;
	if (statusCode !== 429 && statusCode !== 503) return 0;
	switch (headers['retry-after']) {
		case '1':
			return 1000;
		case '3':
			return 3000;
		case '900':
			return 300_000;
		case 'Tue, 01 Jan 2030 00:00:05 GMT':
			return Math.max(0, 5000 - left.at);
		default:
			return 0;
	}
}

/** Nothing is sent while the service has asked to be left alone. */
function expectPauses({ arrivals }: Told, { scripts }: Story): void {
	for (const asking of arrivals) {
		const until = (asking.left?.at ?? 0) + askedPause(asking, scripts);
		const early = arrivals.filter(
			({ number, at }) => number > (asking.left?.number ?? Infinity) && at < until,
		);
		expect({ asking, early }).toEqual({ asking, early: [] });
	}
}

/** With stopOnFailure, nothing is sent after the answer with which a start has failed for good. */
function expectStop({ plan, starts, arrivals }: Told): void {
	if (!plan.stopOnFailure) return;
	for (const [index, result] of starts.entries()) {
		const last = arrivals.filter(({ slug }) => slug === String(index)).at(-1);
		if (result.kind !== 'failed' || last?.left === undefined) continue;
		const { outcome } = result.failure;
		const isFinal =
			outcome === 'rejected' ||
			(outcome === 'unknown' && !plan.retryUnknown) ||
			result.attempts > plan.maxRetries;
		const after = arrivals.filter(({ number }) => number > (last.left?.number ?? Infinity));
		if (isFinal) expect({ last, after }).toEqual({ last, after: [] });
	}
}

const ONCE: Try = {
	concurrency: 50,
	maxRetries: 3,
	stopOnFailure: true,
	retryUnknown: false,
	stoppedAfter: undefined,
	isForgotten: false,
};

const FAILS_LATE: Reaction = { latency: 5000, takes: true, attempt: broken('ECONNABORTED') };

const starts100 = (script: Reaction[], at: number): Story['scripts'] =>
	Array.from({ length: 100 }, (_, index) => (index === at ? script : []));

describe('no start is made twice', () => {
	test.each<[string, Story['scripts'], Try[]]>([
		[
			'when one is rejected and the node is tried again',
			starts100([{ latency: 10, takes: false, attempt: answered(401) }], 56),
			[ONCE, ONCE],
		],
		[
			'when one may have started, the node is tried again, and then goes on past errors',
			starts100([FAILS_LATE], 0),
			[ONCE, ONCE, { ...ONCE, stopOnFailure: false }],
		],
		[
			'when one may have started, and the next tries have less concurrency',
			starts100([FAILS_LATE], 0),
			[ONCE, { ...ONCE, concurrency: 1 }, { ...ONCE, stopOnFailure: false }],
		],
		[
			'when a try is stopped before it has gone through what is remembered',
			starts100([{ latency: 10, takes: false, attempt: answered(401) }], 56),
			[ONCE, { ...ONCE, stoppedAfter: 0 }, ONCE],
		],
	])('%s', async (_what, scripts, tries) => {
		await play({ scripts, tries, jitter: 0.5 }, expectNoSecondStart);
	});
});

test('a start that is sent again stays unknown, until it has surely started', async () => {
	const refused: Reaction = { latency: 10, takes: false, attempt: broken('ECONNREFUSED') };
	const outcomes: string[] = [];
	const again = { ...ONCE, retryUnknown: true, maxRetries: 0 };
	await play(
		{ scripts: [[FAILS_LATE, refused]], tries: [ONCE, again, ONCE], jitter: 0.5 },
		({ starts: [start] }) =>
			outcomes.push(start?.kind === 'failed' ? start.failure.outcome : 'started'),
	);
	expect(outcomes).toEqual(['unknown', 'unknown', 'unknown']);
});

const NEVER = fc.constant(false);

test('no start is made twice, whatever the faults, the tries and the stops', async () => {
	const check = async (told: Story) => await play(told, expectNoSecondStart);
	await fc.assert(fc.asyncProperty(story(NEVER), check), { numRuns: 250 });
});

test('every start is in one state in the end, and it is the true one', async () => {
	const check = async (told: Story) => await play(told, expectTruth);
	await fc.assert(fc.asyncProperty(story(NEVER), check), { numRuns: 150 });
});

test('also with retryUnknown now and then, only what is sure is told as sure', async () => {
	const check = async (told: Story) =>
		await play(told, (one) => {
			expectNoSecondStart(one);
			expectTruth(one);
		});
	await fc.assert(fc.asyncProperty(story(fc.boolean()), check), { numRuns: 150 });
});

test('what is sent keeps to the limits, to the pauses and to the end of the run', async () => {
	const check = async (told: Story) =>
		await play(told, (one) => {
			expectOrder(one);
			expectPauses(one, told);
			expectStop(one);
		});
	await fc.assert(fc.asyncProperty(story(fc.boolean()), check), { numRuns: 150 });
});

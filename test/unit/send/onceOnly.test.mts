/** Faults and stops of all kinds, over a run and its retries: no start is repeated. */
import fc from 'fast-check';

import { isSuccess } from '../../../nodes/StartFlow/http/attempt';
import type { RememberedStarts } from '../../../nodes/StartFlow/memory/savedMemory';
import { recallStart, rememberStarts } from '../../../nodes/StartFlow/memory/startMemory';
import { sendAll } from '../../../nodes/StartFlow/send/sendAll';
import type { EndedStart } from '../../../nodes/StartFlow/start/itemStart';
import {
	answered,
	bodyFor,
	broken,
	manyReady,
	ModelService,
	optionsFor,
	reactions,
	withRetryAfter,
	type Arrival,
	type Reaction,
} from './modelService.mts';
import { VirtualClock } from './virtualClock.mts';

const latency = fc.constantFrom(0, 1, 10, 10, 100, 700, 5000);

const retryAfter = fc.constantFrom('0', '1', '60', '900', 'soon');

const starts: fc.Arbitrary<Reaction> = fc.record({
	latency,
	isStarted: fc.constant(true),
	attempt: fc.constantFrom(200, 202, 299).map((status) => answered(status)),
});

/** Reactions that start nothing by the public interface. */
const startsNothing: fc.Arbitrary<Reaction> = fc.record({
	latency,
	isStarted: fc.constant(false),
	attempt: fc.oneof(
		retryAfter.map((after) => withRetryAfter(429, after)),
		retryAfter.filter((after) => after !== 'soon').map((after) => withRetryAfter(503, after)),
		fc.constantFrom(302, 400, 401, 404, 429, 451).map((status) => answered(status)),
		fc.constantFrom('ECONNREFUSED', 'ENOTFOUND', 'EPROTO').map(broken),
	),
});

const mayStart: fc.Arbitrary<Reaction> = fc.record({
	latency,
	isStarted: fc.boolean(),
	attempt: fc.oneof(
		fc.constantFrom(408, 425, 500, 502, 503, 504).map((status) => answered(status)),
		fc.constantFrom('ECONNRESET', 'ETIMEDOUT', 'ERR_ANYTHING').map(broken),
	),
});

/** The reactions to the requests for one start, one after the other. Later requests start it. */
const script = fc.array(fc.oneof(starts, startsNothing, mayStart), { maxLength: 5 });

interface RunPlan {
	concurrency: number;
	maxRetries: number;
	stopOnFailure: boolean;
	retryUnknown: boolean;
	/** When a person stops the run, in ms from its beginning. */
	stoppedAfter: number | undefined;
}

interface Story {
	scripts: Reaction[][];
	runs: RunPlan[];
	jitter: number;
}

const stories: fc.Arbitrary<Story> = fc.record({
	scripts: fc.array(script, { minLength: 1, maxLength: 30 }),
	runs: fc.array(
		fc.record({
			concurrency: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 60 })),
			maxRetries: fc.integer({ min: 0, max: 4 }),
			stopOnFailure: fc.boolean(),
			retryUnknown: fc.boolean(),
			stoppedAfter: fc.option(fc.oneof(fc.nat(50), fc.nat(8000)), { nil: undefined, freq: 3 }),
		}),
		{ minLength: 1, maxLength: 4 },
	),
	jitter: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});

/** The result of one run, and what the service has seen of it. */
interface PlayedRun {
	plan: RunPlan;
	starts: EndedStart[];
	arrivals: Arrival[];
	started: string[];
	/** Slugs that were started in previous runs. */
	startedBefore: Set<string>;
}

/** Plays a story, and passes every run to `check`. */
async function play(
	{ scripts, runs, jitter }: Story,
	check: (run: PlayedRun) => void,
): Promise<void> {
	const clock = new VirtualClock();
	clock.random = () => jitter;
	const service = new ModelService(clock, ({ slug, attempt }) => {
		const reaction = scripts[Number(slug)]?.[attempt - 1] ?? reactions.starts(slug);
		if (reaction.attempt.kind !== 'answer' || !isSuccess(reaction.attempt.answer)) return reaction;
		return { ...reaction, attempt: answered(reaction.attempt.answer.statusCode, bodyFor(slug)) };
	});
	let memory: RememberedStarts = {};

	for (const plan of runs) {
		const arrivalCountBefore = service.arrivals.length;
		const startCountBefore = service.started.length;
		const person = new AbortController();
		service.cancelOn(person.signal);
		if (plan.stoppedAfter !== undefined) clock.in(plan.stoppedAfter, () => person.abort());

		const prepared = manyReady(scripts.length, plan);
		const planned = prepared.map((start, index) => recallStart(start, memory[index]));
		const options = { ...plan, signal: person.signal };
		const { starts } = await clock.run(sendAll(planned, optionsFor(clock, service, options)));
		// The service continues with the requests that it has read.
		await clock.runOut();

		check({
			plan,
			starts,
			arrivals: service.arrivals.slice(arrivalCountBefore),
			started: service.started.slice(startCountBefore),
			startedBefore: new Set(service.started.slice(0, startCountBefore)),
		});
		// n8n saves the memory with a failed execution as JSON.
		memory = JSON.parse(JSON.stringify(rememberStarts(starts, memory))) as RememberedStarts;
	}
}

function expectNoSecondStart({ plan, starts, started, startedBefore }: PlayedRun): void {
	if (plan.retryUnknown) return;
	for (const slug of starts.keys()) {
		const times = started.filter((other) => other === String(slug)).length;
		expect(times).toBeLessThanOrEqual(startedBefore.has(String(slug)) ? 0 : 1);
	}
}

/** Expects the result of each start to match what the service did. */
function expectTruth({ starts, arrivals, started, startedBefore }: PlayedRun): void {
	for (const [index, result] of starts.entries()) {
		const slug = String(index);
		const sent = arrivals.filter((arrival) => arrival.slug === slug).length;
		const isStarted = startedBefore.has(slug) || started.includes(slug);
		const state = { slug, result, sent, isStarted };

		if (result.kind === 'untried') {
			expect(state).toMatchObject({ sent: 0, isStarted: false });
			continue;
		}
		// A start that is not sent in this run has the attempts of the previous run.
		if (sent > 0) expect(state).toMatchObject({ result: { attempts: sent } });
		if (result.kind === 'answered') {
			expect(state).toMatchObject({ isStarted: true });
			expect(result.answer.body.toString()).toBe(bodyFor(slug));
		} else {
			expect(['notStarted', 'rejected', 'unknown']).toContain(result.failure.outcome);
			if (result.failure.outcome !== 'unknown') expect(state).toMatchObject({ isStarted: false });
		}
	}
}

test('no start is repeated, and each is reported truthfully', async () => {
	const property = fc.asyncProperty(stories, async (story) => {
		await play(story, (run) => {
			expectNoSecondStart(run);
			expectTruth(run);
		});
	});
	await fc.assert(property, { numRuns: 300 });
});

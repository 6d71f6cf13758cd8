import { getEventListeners } from 'node:events';

import fc from 'fast-check';

import type { FlowCredential } from '../../nodes/TriggerFlow/credential/flowCredential';
import { notSent } from '../../nodes/TriggerFlow/shared/failure';
import type { Attempt } from '../../nodes/TriggerFlow/http/attempt';
import { startAll, type StartAllOptions } from '../../nodes/TriggerFlow/send/startAll';
import {
	leftInDoubt,
	refused,
	type AnsweredStart,
	type Doubt,
} from '../../nodes/TriggerFlow/start/itemStart';
import {
	bodyFor,
	CREDENTIAL,
	manyReady,
	ModelService,
	optionsFor,
	reactions,
	ready,
	runAll,
	startedAs,
	summaryOf,
	type Arrival,
	type Reaction,
} from './modelService.mts';
import { VirtualClock } from './virtualClock.mts';

/** A service on a clock of its own, and what ends its requests in flight. */
function serviceThat(react: (arrival: Arrival) => Reaction) {
	const clock = new VirtualClock();
	const person = new AbortController();
	const service = new ModelService(clock, react).cancelOn(person.signal);
	return { clock, service, person, signal: person.signal };
}

const startsAll = ({ slug }: Arrival) => reactions.starts(slug);

const failed = (message: string) => refused('a', notSent(new Error(message)));

const DOUBT: Doubt = {
	attempts: 1,
	failure: { outcome: 'unknown', message: 'It may have started', description: 'Look.' },
};

const answeredEarlier = (slug: string, attempts = 1): AnsweredStart => ({
	kind: 'answered',
	ready: ready(slug),
	attempts,
	answer: { statusCode: 201, headers: {}, body: Buffer.from(bodyFor(slug)) },
});

const starts = (slug: string, latency: number) => reactions.starts(slug, latency);

const sorted = (list: string[]) => [...list].sort();

const slugs = (count: number) => Array.from({ length: count }, (_, index) => String(index));

describe('every start', () => {
	test('nothing to start sends nothing', async () => {
		const { clock, service } = serviceThat(startsAll);
		expect(await runAll(clock, service, [])).toEqual({ starts: [], heldUp: 0 });
		expect(service.arrivals).toEqual([]);
	});

	test('results come in input order whatever the order of the answers', async () => {
		const { clock, service } = serviceThat(({ slug }) =>
			reactions.starts(slug, 1000 - 10 * Number(slug)),
		);
		const run = await runAll(clock, service, manyReady(100));
		expect(summaryOf(run)).toEqual(slugs(100).map((slug) => startedAs(slug)));
	});

	test('every start goes out with its own credential', async () => {
		const other: FlowCredential = {
			environment: 'production',
			baseUrl: 'https://other.example.com/',
			accessToken: 'another-token-456',
			flows: [],
		};
		const { clock, service } = serviceThat(({ attempt, slug }) =>
			attempt === 1 ? reactions.refuses() : reactions.starts(slug),
		);
		await runAll(clock, service, [ready('a'), { ...ready('b'), credential: other }, ready('c')]);
		for (const { slug, request, credential } of service.arrivals) {
			const own = slug === 'b' ? other : CREDENTIAL;
			expect(credential).toBe(own);
			expect(request.url).toBe(own.baseUrl);
		}
		expect(service.arrivals).toHaveLength(6);
	});

	test('what could not be prepared, or what an earlier try has come to, is taken as it is', async () => {
		const { clock, service } = serviceThat(startsAll);
		const [first, second, earlier] = [failed('1'), failed('2'), answeredEarlier('e', 2)];
		const run = await runAll(clock, service, [first, ready('a'), second, earlier, ready('b')]);
		expect([run.starts[0], run.starts[2], run.starts[3]]).toEqual([first, second, earlier]);
		expect(service.arrivals.map(({ slug }) => slug)).toEqual(['a', 'b']);
	});

	test('without stopOnFailure the starts after a failed one go out', async () => {
		const { clock, service } = serviceThat(({ slug }) =>
			Number(slug) % 3 === 1 ? reactions.rejects() : reactions.starts(slug),
		);
		const { starts } = await runAll(clock, service, manyReady(30));
		expect(starts.map(({ kind }) => kind === 'answered')).toEqual(
			slugs(30).map((slug) => Number(slug) % 3 !== 1),
		);
	});
});

describe('retries', () => {
	const once = (first: Reaction) =>
		serviceThat(({ slug, attempt }) => (attempt === 1 ? first : reactions.starts(slug)));

	test('what certainly did not start is sent again, and the attempts are counted', async () => {
		const { clock, service } = serviceThat(({ slug, attempt }) =>
			attempt <= Number(slug) ? reactions.refuses() : reactions.starts(slug),
		);
		const run = await runAll(clock, service, manyReady(6));
		expect(summaryOf(run)).toEqual([
			startedAs('0', 1),
			startedAs('1', 2),
			startedAs('2', 3),
			startedAs('3', 4),
			'notStarted, 4',
			'notStarted, 4',
		]);
	});

	test('what is tried again goes before what is new', async () => {
		const { clock, service } = serviceThat(({ slug, attempt }) => {
			if (slug === '0' && attempt === 1) return reactions.tooMany(undefined, 100);
			// Says nothing of the service's load, so that the window stays as small as it is.
			return reactions.rejects(404, Number(slug) === 2 ? 1000 : 200);
		});
		await runAll(clock, service, manyReady(4), { concurrency: 3 });
		expect(service.arrivals.map(({ slug }) => slug).join('')).toBe('01203');
	});

	test('the jitter is asked for each wait anew', async () => {
		const { clock, service } = once(reactions.refuses(0));
		let asked = 0;
		await runAll(clock, service, manyReady(4), { random: () => asked++ / 10 });
		expect(service.arrivals.slice(4).map(({ at }) => at)).toEqual([0, 50, 100, 150]);
	});
});

describe('concurrency', () => {
	test.each([
		[200, [10, 20, 40, 80, 160, 200, 200]],
		[50, [10, 20, 40, 50, 50, 50, 50]],
	])('up to %d, a run begins with 10 and doubles with each round', async (concurrency, sizes) => {
		const { clock, service } = serviceThat(({ slug }) => reactions.starts(slug, 100));
		await runAll(clock, service, manyReady(1000), { concurrency });
		const rounds = sizes.map(
			(_, index) => service.arrivals.filter(({ at }) => at === 100 * index).length,
		);
		expect(rounds).toEqual(sizes);
		expect(service.mostInFlight).toBe(sizes.at(-1));
	});

	test('whatever the answers, it is never above the limit, and never nothing while work is left', async () => {
		const latency = fc.oneof(fc.nat(200), fc.constantFrom(0, 100, 100, 3000));
		// None that is tried again: nothing then waits for anything but an answer.
		const reaction = fc.constantFrom(
			...[starts, starts, starts, starts],
			(_slug: string, time: number) => reactions.rejects(404, time),
			(_slug: string, time: number) => reactions.fails(500, true, time),
		);
		const answers = fc.array(fc.tuple(reaction, latency), { minLength: 1, maxLength: 200 });
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 1, max: 60 }), answers, async (limit, plan) => {
				const { clock, service } = serviceThat(({ slug, number }) => {
					const [react, time] = plan[number] ?? [starts, 0];
					return react(slug, time);
				});
				await runAll(clock, service, manyReady(plan.length), { concurrency: limit });
				const { arrivals } = service;
				expect(arrivals.map(({ slug }) => slug)).toEqual(slugs(plan.length));
				expect(service.mostInFlight).toBeLessThanOrEqual(limit);
				let under = 0;
				for (const { at, left } of arrivals) {
					expect(at).toBeLessThanOrEqual(under);
					under = Math.max(under, left?.at ?? NaN);
				}
			}),
			{ numRuns: 100 },
		);
	});

	test.each([
		[1, 1],
		[7.9, 7],
		[0.5, 1],
		[-3, 1],
		[Infinity, 40],
	])('with %d for the limit, there are %i in flight at the most', async (concurrency, most) => {
		const { clock, service } = serviceThat(startsAll);
		const run = await runAll(clock, service, manyReady(100), { concurrency });
		expect(service.taken).toHaveLength(100);
		expect(run.starts.every(({ kind }) => kind === 'answered')).toBe(true);
		expect(service.mostInFlight).toBe(most);
	});

	// An expression in the option can give anything: no start is left out without a word.
	test.each([NaN, undefined, null, ''])(
		'with %p for a number, every start is made all the same',
		async (concurrency) => {
			const { clock, service } = serviceThat(startsAll);
			await runAll(clock, service, manyReady(3), { concurrency: concurrency as number });
			expect(service.taken).toHaveLength(3);
		},
	);

	test('with 1 they go strictly one after another, also with retries', async () => {
		const { clock, service } = serviceThat(({ slug, attempt }) => {
			if (Number(slug) % 3 === 1 && attempt <= 2) return reactions.tooMany('2');
			if (Number(slug) % 3 === 2 && attempt === 1) return reactions.refuses();
			return reactions.starts(slug);
		});
		const run = await runAll(clock, service, manyReady(9), { concurrency: 1 });
		expect(service.mostInFlight).toBe(1);
		expect(service.arrivals.map(({ slug }) => slug).join('')).toBe('011122344455677788');
		expect(service.taken).toEqual(slugs(9));
		expect(summaryOf(run).every((text) => text.startsWith('{'))).toBe(true);
	});

	test('as few promises wait as there are workers, however many starts there are', async () => {
		const pendingWith = async (count: number) => {
			const { clock, service } = serviceThat(({ slug, attempt }) =>
				attempt === 1 ? reactions.refuses() : reactions.starts(slug),
			);
			await runAll(clock, service, manyReady(count), { concurrency: 20 });
			return [clock.waits.most, service.mostInFlight];
		};
		for (const count of [100, 2000]) {
			const [waits = Infinity, inFlight = Infinity] = await pendingWith(count);
			expect(waits).toBeLessThanOrEqual(20);
			expect(inFlight).toBeLessThanOrEqual(20);
		}
	});
});

describe('Retry-After', () => {
	const pauses = (concurrency: number, reaction: Reaction, options = {}) => {
		const { clock, service } = serviceThat(({ slug, attempt }) =>
			slug === '7' && attempt === 1 ? reaction : reactions.starts(slug, 100),
		);
		const run = runAll(clock, service, manyReady(60, options), { concurrency });
		return { service, clock, run };
	};

	test.each([
		['429', 1, reactions.tooMany('30', 90)],
		['429', 50, reactions.tooMany('30', 90)],
		['503', 50, reactions.unavailable('30', 110)],
		['429 with a date', 50, reactions.tooMany('Tue, 01 Jan 2030 00:00:31 GMT', 1000)],
		['429, answered before the others,', 50, reactions.tooMany('30', 1)],
		['429, answered after the others,', 50, reactions.tooMany('30', 5000)],
	])('a %s holds up the whole run of %i', async (_what, concurrency, reaction) => {
		const { service, run } = pauses(concurrency, reaction);
		const { heldUp } = await run;
		const begin = (service.timesOf('7')[0] ?? 0) + reaction.latency;
		const during = service.arrivals.filter(({ at }) => at >= begin && at < begin + 30_000);
		expect(during.map(({ slug }) => slug)).toEqual([]);
		expect(heldUp).toBe(30_000);
		expect(sorted(service.taken)).toEqual(sorted(slugs(60)));
	});

	// With the window at 1, the answer that asks for a pause also makes room for the next start.
	test('no other start slips out with the answer that asks for the pause', async () => {
		const { clock, service } = serviceThat(({ slug, number }) =>
			number < 10 ? reactions.tooMany('10') : reactions.starts(slug),
		);
		await runAll(clock, service, manyReady(6, { maxRetries: 9 }), { concurrency: 5 });
		// Five, then two, then one after each pause.
		expect(service.arrivals.slice(5, 10).map(({ at }) => at)).toEqual([
			10_010, 10_010, 20_020, 30_030, 40_040,
		]);
	});

	test('the last try of a start holds up the others too', async () => {
		const { service, run } = pauses(50, reactions.tooMany('30', 90), { maxRetries: 0 });
		await run;
		const begin = (service.timesOf('7')[0] ?? 0) + 90;
		const during = service.arrivals.filter(({ at }) => at >= begin && at < begin + 30_000);
		expect(during.map(({ slug }) => slug)).toEqual([]);
	});

	test.each<[string, number, (number: number) => number]>([
		['at once as it starts', 7, () => 7],
		['at once, and starts with changing latency', 0, (number) => 20 + ((number * 7919) % 200)],
	])('a service that takes 20 and turns away %s starts each of 1,000 once', async (...row) => {
		const [, turningAway, starting] = row;
		const { clock, service } = serviceThat(({ slug, inFlight, number }) =>
			inFlight > 20
				? reactions.tooMany('1', turningAway)
				: reactions.starts(slug, starting(number)),
		);
		const run = await runAll(clock, service, manyReady(1000));
		expect(run.starts.filter(({ kind }) => kind !== 'answered')).toEqual([]);
		expect(sorted(service.taken)).toEqual(sorted(slugs(1000)));
	});
});

describe('with stopOnFailure', () => {
	test('no further start is begun after a failure, and those in flight finish', async () => {
		const { clock, service } = serviceThat(({ slug }) =>
			slug === '2' ? reactions.rejects(404, 10) : reactions.starts(slug, 500),
		);
		const run = await runAll(clock, service, manyReady(20), {
			stopOnFailure: true,
			concurrency: 5,
		});
		expect(summaryOf(run)).toEqual([
			startedAs('0'),
			startedAs('1'),
			'rejected, 1',
			startedAs('3'),
			startedAs('4'),
			...slugs(15).map(() => 'not begun'),
		]);
		expect(clock.elapsed).toBe(500);
		await clock.runOut();
		expect(service.arrivals).toHaveLength(5);
	});

	test('a start that waits for its next try is not sent again, and the run does not wait', async () => {
		const { clock, service } = serviceThat(({ slug }) => {
			if (slug === '0') return reactions.tooMany('200', 10);
			if (slug === '1') return reactions.rejects(400, 1000);
			return reactions.starts(slug, 20);
		});
		const run = await runAll(clock, service, manyReady(20), {
			stopOnFailure: true,
			concurrency: 5,
		});
		expect(summaryOf(run).slice(0, 5)).toEqual([
			'notStarted, 1',
			'rejected, 1',
			startedAs('2'),
			startedAs('3'),
			startedAs('4'),
		]);
		expect(clock.elapsed).toBe(1000);
		await clock.runOut();
		expect(service.timesOf('0')).toHaveLength(1);
		expect(service.arrivals).toHaveLength(5);
	});

	test('a start that fails at first and starts then stops nothing', async () => {
		const { clock, service } = serviceThat(({ slug, attempt }) =>
			attempt === 1 ? reactions.refuses() : reactions.starts(slug),
		);
		await runAll(clock, service, manyReady(20), { stopOnFailure: true });
		expect(service.taken).toHaveLength(20);
	});

	test('one that could not be prepared stops the run', async () => {
		const { clock, service } = serviceThat(startsAll);
		const run = await runAll(clock, service, [ready('a'), failed('bad'), ready('b')], {
			concurrency: 1,
			stopOnFailure: true,
		});
		expect(summaryOf(run)).toEqual([startedAs('a'), 'notSent, 0', 'not begun']);
	});

	test.each([
		['that could not be prepared', failed('bad')],
		['that failed in an earlier try', leftInDoubt(ready('a'), DOUBT)],
	])('nothing is begun after the first start %s', async (_what, first) => {
		const { clock, service } = serviceThat(startsAll);
		await runAll(clock, service, [first, ...manyReady(60)], { stopOnFailure: true });
		expect(service.arrivals.map(({ slug }) => slug)).toEqual([]);
	});

	test('in a retry by a person, what an earlier try left in doubt stops nothing', async () => {
		const { clock, service } = serviceThat(startsAll);
		const starts = [leftInDoubt(ready('a'), DOUBT), ready('b'), failed('bad'), ready('c')];
		const run = await runAll(clock, service, starts, {
			concurrency: 1,
			stopOnFailure: true,
			goPastEarlier: true,
		});
		expect(summaryOf(run)).toEqual(['unknown, 1', startedAs('b'), 'notSent, 0', 'not begun']);
	});

	test('an answer from an earlier try stops nothing', async () => {
		const { clock, service } = serviceThat(startsAll);
		const run = await runAll(clock, service, [answeredEarlier('0'), ready('1')], {
			concurrency: 1,
			stopOnFailure: true,
		});
		expect(summaryOf(run)).toEqual([startedAs('0'), startedAs('1')]);
	});

	test('no other start slips out with the answer that fails the run', async () => {
		const { clock, service } = serviceThat(({ slug }) =>
			slug === '4' ? reactions.rejects(401, 100) : reactions.starts(slug, 1000),
		);
		await runAll(clock, service, manyReady(60), { stopOnFailure: true, concurrency: 5 });
		expect(service.arrivals).toHaveLength(5);
	});

	test('what an earlier try has come to is kept for the starts that are not begun', async () => {
		const { clock, service } = serviceThat(() => reactions.rejects());
		const doubt = { ...DOUBT, attempts: 2 };
		const run = await runAll(
			clock,
			service,
			[ready('0'), ready('1'), ready('2'), answeredEarlier('3'), { ...ready('4'), doubt }],
			{ concurrency: 1, stopOnFailure: true },
		);
		expect(summaryOf(run)).toEqual([
			'rejected, 1',
			'not begun',
			'not begun',
			startedAs('3'),
			'unknown, 2',
		]);
	});
});

describe('a fault of the node itself', () => {
	/** Sends until the request for slug 5, which throws after the service has had it. */
	async function runWith(fault: (service: ModelService) => Partial<StartAllOptions>) {
		const { clock, service } = serviceThat(({ slug }) => reactions.starts(slug, 10 + Number(slug)));
		const run = await runAll(clock, service, manyReady(30), fault(service));
		await clock.runOut();
		return { summary: summaryOf(run), service, failed: run.starts[5] };
	}

	const throwing = (service: ModelService): Partial<StartAllOptions> => ({
		send: async (...request) => {
			const attempt = await service.send(...request);
			if (request[0].body.includes('"slug":"5"'))
				throw new TypeError(`with ${CREDENTIAL.accessToken}`);
			return attempt;
		},
	});

	/** An answer that nobody has reckoned with: what follows from it cannot be decided. */
	const undecidable = (service: ModelService): Partial<StartAllOptions> => ({
		send: async (...request) => {
			const attempt = await service.send(...request);
			return request[0].body.includes('"slug":"5"') ? (null as unknown as Attempt) : attempt;
		},
	});

	test.each([
		['a sender that throws', throwing],
		['a decision that throws', undecidable],
	])('%s ends the run, and what was started is told', async (_what, fault) => {
		for (const stopOnFailure of [false, true]) {
			const { summary, service } = await runWith((one) => ({ ...fault(one), stopOnFailure }));
			expect(summary[5]).toBe('unknown, 1');
			const begun = summary.filter((one) => one !== 'not begun').length;
			expect(begun).toBeLessThan(30);
			expect(service.arrivals).toHaveLength(begun);
			expect(sorted(service.taken)).toEqual(sorted(slugs(begun)));
			expect(summary.slice(0, begun).filter((one) => one.startsWith('{'))).toHaveLength(begun - 1);
		}
	});

	test('nothing leaves after it', async () => {
		const { service } = await runWith(throwing);
		const fault = service.arrivals.find(({ slug }) => slug === '5');
		const after = service.arrivals.filter(({ at }) => at > (fault?.left?.at ?? NaN));
		expect(after).toEqual([]);
	});

	test('a wait that throws ends the run as well', async () => {
		const { clock, service } = serviceThat(() => reactions.refuses());
		const wait = async () => await Promise.reject(new Error('no timer'));
		const run = await runAll(clock, service, manyReady(2), { wait, concurrency: 1 });
		expect(summaryOf(run)).toEqual(['unknown, 1', 'not begun']);
	});

	test('is told to the person, without the token', async () => {
		const { failed } = await runWith(throwing);
		expect(failed).toMatchObject({
			kind: 'failed',
			attempts: 1,
			failure: {
				outcome: 'unknown',
				message: 'The node itself failed while it started this flow: the flow may have started',
				description: expect.stringMatching(/Technical reason: TypeError: with \*\*\*$/),
			},
		});
	});
});

describe('a stopped run', () => {
	test('sends nothing when it was stopped before', async () => {
		const { clock, service, signal, person } = serviceThat(startsAll);
		person.abort();
		const run = await runAll(clock, service, manyReady(3), { signal });
		expect(summaryOf(run)).toEqual(['not begun', 'not begun', 'not begun']);
		expect(service.arrivals).toEqual([]);
	});

	test.each([
		['with starts in flight', 250, ({ slug }: Arrival) => reactions.starts(slug, 100)],
		['in the middle of a pause', 5000, () => reactions.tooMany('100', 10)],
		['between two tries', 100, () => reactions.refuses(10)],
		['with one that never answers', 1000, () => reactions.timesOut(true, 1e9)],
	])('%s ends at once, and sends nothing afterwards', async (_what, after, react) => {
		const { clock, service, signal, person } = serviceThat(react);
		const run = startAll(manyReady(1000), optionsFor(clock, service, { signal, random: () => 1 }));
		await clock.pass(after);
		const before = service.arrivals.length;
		person.abort();
		const { starts } = await clock.run(run);
		expect(clock.elapsed).toBe(after);
		await clock.runOut();
		expect(service.arrivals).toHaveLength(before);
		expect(starts).toHaveLength(1000);
		const begun = starts.filter(({ kind }) => kind !== 'ready');
		expect(begun).toHaveLength(new Set(service.arrivals.map(({ slug }) => slug)).size);
	});

	test('what was in flight may have started', async () => {
		const { clock, service, signal, person } = serviceThat(({ slug }) =>
			reactions.starts(slug, 100),
		);
		const run = startAll(manyReady(7), optionsFor(clock, service, { signal, concurrency: 5 }));
		await clock.pass(50);
		person.abort();
		expect(summaryOf(await clock.run(run))).toEqual([
			...slugs(5).map(() => 'unknown, 1'),
			'not begun',
			'not begun',
		]);
	});

	test('leaves no listener on the signal that outlives it', async () => {
		const { clock, service, signal } = serviceThat(startsAll);
		const before = getEventListeners(signal, 'abort').length;
		await runAll(clock, service, manyReady(20), { signal });
		expect(getEventListeners(signal, 'abort')).toHaveLength(before);
	});
});

import { declareMasked } from '../../../nodes/StartFlow/shared/mask';
import type { Attempt } from '../../../nodes/StartFlow/http/attempt';
import type { Failure } from '../../../nodes/StartFlow/outcome/outcomes';
import type { NodeOptions } from '../../../nodes/StartFlow/options';
import {
	answered,
	broken,
	CREDENTIAL,
	manyReady,
	ModelService,
	reaction,
	type Reaction,
	reactions,
	ready,
	runAll,
	withRetryAfter,
} from './modelService.mts';
import { VirtualClock } from './virtualClock.mts';

/** Sends one start to a service with these reactions, one for each request. */
async function sendOneStart(
	reactionList: Reaction[],
	options: Partial<NodeOptions> = {},
	start = ready('echo-1', {}, options),
) {
	const clock = new VirtualClock();
	const service = new ModelService(clock, ({ attempt }) => {
		const planned = reactionList[attempt - 1];
		if (planned === undefined) throw new Error('One request too many was sent');
		return planned;
	});
	const { starts } = await runAll(clock, service, [start]);
	return { result: starts[0], started: service.started, ms: clock.elapsed };
}

const failedWith = (attempts: number, outcome: string, more: object = {}) => ({
	kind: 'failed',
	attempts,
	failure: { outcome, ...more },
});

test.each<[string, Attempt]>([
	['HTTP 500 with Retry-After', withRetryAfter(500, '1')],
	['a reset connection', broken('ECONNRESET')],
])('sends again after %s only with retryUnknown', async (_what, attempt) => {
	const once = await sendOneStart([reaction(attempt, true)]);
	const advice = expect.arrayContaining([expect.stringMatching(/^Check in/)]);
	expect(once.result).toMatchObject(failedWith(1, 'unknown', { advice }));
	const both = [reaction(attempt, true), reactions.starts('echo-1')];
	const again = await sendOneStart(both, { retryUnknown: true });
	expect(again.result).toMatchObject({ kind: 'answered', attempts: 2 });
});

test.each([
	[0, 0],
	[1, 250],
	[4, 3_750],
])('makes %i further attempts at most, after waits that double', async (maxRetries, waitMs) => {
	const refusals = Array.from({ length: maxRetries + 1 }, () => reactions.refuses());
	const { result, ms } = await sendOneStart(refusals, { maxRetries });
	expect(result).toMatchObject(failedWith(maxRetries + 1, 'notStarted'));
	expect(ms).toBe(waitMs + 10 * (maxRetries + 1));
});

describe('a start that is turned away', () => {
	test('is tried once without retries', async () => {
		const { result } = await sendOneStart([reactions.tooMany()], { maxRetries: 0 });
		expect(result).toMatchObject(failedWith(1, 'notStarted'));
	});

	test('waits for a Retry-After of five minutes, and fails at once with a longer one', async () => {
		const both = [reactions.tooMany('300'), reactions.starts('echo-1')];
		expect((await sendOneStart(both)).ms).toBe(300_020);
		const { result, ms } = await sendOneStart([reactions.tooMany('301')]);
		const message = expect.stringContaining('takes no more starts until 00:05');
		expect(result).toMatchObject(failedWith(1, 'notStarted', { message }));
		expect(ms).toBe(10);
	});

	test('is given up after three minutes, and the next ones are sent once', async () => {
		const clock = new VirtualClock();
		const service = new ModelService(clock, () => reaction(answered(429, 'Busy'), false, 10));
		const starts = [ready('a'), ready('b'), ready('c')];
		const run = await runAll(clock, service, starts, { concurrency: 1 });
		const said = 'The service said: “Busy”.';
		expect(run.turnedAwayCount).toBe(service.arrivals.length);
		expect(run.starts).toMatchObject([
			failedWith(service.arrivals.length - 2, 'notStarted', { explanation: [said] }),
			failedWith(1, 'notStarted', { explanation: [said] }),
			failedWith(1, 'notStarted', { explanation: [said] }),
		]);
		expect(Math.floor(clock.elapsed / 10_000)).toBe(18);
	});

	test.each([
		[undefined, 0],
		['20', 2],
	])('for its own sake ends after a minute, Retry-After: %s', async (retryAfter, waitTens) => {
		const clock = new VirtualClock();
		const service = new ModelService(clock, ({ slug }) =>
			slug === '0' ? reactions.tooMany(retryAfter) : reactions.starts(slug, 1_000),
		);
		const run = await runAll(clock, service, manyReady(1_000), { concurrency: 10 });
		const own = service.arrivals.filter(({ slug }) => slug === '0').map(({ at }) => at / 1_000);
		expect(run.turnedAwayCount).toBe(own.length);
		expect(run.starts[0]).toMatchObject(failedWith(own.length, 'notStarted'));
		expect(run.starts.filter(({ kind }) => kind !== 'answered')).toHaveLength(1);
		const [last = 0, beforeLast = 0] = own.reverse();
		expect(Math.floor(last / 30)).toBe(2);
		expect(Math.floor((last - beforeLast) / 10)).toBe(waitTens);
		// The others do not wait for it.
		expect(clock.elapsed).toBeLessThan(110_000);
	});
});

const EARLIER = 'But a previous attempt may have started the flow.';

// The first request may have started the flow, whatever the result of the last one is.
test.each<[string, Reaction[]]>([
	['takes no more starts until', [reactions.tooMany('900')]],
	['HTTP 429', [1, 2].map(() => reactions.tooMany(undefined, 200_000))],
	['could not be reached', [reactions.tooMany(), ...[1, 2, 3].map(() => reactions.refuses())]],
	['HTTP 401', [reactions.rejects(401)]],
])(
	'keeps an uncertain start unknown when a later attempt ends with %s',
	async (lastFailure, further) => {
		const all = [reactions.resets(), ...further];
		const { result, started } = await sendOneStart(all, { retryUnknown: true });
		expect(started).toEqual(['echo-1']);
		const last = expect.stringMatching(new RegExp(`^Last attempt: .*${lastFailure}`));
		const explanation = expect.arrayContaining([last, EARLIER]);
		expect(result).toMatchObject(failedWith(all.length, 'unknown', { explanation }));
	},
);

test('names the newest attempt that may have started the flow', async () => {
	const all = [reactions.resets(), reactions.fails(502), reactions.fails(500), reactions.rejects()];
	const { result } = await sendOneStart(all, { retryUnknown: true });
	expect(result).toMatchObject(failedWith(4, 'unknown', { statusCode: 500 }));
});

describe('an uncertain start of a previous run', () => {
	const failure = declareMasked<Failure>({
		outcome: 'unknown',
		message: 'The service failed (HTTP 500): the flow may have started',
		advice: ['Look.'],
	});
	const start = ready('echo-1', {}, { retryUnknown: true });
	const uncertain = { ...start, uncertainStart: { attempts: 1, failure } };

	test('stays unknown when it is rejected now', async () => {
		const exists = reaction(answered(409, '{"message":"Order exists"}'), false, 10);
		const { result } = await sendOneStart([exists], {}, uncertain);
		const last = expect.stringMatching(/^Last attempt: .*HTTP 409/);
		const explanation = [last, 'The service said: “Order exists”.', EARLIER];
		expect(result).toMatchObject(failedWith(1, 'unknown', { explanation, advice: ['Look.'] }));
	});

	test('is sent once, because a person has checked only what the previous run did', async () => {
		const both = [reactions.fails(500), reactions.starts('echo-1')];
		const { result } = await sendOneStart(both, {}, uncertain);
		expect(result).toMatchObject(failedWith(1, 'unknown'));
	});
});

test('counts the attempts before a bug of the node, and keeps an earlier uncertainty', async () => {
	const clock = new VirtualClock();
	const service = new ModelService(clock, ({ attempt }) =>
		attempt === 1 ? reactions.resets() : reactions.refuses(),
	);
	const bug = new TypeError('a bug');
	const logFault = jest.fn();
	const both = [ready('a', {}, { retryUnknown: true }), ready('b')];
	const { starts } = await runAll(clock, service, both, {
		concurrency: 1,
		logFault,
		send: async (...all) => {
			if (service.arrivals.length === 2) throw bug;
			return await service.send(...all);
		},
	});
	const message = 'The node itself failed: the flow may have started';
	expect(starts[0]).toMatchObject(failedWith(3, 'unknown', { message }));
	expect(starts[1]?.kind).toBe('untried');
	expect(logFault.mock.calls).toEqual([[bug, CREDENTIAL.accessToken]]);
	expect(service.arrivals).toHaveLength(2);
});

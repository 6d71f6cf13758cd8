import type { Failure } from '../../nodes/TriggerFlow/shared/failure';
import type { Attempt } from '../../nodes/TriggerFlow/http/attempt';
import { createStart, startRequest } from '../../nodes/TriggerFlow/request/startRequest';
import type { FailedStart } from '../../nodes/TriggerFlow/start/itemStart';
import { startFlow, type Run } from '../../nodes/TriggerFlow/send/startFlow';
import { openWindow } from '../../nodes/TriggerFlow/send/window';
import { Traffic } from '../../nodes/TriggerFlow/send/requestQueue';
import {
	answered,
	broken,
	CREDENTIAL,
	ModelService,
	reactions,
	ready,
	runAll,
	type Reaction,
} from './modelService.mts';
import { VirtualClock } from './virtualClock.mts';

const CONTEXT = { a: 1 };

interface Changes {
	maxRetries?: number;
	retryUnknown?: boolean;
	random?: () => number;
}

/** One start on a model service that reacts so, one reaction for each request. */
function scripted(reactionsInOrder: Reaction[], changes: Changes = {}) {
	const clock = new VirtualClock();
	const over = new AbortController();
	const service = new ModelService(clock, ({ attempt }) => {
		const reaction = reactionsInOrder[attempt - 1];
		if (reaction === undefined) throw new Error('One request too many was sent');
		return reaction;
	});
	const { random = () => 0.5, ...options } = changes;
	const run: Run = {
		send: service.send,
		traffic: new Traffic(openWindow(1), over.signal, clock.wait, clock.now),
		over: over.signal,
		onFailure: () => {},
		wait: clock.wait,
		now: clock.now,
		random,
	};
	return {
		clock,
		service,
		over,
		start: async () => await startFlow(ready('echo-1', CONTEXT, options), run),
	};
}

async function resultOf(reactionsInOrder: Reaction[], changes: Changes = {}) {
	const { clock, service, start } = scripted(reactionsInOrder, changes);
	const result = await clock.run(start());
	return { result, times: service.timesOf('echo-1'), taken: service.taken };
}

const failed = (attempts: number, outcome: string, more: object = {}): unknown =>
	expect.objectContaining({
		kind: 'failed',
		attempts,
		failure: expect.objectContaining({ outcome, ...more }),
	});

const answeredWith = (attempt: Attempt): unknown =>
	expect.objectContaining({ kind: 'answered', attempts: 1, ...attempt });

const reaction = (attempt: Attempt, takes = false): Reaction => ({ latency: 0, takes, attempt });

test('the documented request is sent once, with the credential beside it', async () => {
	const { clock, service, start } = scripted([reactions.starts('echo-1')]);
	await clock.run(start());
	expect(service.arrivals).toHaveLength(1);
	expect(service.arrivals[0]?.request).toEqual(
		startRequest(createStart('echo-1', CONTEXT), CREDENTIAL.baseUrl),
	);
	expect(service.arrivals[0]?.credential).toBe(CREDENTIAL);
});

test.each([200, 201, 202, 204, 226, 299])(
	'HTTP %i is a start: the answer as it came, and nothing more is sent',
	async (status) => {
		const attempt = answered(status, 'body', { 'x-run': '1' });
		const { result, times } = await resultOf([reaction(attempt, true)], { retryUnknown: true });
		expect(result).toEqual(answeredWith(attempt));
		expect(times).toHaveLength(1);
	},
);

test.each([
	[401, { cause: 'credential-invalid' }],
	[500, undefined],
])('a failure with HTTP %i has the cause that n8n knows for it: %j', async (status, cause) => {
	const { result } = await resultOf([reaction(answered(status))]);
	const { failure } = result as FailedStart;
	expect(failure.cause).toEqual(cause);
	expect('cause' in failure).toBe(cause !== undefined);
});

test('a 2xx whose body breaks off is a start, and is not sent again', async () => {
	const answer = {
		statusCode: 200,
		headers: {},
		body: Buffer.alloc(0),
		lost: 'brokenOff' as const,
	};
	const { result } = await resultOf([reaction({ answer }, true)], { retryUnknown: true });
	expect(result).toEqual(answeredWith({ answer }));
});

test.each([
	['HTTP 429', answered(429)],
	['HTTP 429 with Retry-After', answered(429, '', { 'retry-after': '1' })],
	['HTTP 503 with Retry-After', answered(503, '', { 'retry-after': '1' })],
	['a refused connection', broken('ECONNREFUSED')],
	['a name that is not found', broken('ENOTFOUND')],
	['a bad certificate', broken('CERT_HAS_EXPIRED')],
])('%s is tried again: it certainly started nothing', async (_what, attempt) => {
	const { result, times, taken } = await resultOf([
		reaction(attempt),
		reaction(attempt),
		reactions.starts('echo-1'),
	]);
	expect(result).toMatchObject({ attempts: 3, answer: { statusCode: 200 } });
	expect(times).toHaveLength(3);
	expect(taken).toEqual(['echo-1']);
});

test.each([
	['HTTP 500', answered(500)],
	['HTTP 500 with Retry-After', answered(500, '', { 'retry-after': '1' })],
	['HTTP 502', answered(502)],
	['HTTP 503 without Retry-After', answered(503)],
	['HTTP 504', answered(504)],
	['HTTP 408', answered(408)],
	['HTTP 425', answered(425)],
	['HTTP 100', answered(100)],
	['a reset connection', broken('ECONNRESET')],
	['a time-out', broken('ECONNABORTED')],
	['an error without a code', { error: { code: undefined, message: 'odd' } }],
])('%s is only tried again with retryUnknown', async (_what, attempt) => {
	const once = await resultOf([reaction(attempt, true)]);
	expect(once.result).toEqual(failed(1, 'unknown'));
	expect(once.times).toHaveLength(1);

	const again = await resultOf([reaction(attempt, true), reactions.starts('echo-1')], {
		retryUnknown: true,
	});
	expect(again.result).toMatchObject({ attempts: 2, answer: { statusCode: 200 } });
	expect(again.times).toHaveLength(2);
});

test.each([300, 301, 304, 307, 400, 401, 403, 404, 407, 409, 410, 413, 422, 426, 431, 451])(
	'HTTP %i is never tried again, with Retry-After and retryUnknown neither',
	async (status) => {
		const attempt = answered(status, 'no', { 'retry-after': '1' });
		const { result, times } = await resultOf([reaction(attempt)], { retryUnknown: true });
		expect(result).toEqual(failed(1, 'rejected', { statusCode: status, body: 'no' }));
		expect(times).toHaveLength(1);
	},
);

test.each([0, 1, 2, 4])(
	'with maxRetries %i there are so many further tries',
	async (maxRetries) => {
		const refusals = Array.from({ length: maxRetries + 1 }, () => reactions.refuses());
		const { result, times } = await resultOf(refusals, { maxRetries });
		expect(result).toEqual(failed(maxRetries + 1, 'notStarted'));
		expect(times).toHaveLength(maxRetries + 1);
	},
);

test('the waits between the tries grow, from the end of the one before', async () => {
	const refusals = Array.from({ length: 5 }, () => reactions.refuses(10));
	const { times } = await resultOf(refusals, { maxRetries: 4, random: () => 0.5 });
	expect(times).toEqual([0, 260, 770, 1780, 3790]);
});

test.each([
	['seconds', '7', 7010],
	['a date', 'Tue, 01 Jan 2030 00:00:07 GMT', 7000],
	['more than five minutes', '4000', 300_010],
	['nothing that can be read', 'soon', 260],
	['no time at all', '0', 260],
	['a date that is over', 'Tue, 01 Jan 2019 00:00:07 GMT', 260],
])('Retry-After in %s is the least wait', async (_what, retryAfter, second) => {
	const { times } = await resultOf([reactions.tooMany(retryAfter, 10), reactions.starts('echo-1')]);
	expect(times).toEqual([0, second]);
});

test('the run that is over before the first request goes out sends nothing', async () => {
	const { clock, service, over, start } = scripted([]);
	over.abort();
	expect(await clock.run(start())).toBeUndefined();
	expect(service.arrivals).toEqual([]);
});

test('a wait for the next try ends with the run, and the failure before it stays', async () => {
	const { clock, service, over, start } = scripted([reactions.tooMany('60', 10)]);
	const result = start();
	await clock.pass(1000);
	over.abort();
	expect(await clock.run(result)).toEqual(failed(1, 'notStarted'));
	expect(clock.elapsed).toBe(1000);
	await clock.runOut();
	expect(service.arrivals).toHaveLength(1);
});

test('a request that comes back after the run is over is not tried again', async () => {
	const { clock, over, start } = scripted([reactions.refuses(100)]);
	const result = start();
	await clock.pass(50);
	over.abort();
	expect(await clock.run(result)).toEqual(failed(1, 'notStarted'));
});

test.each([
	['the only request', [reactions.resets(true)], 1],
	['the last one, too', [reactions.resets(true), reactions.resets(true)], 2],
])(
	'what may have started by %s says what to do, and of no other request',
	async (_what, all, attempts) => {
		const options = { retryUnknown: true, maxRetries: attempts - 1 };
		const { result } = await resultOf(all, options);
		const description = expect.stringMatching(/^Look in/);
		expect(result).toEqual(failed(attempts, 'unknown', { description }));
	},
);

test('what an earlier try left in doubt stays so when it is sent again and rejected', async () => {
	const clock = new VirtualClock();
	const failure: Failure = {
		outcome: 'unknown',
		message: 'The service failed (HTTP 500): the flow may have started',
		description: 'Look.',
		statusCode: 500,
	};
	const service = new ModelService(clock, () => reactions.rejects(401));
	const again = { ...ready('a', {}, { retryUnknown: true }), doubt: { attempts: 1, failure } };
	const run = await runAll(clock, service, [again]);
	expect(run.starts).toMatchObject([
		{
			kind: 'failed',
			failure: {
				...failure,
				description: expect.stringMatching(/^Sent again: .*HTTP 401.* Look\.$/),
			},
		},
	]);
});

// The first request may have started the flow, whatever the last one came to.
test.each([
	['turned away', 'HTTP 429', [reactions.tooMany(), reactions.tooMany(), reactions.tooMany()], 4],
	['refused', 'refused', [reactions.refuses(), reactions.refuses(), reactions.refuses()], 4],
	['rejected', 'HTTP 401', [reactions.rejects(401)], 2],
])(
	'what may have started stays unknown when further tries are %s, and the last of them is told as well',
	async (_what, told, further, attempts) => {
		const { result, taken } = await resultOf([reactions.resets(true), ...further], {
			retryUnknown: true,
		});
		expect(taken).toEqual(['echo-1']);
		const description = expect.stringMatching(
			new RegExp(`^Sent again: .*${told}.*: the flow was not started\\. Look in`),
		);
		expect(result).toEqual(failed(attempts, 'unknown', { description }));
	},
);

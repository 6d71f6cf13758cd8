import fc from 'fast-check';

import type { HttpAnswer } from '../../../nodes/StartFlow/http/attempt';
import { computeFingerprint } from '../../../nodes/StartFlow/shared/fingerprint';
import {
	createCalledBackElsewhereFailure,
	createSecondRetryFailure,
	recallStart,
	rememberStarts,
	type RememberedStart,
} from '../../../nodes/StartFlow/memory/startMemory';
import type { Outcome } from '../../../nodes/StartFlow/shared/failure';
import {
	toFailedStart as failedStart,
	createUnpreparedStart,
	type ItemStart,
	type ReadyStart,
} from '../../../nodes/StartFlow/start/itemStart';
import { CREDENTIAL, ready } from '../send/modelService.mts';

const answer: HttpAnswer = {
	statusCode: 201,
	headers: { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] },
	body: Buffer.from('{"run":"ä 漢"}'),
};

/** Makes a result of a start. */
type Becomes = (ready: ReadyStart) => ItemStart;

const answeredWith =
	(httpAnswer: HttpAnswer): Becomes =>
	(ready) => ({ kind: 'answered', ready, attempts: 2, answer: httpAnswer });

const started = answeredWith(answer);

const toFailedStart =
	(outcome: Outcome): Becomes =>
	(ready) =>
		failedStart(ready, 2, {
			outcome,
			message: 'The service failed (HTTP 500): the flow may have started',
			description: 'what to do',
			statusCode: 500,
			body: 'the answer of the service',
		});

const remember = (start: ItemStart, before?: RememberedStart[]) =>
	rememberStarts([start], before ? { 0: before } : {})[0];

/** The memory of an item, as n8n saves it with a failed execution. */
const remembered = (start: ReadyStart, becomes: Becomes, before?: RememberedStart[]) =>
	JSON.parse(JSON.stringify(remember(becomes(start), before))) as RememberedStart[];

/** The same start, as a later run recalls it. */
const fromPreviousRun = (start: ItemStart) => ({ ...start, isFromPreviousRun: true });

describe('a start that was answered', () => {
	test('keeps any answer byte for byte, and is not sent again even with retryUnknown', () => {
		const header = fc.oneof(fc.string(), fc.array(fc.string()));
		const anyAnswer: fc.Arbitrary<HttpAnswer> = fc.record(
			{
				statusCode: fc.integer({ min: 200, max: 299 }),
				headers: fc.dictionary(fc.string({ minLength: 1 }), header, { noNullPrototype: true }),
				body: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
				missing: fc.constant('unreadable' as const),
			},
			{ requiredKeys: ['statusCode', 'headers', 'body'] },
		);
		fc.assert(
			fc.property(anyAnswer, fc.boolean(), (httpAnswer, retryUnknown) => {
				const start = ready('a', {}, { retryUnknown });
				const memory = remembered(start, answeredWith(httpAnswer));
				const again = recallStart(start, memory);
				expect(again).toEqual(fromPreviousRun(answeredWith(httpAnswer)(start)));
				expect(remember(again, memory)).toEqual(memory);
			}),
		);
	});

	test('keeps its slug in place of the answer when its flow calls back', () => {
		const callback = { id: 'id-1', limit: { ms: 1_000, words: '1 second' } };
		const start = { ...ready(`a-${CREDENTIAL.accessToken}`), callback };
		const memory = remembered(start, started);
		expect(memory).toMatchObject([{ callbackSlug: 'a-***' }]);
		expect(memory[0]).not.toHaveProperty('answer');
		expect(recallStart(start, memory)).toBe(start);
	});

	test('keeps only its status once 16 million characters of answers are kept', () => {
		const bodies = [6_000_000, 6_000_000, 1].map((length) => Buffer.alloc(length));
		const starts = bodies.map((body) => answeredWith({ ...answer, body })(ready('a')));
		const [first, second, third] = Object.values(rememberStarts(starts, {})).flat();
		expect([first?.answer?.body.length, second?.answer?.body.length]).toEqual([8e6, 8e6]);
		expect(third?.answer).toEqual({ statusCode: 201, headers: {}, body: '', missing: 'notKept' });
	});
});

describe('an uncertain start', () => {
	const start = ready('a');
	const withRetryUnknown = ready('a', {}, { retryUnknown: true });
	const memory = remembered(start, toFailedStart('unknown'));

	test('is not sent again, and says what to do', () => {
		const again = recallStart(start, memory);
		expect(again).toMatchObject({
			kind: 'failed',
			attempts: 2,
			isFromPreviousRun: true,
			failure: {
				outcome: 'unknown',
				message: expect.stringMatching(/\(HTTP 500\): the flow may have started.*not sent again$/),
				description: expect.stringMatching(/^Check .* whether the flow has run/),
				statusCode: 500,
			},
		});
		expect(remember(again, memory)).toEqual(memory);
	});

	test('is sent again with retryUnknown, until it was answered', () => {
		const again = recallStart(withRetryUnknown, memory) as ReadyStart;
		expect(again).toMatchObject(withRetryUnknown);
		expect(again.uncertainStart?.failure.message).toMatch(/the flow may have started$/);
		const after = remembered(again, started, memory);
		for (const one of [withRetryUnknown, start]) {
			for (const all of [after, [...memory, ...after]])
				expect(recallStart(one, all)).toEqual(fromPreviousRun(started(one)));
		}
	});

	test('keeps nothing of the answer of the service', () => {
		expect(JSON.stringify(memory)).not.toContain('the answer of the service');
	});
});

test.each<[string, Becomes]>([
	['was rejected', toFailedStart('rejected')],
	['was not started', toFailedStart('notStarted')],
	['was not sent', toFailedStart('notSent')],
	['was not attempted', (start) => start],
])('remembers nothing of a start that %s', (_what, becomes) => {
	expect(rememberStarts([becomes(ready('a'))], {})).toEqual({});
});

test('returns bad input unchanged, and keeps what its item started before', () => {
	const bad = createUnpreparedStart('a', { outcome: 'notSent', message: 'm', description: 'd' });
	const memory = remembered(ready('a'), started);
	expect(recallStart(bad, memory)).toBe(bad);
	expect(remember(bad, memory)).toBe(memory);
});

/** The parts of a start that may differ from run to run. */
interface Parts {
	address: string;
	token: string;
	slug: string;
	identityJson: string;
	source: unknown;
	key: string;
}

const FIRST: Parts = {
	address: 'https://flows.example.com/start',
	token: 'secret-token-123',
	slug: 'a',
	identityJson: '{"x":1,"y":{"b":[1,2],"a":null}}',
	source: [['json', '={{ $json }}'], { x: 1, y: 2 }],
	key: '1',
};

const startOf = (parts: Partial<Parts> = {}): ReadyStart => {
	const { address, token, slug, identityJson, source, key } = { ...FIRST, ...parts };
	return {
		...ready(slug, { key }),
		identityJson,
		computeSourceHash: () => computeFingerprint(source),
		credential: { ...CREDENTIAL, baseUrl: address, accessToken: token },
	};
};

const OTHER_CONTEXT = { identityJson: '{"x":2}' };
const OTHER_SOURCE = { source: [['json', '={{ {x: $json.x} }}'], { x: 1 }] };

describe.each([
	['was answered', started],
	['is uncertain', toFailedStart('unknown')],
])('a start that %s', (_what, becomes) => {
	const isSentAgain = (parts: Partial<Parts>) =>
		recallStart(startOf(parts), remembered(startOf(), becomes)).kind === 'ready';

	test.each<[string, Partial<Parts>]>([
		['when nothing has changed', {}],
		['with another token', { token: 'another-token-456' }],
		['with its address written in another way', { address: 'HTTPS://flows.example.com:443/start' }],
		['with another idempotency key', { key: '2' }],
		[
			'with its keys in another order, from other parameters',
			{ ...OTHER_SOURCE, identityJson: '{"y":{"a":null,"b":[1,2]},"x":1}' },
		],
		['with another context from the same source', OTHER_CONTEXT],
	])('is the same one %s', (_how, parts) => {
		expect(isSentAgain(parts)).toBe(false);
	});

	test.each<[string, Partial<Parts>]>([
		['at another address', { address: 'https://flows.example.com/start/' }],
		['of another flow', { slug: 'b' }],
		['with another context from another source', { ...OTHER_CONTEXT, ...OTHER_SOURCE }],
		['with a list in another order', { ...OTHER_SOURCE, identityJson: '{"x":1,"y":{"b":[2,1]}}' }],
	])('is a new one %s', (_how, parts) => {
		expect(isSentAgain(parts)).toBe(true);
	});
});

test('points a second Retry to the newer execution, or to the remaining items', () => {
	const { outcome, message, description } = createSecondRetryFailure('57');
	expect(outcome).toBe('unknown');
	expect(message).toMatch(/^A previous Retry of execution 57 .* so nothing was sent/);
	expect(description).toMatch(
		/^Retry the execution that the previous Retry created.*stopped.*the items that are left\.$/,
	);
});

test('does not repeat a start that calls another execution back', () => {
	const { outcome, message } = createCalledBackElsewhereFailure('approve-1', '57');
	expect(outcome).toBe('noCallback');
	expect(message).toMatch(
		/^Execution 57 already started the flow "approve-1" .* this run sent nothing/,
	);
});

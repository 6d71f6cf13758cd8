import fc from 'fast-check';

import { declareMasked } from '../../../nodes/StartFlow/shared/mask';
import type { HttpAnswer } from '../../../nodes/StartFlow/http/attempt';
import { createIdentity } from '../../../nodes/StartFlow/memory/identity';
import {
	createMemory,
	parseMemory,
	type RememberedStart,
} from '../../../nodes/StartFlow/memory/saved';
import {
	createCalledBackElsewhereFailure,
	createSecondRetryFailure,
	parseItemLedBack,
	recallStart,
	rememberStarts,
} from '../../../nodes/StartFlow/memory/startMemory';
import { OUTCOMES, type Outcome } from '../../../nodes/StartFlow/outcome/outcomes';
import type {
	EndedStart,
	FailedStart,
	ReadyStart,
	UnpreparedStart,
} from '../../../nodes/StartFlow/start/itemStart';
import { CREDENTIAL, ready } from '../send/modelService.mts';
import { anyDamage } from './damage.mts';

const answer = declareMasked<HttpAnswer>({
	statusCode: 201,
	headers: { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] },
	body: Buffer.from('{"run":"ä 漢"}'),
});

/** Makes a result of a start. */
type Becomes = (ready: ReadyStart) => EndedStart;

const answeredWith =
	(httpAnswer: HttpAnswer): Becomes =>
	(ready) => ({
		kind: 'answered',
		ready,
		attempts: 2,
		answer: declareMasked(httpAnswer),
		isFromPreviousRun: false,
	});

const started = answeredWith(answer);

const toFailedStart =
	(outcome: Outcome, statusCode = 500): Becomes =>
	(ready) => ({
		kind: 'failed',
		ready,
		attempts: 2,
		failure: declareMasked({
			outcome,
			message: 'The service failed (HTTP 500): the flow may have started',
			description: 'what to do',
			statusCode,
			body: 'the answer of the service',
		}),
		isFromPreviousRun: false,
	});

const remember = (start: EndedStart, before?: RememberedStart[]) =>
	rememberStarts([start], before ? { 0: before } : {})[0];

/** The memory of an item, as n8n saves it with a failed execution. */
const remembered = (start: ReadyStart, becomes: Becomes, before?: RememberedStart[]) =>
	JSON.parse(JSON.stringify(remember(becomes(start), before))) as RememberedStart[];

/** The same start, as a later run recalls it. */
const fromPreviousRun = (start: EndedStart) => ({ ...start, isFromPreviousRun: true });

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
				expect(remember(again as EndedStart, memory)).toEqual(memory);
			}),
		);
	});

	test('keeps its slug in place of the answer when its flow calls back', () => {
		const callback = { id: 'id-1', limit: { ms: 1_000, words: '1 second' } };
		const start = { ...ready(`a-${CREDENTIAL.accessToken}`), callback };
		const memory = remembered(start, started);
		expect(memory).toMatchObject([{ kind: 'awaited', slug: 'a-***' }]);
		expect(memory[0]).not.toHaveProperty('body');
		expect(recallStart(start, memory)).toBe(start);
	});

	test.each([
		['bodies', { headers: {}, body: Buffer.alloc(5_999_997) }],
		['headers', { headers: { 'x-long': 'a'.repeat(7_999_980) }, body: Buffer.alloc(0) }],
	])('keeps only its status once 16 million characters of %s are kept', (_what, large) => {
		const answers = [large, large, { headers: {}, body: Buffer.alloc(16) }];
		const starts = answers.map((one) => answeredWith({ ...answer, ...one })(ready('a')));
		const kept = Object.values(rememberStarts(starts, {})).flat();
		expect(kept.map((one) => one.kind === 'answered' && one.missing)).toEqual([
			undefined,
			undefined,
			'notKept',
		]);
		expect(kept[2]).toMatchObject({ statusCode: 201, headers: {}, body: '' });
	});

	test('is not encoded if there is no room for it', () => {
		const body = Buffer.alloc(12_000_003);
		const encode = jest.spyOn(body, 'toString');
		const start = answeredWith({ ...answer, body })(ready('a'));
		expect(remember(start)).toMatchObject([{ statusCode: 201, body: '', missing: 'notKept' }]);
		expect(encode).not.toHaveBeenCalled();
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
		expect(remember(again as EndedStart, memory)).toEqual(memory);
	});

	test('is remembered as it last was', () => {
		const newer = remembered(start, toFailedStart('unknown', 502), memory);
		expect(recallStart(start, newer)).toMatchObject({ failure: { statusCode: 502 } });
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
	['got no callback', toFailedStart('noCallback')],
	['was not attempted', (start) => ({ kind: 'untried', ready: start })],
])('remembers nothing of a start that %s', (_what, becomes) => {
	expect(rememberStarts([becomes(ready('a'))], {})).toEqual({});
});

test.each(Object.keys(OUTCOMES) as Outcome[])(
	'remembers a failed start only if the flow may have started: %s',
	(outcome) => {
		const kinds = remember(toFailedStart(outcome)(ready('a')))?.map(({ kind }) => kind);
		expect(kinds).toEqual(outcome === 'unknown' ? ['uncertain'] : undefined);
	},
);

test('remembers nothing of a start that another execution continues', () => {
	const { failure } = toFailedStart('unknown')(ready('a')) as FailedStart;
	expect(rememberStarts([{ kind: 'refused', ready: ready('a'), failure }], {})).toEqual({});
});

test('returns bad input unchanged, and keeps what its item started before', () => {
	const bad: UnpreparedStart = {
		kind: 'unprepared',
		slug: declareMasked('a'),
		label: declareMasked(''),
		environment: 'QA',
		failure: declareMasked({ outcome: 'notSent', message: 'm', description: 'd' }),
	};
	const memory = remembered(ready('a'), started);
	expect(recallStart(bad, memory)).toBe(bad);
	expect(remember(bad, memory)).toEqual(memory);
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
		identify: () =>
			createIdentity({ baseUrl: address, slug, identityJson, parametersHash: '', item: source }),
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
	const { outcome, message } = createCalledBackElsewhereFailure(declareMasked('approve-1'), '57');
	expect(outcome).toBe('noCallback');
	expect(message).toMatch(/^Execution 57 started the flow "approve-1" .* this run sent nothing/);
});

describe('what is saved', () => {
	const parts = {
		firstExecutionId: '1',
		lastSenderId: '1',
		wasStartedByHand: false,
		wasCutOff: false,
	};
	const callback = { id: 'id-1', limit: { ms: 1_000, words: '1 second' } };
	const starts = [
		started(ready('a')),
		toFailedStart('unknown')(ready('b')),
		started({ ...ready('c'), callback }),
	];
	const saved = createMemory(parts);
	saved.startsByRound[0] = rememberStarts(starts, {});

	test('is parsed as it was saved, in the same run and after it', () => {
		expect(parseMemory(saved)).toBe(saved);
		const stored = JSON.parse(JSON.stringify(saved)) as unknown;
		expect(parseMemory(stored)).toEqual(stored);
	});

	test('is not parsed if it has another version, is cut, or is anything else', () => {
		fc.assert(
			fc.property(anyDamage(saved), (damaged) => {
				expect(parseMemory(damaged)).toBeUndefined();
			}),
		);
	});

	test('is not parsed if one start in it is damaged', () => {
		const remembered = Object.values(saved.startsByRound[0] ?? {}).flat();
		const isOptional = ['message', 'statusCode', 'missing'];
		for (const [index, start] of remembered.entries()) {
			const keys = Object.keys(JSON.parse(JSON.stringify(start)) as object);
			const cuts = keys.filter((key) => start.kind === 'answered' || !isOptional.includes(key));
			for (const key of cuts) {
				const damaged = { ...start, [key]: ['?'] };
				expect(parseMemory({ ...saved, startsByRound: { 0: { [index]: [damaged] } } })).toBe(
					undefined,
				);
			}
		}
	});
});

test.each(Object.keys(OUTCOMES) as Outcome[])('an item with %s that is led back', (outcome) => {
	const start = ready('a');
	const read = (details: object) =>
		parseItemLedBack(start, { error: 'e', details: { ...details } });
	const isUncertain = outcome === 'unknown' || outcome === 'noCallback';
	expect(read({ outcome, slug: 'a', attempts: 3 })).toEqual(
		isUncertain ? [{ kind: 'uncertain', ...start.identify(), attempts: 3 }] : [],
	);
	expect(read({ outcome, slug: 'b', attempts: 3 })).toEqual([]);
	for (const attempts of [undefined, 0, -1, 1.5, NaN, Infinity, 'many', '3', [3], null]) {
		expect(read({ outcome, slug: 'a', attempts })[0]?.attempts).toBe(isUncertain ? 1 : undefined);
	}
});

import fc from 'fast-check';

import type { HttpAnswer } from '../../../nodes/TriggerFlow/http/attempt';
import { fingerprint } from '../../../nodes/TriggerFlow/memory/identity';
import type { Outcome } from '../../../nodes/TriggerFlow/shared/failure';
import {
	failed as failedStart,
	leftInDoubt,
	refused,
	type Doubt,
	type ItemStart,
	type ReadyStart,
} from '../../../nodes/TriggerFlow/start/itemStart';
import {
	memoryOf,
	withMemory,
	type RememberedStart,
} from '../../../nodes/TriggerFlow/memory/startMemory';
import { CREDENTIAL, ready } from '../../sending/modelService.mts';

const answer: HttpAnswer = {
	statusCode: 201,
	headers: { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] },
	body: Buffer.from('{"run":"ä 漢"}'),
};

/** What may become of a start. */
type Becomes = (ready: ReadyStart) => ItemStart;

const answeredWith =
	(given: HttpAnswer): Becomes =>
	(ready) => ({ kind: 'answered', ready, attempts: 2, answer: given });

const started = answeredWith(answer);

const failed =
	(outcome: Outcome): Becomes =>
	(ready) =>
		failedStart(ready, 2, {
			outcome,
			message: 'The service failed (HTTP 500): the flow may have started',
			description: 'what to do',
			statusCode: 500,
			body: 'what the service said',
		});

/** What is remembered of an item, as n8n saves it with a failed execution. */
const remembered = (start: ReadyStart, becomes: Becomes, before: RememberedStart[] = []) =>
	JSON.parse(JSON.stringify(memoryOf(start, becomes(start), before))) as RememberedStart[];

/** The start that is the first one again, in a later try. */
const earlier = (start: ItemStart) => ({ ...start, isEarlier: true });

describe('a start that was answered', () => {
	test('keeps its answer, and is not sent again, with retryUnknown neither', () => {
		const memory = remembered(ready('a'), started);
		for (const retryUnknown of [false, true]) {
			const again = ready('a', {}, { retryUnknown });
			expect(withMemory(again, memory)).toEqual(earlier(started(again)));
		}
	});

	test('keeps any answer byte for byte, over as many tries as there are', () => {
		const header = fc.oneof(fc.string(), fc.array(fc.string()));
		const anyAnswer: fc.Arbitrary<HttpAnswer> = fc.record(
			{
				statusCode: fc.integer({ min: 200, max: 299 }),
				headers: fc.dictionary(fc.string({ minLength: 1 }), header, { noNullPrototype: true }),
				body: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
				lost: fc.constantFrom('brokenOff' as const, 'tooLarge' as const),
			},
			{ requiredKeys: ['statusCode', 'headers', 'body'] },
		);
		fc.assert(
			fc.property(anyAnswer, (given) => {
				const start = ready('a');
				const memory = remembered(start, answeredWith(given));
				const again = withMemory(start, memory);
				expect(again).toEqual(earlier(answeredWith(given)(start)));
				expect(memoryOf(again, again, memory)).toEqual(memory);
			}),
		);
	});

	test('whose answer is longer than any text is not sent again either', () => {
		const body = Buffer.from('x');
		body.toString = () => {
			throw new RangeError('Invalid string length');
		};
		const memory = remembered(ready('a'), answeredWith({ ...answer, body }));
		const again = withMemory(ready('a'), memory);
		expect(again).toMatchObject({ kind: 'failed', failure: { outcome: 'unknown' } });
	});

	test('and whose flow calls back: its slug is kept in place of the answer', () => {
		const callback = { id: 'id-1', limit: { ms: 1_000, words: '1 second' } };
		const start = { ...ready(`a-${CREDENTIAL.accessToken}`), callback };
		const [first] = remembered(start, started);
		expect(first).toMatchObject({ callsBack: 'a-***' });
		expect(first).not.toHaveProperty('answer');
	});
});

describe('a start that may have happened', () => {
	const start = ready('a');
	const patient = ready('a', {}, { retryUnknown: true });
	const memory = remembered(start, failed('unknown'));

	test('is not sent again, and says what to do', () => {
		const again = withMemory(start, memory);
		expect(again).toEqual(
			earlier(
				failedStart(start, 2, {
					outcome: 'unknown',
					message:
						'The service failed (HTTP 500): the flow may have started in an earlier try of this run, so it was not sent again',
					description: expect.stringMatching(/option Retry Uncertain Starts.*save the workflow/),
					statusCode: 500,
				}),
			),
		);
		expect(memoryOf(again, again, memory)).toEqual(memory);
	});

	test('is sent again with retryUnknown, until it was answered', () => {
		const again = withMemory(patient, memory) as ReadyStart;
		expect(again).toMatchObject(patient);
		const after = remembered(again, started, memory);
		expect(withMemory(patient, after)).toEqual(earlier(started(patient)));
		expect(withMemory(start, after)).toEqual(earlier(started(start)));
	});

	test('is told as it was where retryUnknown did not come to it, however often', () => {
		const again = withMemory(patient, memory) as ReadyStart;
		const kept = remembered(again, () => leftInDoubt(again, again.doubt as Doubt), memory);
		expect(withMemory(start, kept)).toEqual(withMemory(start, memory));
	});

	test('leaves nothing of what the service said', () => {
		const sha256 = expect.stringMatching(/^[\w-]{43}$/);
		expect(memory).toEqual([
			{
				...{ target: sha256, content: sha256, source: sha256 },
				attempts: 2,
				message: 'The service failed (HTTP 500): the flow may have started',
				statusCode: 500,
			},
		]);
	});
});

test.each<[string, Becomes]>([
	['was rejected', failed('rejected')],
	['was not started', failed('notStarted')],
	['was not sent', failed('notSent')],
	['was not begun', (start) => start],
])('a start that %s is sent again: nothing is remembered of it', (_what, becomes) => {
	const start = ready('a');
	const memory = remembered(start, becomes);
	expect(memory).toEqual([]);
	expect(withMemory(start, memory)).toBe(start);
});

test('what could not be prepared stays so, and what its item has started before is kept', () => {
	const bad = refused('a', { outcome: 'notSent', message: 'm', description: 'd' });
	const memory = remembered(ready('a'), started);
	expect(withMemory(bad, memory)).toBe(bad);
	expect(memoryOf(bad, bad, memory)).toBe(memory);
});

/** What may differ from try to try. */
interface Parts {
	address: string;
	token: string;
	environment: 'production' | 'qa';
	slug: string;
	content: string;
	source: unknown;
	key: string;
}

const FIRST: Parts = {
	address: 'https://flows.example.com/start',
	token: 'secret-token-123',
	environment: 'qa',
	slug: 'a',
	content: '{"x":1,"y":{"b":[1,2],"a":null}}',
	source: [['json', '={{ $json }}'], { x: 1, y: 2 }],
	key: '1',
};

const startOf = (parts: Partial<Parts> = {}): ReadyStart => {
	const { address, token, environment, slug, content, source, key } = { ...FIRST, ...parts };
	return {
		...ready(slug, { key }),
		content,
		source: () => fingerprint(source),
		credential: { ...CREDENTIAL, environment, baseUrl: address, accessToken: token },
	};
};

const OTHER_CONTENT = { content: '{"x":2}' };
const OTHER_SOURCE = { source: [['json', '={{ {x: $json.x} }}'], { x: 1 }] };
const OTHER_CONTEXT = { ...OTHER_CONTENT, ...OTHER_SOURCE };

describe.each([
	['was answered', started],
	['may have happened', failed('unknown')],
])('a start that %s', (_what, becomes) => {
	const isSentAgain = (parts: Partial<Parts>) =>
		withMemory(startOf(parts), remembered(startOf(), becomes)).kind === 'ready';

	test.each<[string, Partial<Parts>]>([
		['where nothing has changed', {}],
		['with another token', { token: 'another-token-456' }],
		['with another environment', { environment: 'production' }],
		['with its address written otherwise', { address: 'HTTPS://flows.example.com:443/start' }],
		['with another idempotency key', { key: '2' }],
		[
			'with its keys in another order, from other parameters',
			{ ...OTHER_SOURCE, content: '{"y":{"a":null,"b":[1,2]},"x":1}' },
		],
		['with another context, made of the same', OTHER_CONTENT],
		[
			'with another context, made of the same item, its keys in another order',
			{ ...OTHER_CONTENT, source: [['json', '={{ $json }}'], { y: 2, x: 1 }] },
		],
	])('is the same one %s', (_how, parts) => {
		expect(isSentAgain(parts)).toBe(false);
	});

	test.each<[string, Partial<Parts>]>([
		['at another address', { address: 'https://flows.example.com/start/' }],
		['of another flow', { slug: 'b' }],
		['with another context, made of something else', OTHER_CONTEXT],
		['with a list in another order', { ...OTHER_SOURCE, content: '{"x":1,"y":{"b":[2,1]}}' }],
		['with text for a number', { ...OTHER_SOURCE, content: FIRST.content.replace('1', '"1"') }],
	])('is a new one %s', (_how, parts) => {
		expect(isSentAgain(parts)).toBe(true);
	});
});

test('no slug and address together look like others', () => {
	const one = startOf({ slug: 'b', address: 'https://a.example/","' });
	const other = startOf({ slug: '","b', address: 'https://a.example/' });
	expect(withMemory(other, remembered(one, started)).kind).toBe('ready');
});

test('a new start tells what the same flow has come to with another context', () => {
	const anew = (parts: Partial<Parts>, ...before: Array<[Partial<Parts>, Becomes]>) => {
		const memory = before.reduce<RememberedStart[]>(
			(kept, [earlierParts, becomes]) => remembered(startOf(earlierParts), becomes, kept),
			[],
		);
		return (withMemory(startOf(parts), memory) as ReadyStart).anew;
	};
	const third = { content: '{"x":3}', source: ['c'] };
	expect(anew(OTHER_CONTEXT, [{}, started])).toBe('started');
	expect(anew(OTHER_CONTEXT, [{}, failed('unknown')])).toBe('may have started');
	expect(anew(OTHER_CONTEXT, [{}, started], [third, failed('unknown')])).toBe('started');
	expect(anew(OTHER_CONTEXT, [{ slug: 'b' }, started])).toBeUndefined();
	expect(anew(OTHER_CONTEXT, [{}, failed('rejected')])).toBeUndefined();
});

test('of two that it may be, a start is the one that was answered', () => {
	const memory = remembered(
		startOf(OTHER_CONTEXT),
		failed('unknown'),
		remembered(startOf(), started),
	);
	// Made of the same as the one, and with the context of the other.
	const again = startOf(OTHER_CONTENT);
	expect(withMemory(again, memory)).toEqual(earlier(started(again)));
});

test('what an item has ever started is kept: slug A, then B, then A again', () => {
	const both = remembered(startOf({ slug: 'b' }), started, remembered(startOf(), started));
	const kinds = ['a', 'b', 'c'].map((slug) => withMemory(startOf({ slug }), both).kind);
	expect(kinds).toEqual(['answered', 'answered', 'ready']);
});

import fc from 'fast-check';

import type { HttpAnswer } from '../../../nodes/TriggerFlow/rules/answer/httpAnswer';
import type { Outcome } from '../../../nodes/TriggerFlow/rules/errors/failure';
import type { StartResult } from '../../../nodes/TriggerFlow/rules/outcome/attempt';
import type { PlannedStart } from '../../../nodes/TriggerFlow/rules/sending/startAll';
import type { PreparedStart, ReadyStart } from '../../../nodes/TriggerFlow/rules/sending/startFlow';
import {
	memoryOf,
	withMemory,
	type StartMemory,
} from '../../../nodes/TriggerFlow/rules/sending/startMemory';
import { anyToken } from '../errors/tokens.mts';
import { CREDENTIAL, manyReady, ready } from './modelService.mts';

const answer: HttpAnswer = {
	statusCode: 201,
	headers: { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] },
	body: Buffer.from('{"run":"ä 漢"}'),
};

const started: StartResult = { attempts: 2, answer };

const failed = (outcome: Outcome) => ({
	attempts: 2,
	failure: {
		outcome,
		message: `what happened: ${CREDENTIAL.accessToken}`,
		description: `what to do: ${CREDENTIAL.accessToken}`,
		body: `what the service said: ${CREDENTIAL.accessToken}`,
	},
});

/** As n8n saves it with a failed execution. */
const saved = (memory: StartMemory) => JSON.parse(JSON.stringify(memory)) as StartMemory;

/** What is remembered of one start that was sent, after all that was remembered before. */
const remembered = (start: PlannedStart, result: StartResult | undefined, before = {}) =>
	saved(memoryOf([start], [result], before));

const isSentAgain = (start: ReadyStart, memory: StartMemory) =>
	'start' in (withMemory([start], memory)[0] ?? {});

describe('a start that was answered', () => {
	test('keeps its answer, and is not sent again, with retryUnknown neither', () => {
		const start = ready('a');
		for (const retryUnknown of [false, true]) {
			const again = ready('a', {}, { retryUnknown });
			expect(withMemory([again], remembered(start, started))).toEqual([{ earlier: started }]);
		}
	});

	test('keeps it byte for byte, over as many tries as there are', () => {
		const anyAnswer: fc.Arbitrary<HttpAnswer> = fc.record(
			{
				statusCode: fc.integer({ min: 200, max: 299 }),
				headers: fc.dictionary(
					fc.string({ minLength: 1 }),
					fc.oneof(fc.string(), fc.array(fc.string())),
					{ noNullPrototype: true },
				),
				body: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
				lost: fc.constantFrom('brokenOff' as const, 'tooLarge' as const),
			},
			{ requiredKeys: ['statusCode', 'headers', 'body'] },
		);
		fc.assert(
			fc.property(anyAnswer, fc.nat(4), (given, attempts) => {
				const start = ready('a');
				const memory = remembered(start, { attempts, answer: given });
				const [planned] = withMemory([start], memory);
				expect(planned).toEqual({ earlier: { attempts, answer: given } });
				if (planned === undefined || !('earlier' in planned)) throw new Error('It was forgotten');
				expect(Buffer.isBuffer('answer' in planned.earlier && planned.earlier.answer.body)).toBe(
					true,
				);
				expect(remembered(planned, planned.earlier, memory)).toEqual(memory);
			}),
		);
	});

	test('is kept without the access token, whatever holds it', () => {
		fc.assert(
			fc.property(anyToken, (accessToken) => {
				const start = {
					...ready('a', { token: accessToken }),
					credential: { ...CREDENTIAL, accessToken },
				};
				const told: StartResult = {
					attempts: 1,
					answer: {
						statusCode: 200,
						headers: {
							echo: `Bearer ${accessToken}`,
							list: [accessToken, encodeURIComponent(accessToken)],
							[accessToken]: 'x',
						},
						body: Buffer.from(`<${accessToken}> <${JSON.stringify({ a: accessToken })}>`),
					},
				};
				const memory = memoryOf([start], [told], {});
				const body = Buffer.from(memory[0]?.[0]?.answer?.body ?? '', 'base64').toString();
				expect(body).toMatch(/^<\*+> /);
				expect(body).not.toContain(JSON.stringify(accessToken).slice(1, -1));
				// Fingerprints and base64 are random letters to it: a token of one letter is in them.
				const kept = { ...memory[0]?.[0]?.answer, body: '' };
				// Compared as values: JSON writes some of a token's signs in another way.
				JSON.stringify(kept, (key, value: unknown) => {
					expect(`${key} ${String(value)}`).not.toContain(accessToken);
					return value;
				});
			}),
			{ numRuns: 50 },
		);
	});

	test('is remembered without its answer where that is longer than any text', () => {
		const body = new Proxy(Buffer.from('x'), {
			get: (target, key) =>
				key === 'toString'
					? () => {
							throw new RangeError('Invalid string length');
						}
					: Reflect.get(target, key),
		});
		const memory = remembered(ready('a'), { attempts: 1, answer: { ...answer, body } });
		expect(withMemory([ready('a')], memory)).toMatchObject([
			{ earlier: { failure: { outcome: 'unknown' } } },
		]);
	});
});

describe('a start that may have happened', () => {
	const start = ready('a');
	const memory = remembered(start, failed('unknown'));

	test('is not sent again, and says so', () => {
		expect(withMemory([start], memory)).toEqual([
			{
				earlier: {
					attempts: 2,
					failure: {
						outcome: 'unknown',
						message:
							'The flow may have started in an earlier try of this run, so it was not sent again',
						description: expect.stringContaining('turn on the option Retry Unknown'),
					},
				},
			},
		]);
	});

	test('is not sent again by a third try either', () => {
		const [planned] = withMemory([start], memory);
		if (planned === undefined || !('earlier' in planned)) throw new Error('It was forgotten');
		expect(remembered(planned, planned.earlier, memory)).toEqual(memory);
	});

	test('is sent again with retryUnknown', () => {
		const again = ready('a', {}, { retryUnknown: true });
		expect(withMemory([again], memory)).toMatchObject([again]);
	});

	test('is not sent once more where it was answered then', () => {
		const again = ready('a', {}, { retryUnknown: true });
		const [planned] = withMemory([again], memory);
		const after = remembered(planned as PlannedStart, started, memory);
		expect(withMemory([again], after)).toEqual([{ earlier: started }]);
		expect(withMemory([start], after)).toEqual([{ earlier: started }]);
	});

	test('leaves nothing of what the service said', () => {
		const sha256 = expect.stringMatching(/^[\w-]{43}$/);
		expect(memory).toEqual({
			0: [{ target: sha256, content: sha256, source: sha256, attempts: 2 }],
		});
	});
});

describe('what certainly did not start', () => {
	test.each<[string, StartResult | undefined]>([
		['was rejected', failed('rejected')],
		['was not started', failed('notStarted')],
		['was not sent', failed('notSent')],
		['was not begun', undefined],
	])('is sent again when it %s: nothing is remembered of it', (_what, result) => {
		const start = ready('a');
		const memory = remembered(start, result);
		expect(memory).toEqual({});
		expect(withMemory([start], memory)).toEqual([start]);
	});
});

/** A start and how it may differ in a later try; each part by itself. */
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
	source: [['json', '={{ $json }}'], { x: 1 }],
	key: '1',
};

const startOf = (parts: Partial<Parts>, retryUnknown = false): ReadyStart => {
	const { address, token, environment, slug, content, source, key } = { ...FIRST, ...parts };
	const base = ready(slug, { key }, { retryUnknown });
	return {
		...base,
		content,
		source,
		credential: { environment, baseUrl: address, accessToken: token },
	};
};

const ANOTHER_CONTENT = { content: '{"x":2}' };
const ANOTHER_SOURCE = { source: [['json', '={{ {x: $json.x} }}'], { x: 1 }] };

describe('a start is the same one', () => {
	test.each<[string, Partial<Parts>]>([
		['when nothing has changed', {}],
		['with another token', { token: 'another-token-456' }],
		['with another environment', { environment: 'production' }],
		['with the address written in another way', { address: 'HTTPS://flows.example.com:443/start' }],
		['with another start key', { key: '2' }],
		[
			'with its keys in another order, made by other parameters',
			{ ...ANOTHER_SOURCE, content: '{"y":{"a":null,"b":[1,2]},"x":1}' },
		],
		['with another context, made of the same', ANOTHER_CONTENT],
		[
			'with another context, made of the same item, its keys in another order',
			{ ...ANOTHER_CONTENT, source: [['json', '={{ $json }}'], { x: 1 }] },
		],
	])('%s', (_what, parts) => {
		for (const result of [started, failed('unknown')]) {
			expect(isSentAgain(startOf(parts), remembered(startOf({}), result))).toBe(false);
		}
	});
});

describe('a start is a new one', () => {
	test.each<[string, Partial<Parts>]>([
		['at another address', { address: 'https://flows.example.com/start/' }],
		['of another flow', { slug: 'b' }],
		['with another context, made of something else', { ...ANOTHER_CONTENT, ...ANOTHER_SOURCE }],
		['with a text for a number', { content: '{"x":"1","y":{}}', ...ANOTHER_SOURCE }],
		[
			'with a list in another order',
			{ content: '{"x":1,"y":{"b":[2,1],"a":null}}', ...ANOTHER_SOURCE },
		],
		[
			'with a field more that is null',
			{ content: '{"x":1,"y":{"b":[1,2],"a":null},"z":null}', ...ANOTHER_SOURCE },
		],
	])('%s', (_what, parts) => {
		for (const result of [started, failed('unknown')]) {
			expect(isSentAgain(startOf(parts), remembered(startOf({}), result))).toBe(true);
		}
	});

	test.each<[Partial<Parts>, Partial<Parts>]>([
		[
			{ slug: 'a', content: '{"b":"c"}' },
			{ slug: 'a","{\\"b', content: '{"b":"c"}' },
		],
		[
			{ slug: 'b', address: 'https://a.example/","' },
			{ slug: '","b', address: 'https://a.example/' },
		],
	])('and no separator makes two the same', (one, other) => {
		expect(isSentAgain(startOf(other), remembered(startOf(one), started))).toBe(true);
	});
});

test('what an item has ever started is kept: slug A, then B, then A again', () => {
	const [a, b] = [startOf({ slug: 'a' }), startOf({ slug: 'b' })];
	const both = remembered(b, started, remembered(a, started));
	expect(isSentAgain(a, both)).toBe(false);
	expect(isSentAgain(b, both)).toBe(false);
	expect(isSentAgain(startOf({ slug: 'c' }), both)).toBe(true);
});

describe('many starts', () => {
	test('are remembered by their place', () => {
		const starts = manyReady(12);
		const results = starts.map(
			(_, index) => [started, failed('unknown'), failed('rejected'), undefined][index % 4],
		);
		const memory = saved(memoryOf(starts, results, {}));
		expect(Object.keys(memory)).toEqual(['0', '1', '4', '5', '8', '9']);
		const planned = withMemory(starts, memory);
		expect(planned.map((plan) => 'earlier' in plan)).toEqual(
			starts.map((_, index) => index % 4 < 2),
		);
		expect(planned.filter((plan) => !('earlier' in plan))).toEqual(
			starts.filter((_, index) => index % 4 >= 2),
		);
	});

	test('that are equal are not taken for one another', () => {
		const starts = [ready('a'), ready('a'), ready('a')];
		const memory = saved(memoryOf(starts, [undefined, started, undefined], {}));
		expect(withMemory(starts, memory)).toEqual([starts[0], { earlier: started }, starts[2]]);
	});

	test('without a memory are sent', () => {
		const starts = manyReady(3);
		expect(withMemory(starts, {})).toEqual(starts);
	});
});

test('what could not be prepared stays so, and what its item has started before is kept', () => {
	const bad: PreparedStart = failed('notSent') as PreparedStart;
	const before = remembered(ready('a'), started);
	expect(withMemory([bad], before)).toEqual([bad]);
	expect(memoryOf([bad], [failed('notSent')], {})).toEqual({});
	expect(saved(memoryOf([bad], [failed('notSent')], before))).toEqual(before);
});

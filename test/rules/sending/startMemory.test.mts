import fc from 'fast-check';

import type { HttpAnswer } from '../../../nodes/TriggerFlow/rules/answer/httpAnswer';
import type { FlowCredential } from '../../../nodes/TriggerFlow/rules/credential/flowCredential';
import type { Outcome } from '../../../nodes/TriggerFlow/rules/errors/failure';
import type { StartResult } from '../../../nodes/TriggerFlow/rules/outcome/attempt';
import { createStart } from '../../../nodes/TriggerFlow/rules/request/startRequest';
import type { PreparedStart, ReadyStart } from '../../../nodes/TriggerFlow/rules/sending/startFlow';
import {
	memoryOf as remember,
	withMemory as plan,
	type Origin,
	type StartMemory,
} from '../../../nodes/TriggerFlow/rules/sending/startMemory';
import { anyToken } from '../errors/tokens.mts';
import { CREDENTIAL, manyReady, OPTIONS, ready } from './modelService.mts';

let calls = 0;

/** Another execution, in which every item's start is written differently. */
const ORIGIN: Origin = { isSameExecution: false, sourceOf: () => String(calls++) };

const memoryOf = (
	starts: readonly PreparedStart[],
	results: ReadonlyArray<StartResult | undefined>,
	origin = ORIGIN,
	before: StartMemory = {},
) => remember(starts, results, origin, before);

const withMemory = (starts: readonly PreparedStart[], memory: StartMemory, origin = ORIGIN) =>
	plan(starts, memory, origin);

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

const remembered = (prepared: PreparedStart, result: StartResult | undefined) =>
	saved(memoryOf([prepared], [result]));

describe('a start that was answered', () => {
	test('keeps its answer, and is not sent again, with retryUnknown neither', () => {
		const start = ready('a');
		for (const retryUnknown of [false, true]) {
			const again = ready('a', {}, { retryUnknown });
			expect(withMemory([again], remembered(start, started))).toEqual([{ earlier: started }]);
		}
	});

	test('keeps it byte for byte', () => {
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
				// And once more, as a third try does.
				if (planned === undefined || !('earlier' in planned)) throw new Error('It was forgotten');
				const { source: _source, ...kept } = memory[0] as StartMemory[string];
				expect(remembered(start, planned.earlier)[0]).toMatchObject(kept);
				expect(Buffer.isBuffer('answer' in planned.earlier && planned.earlier.answer.body)).toBe(
					true,
				);
			}),
		);
	});

	test('is kept without the access token, whatever holds it', () => {
		fc.assert(
			fc.property(anyToken, (accessToken) => {
				const start: ReadyStart = {
					start: createStart('a', { token: accessToken }),
					credential: { ...CREDENTIAL, accessToken },
					options: OPTIONS,
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
				const memory = memoryOf([start], [told]);
				const body = Buffer.from(memory[0]?.answer?.body ?? '', 'base64').toString();
				expect(body).toMatch(/^<\*+> /);
				expect(body).not.toContain(JSON.stringify(accessToken).slice(1, -1));
				// Compared as values: JSON writes some of a token's signs in another way.
				JSON.stringify(memory, (key, value: unknown) => {
					expect(`${key} ${String(value)}`).not.toContain(accessToken);
					return value;
				});
			}),
			{ numRuns: 50 },
		);
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
		const { digest, attempts } = memory[0] ?? {};
		expect(remembered(start, planned.earlier)[0]).toMatchObject({ digest, attempts });
	});

	test('is sent again with retryUnknown', () => {
		const again = ready('a', {}, { retryUnknown: true });
		expect(withMemory([again], memory)).toMatchObject([again]);
	});

	test('leaves nothing of what the service said', () => {
		const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
		expect(memory).toEqual({ 0: { digest: sha256, source: sha256, attempts: 2 } });
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

describe('a start that has been changed is a new one', () => {
	const original: ReadyStart = ready('a', { x: 1 });
	const changed = (
		slug: string,
		context: unknown,
		credential: Partial<FlowCredential> = {},
	): ReadyStart => ({
		start: createStart(slug, context),
		credential: { ...CREDENTIAL, ...credential },
		options: OPTIONS,
	});

	test.each([
		['slug', changed('b', { x: 1 })],
		['context', changed('a', { x: 2 })],
		['context, with more in it', changed('a', { x: 1, y: 1 })],
		['context, with a text for a number', changed('a', { x: '1' })],
		['URL', changed('a', { x: 1 }, { baseUrl: 'https://flows.example.com/start/' })],
	])('by its %s', (_what, start) => {
		for (const result of [started, failed('unknown')]) {
			expect(withMemory([start], remembered(original, result))).toEqual([start]);
		}
	});

	// The person has mended the token: what was started with the old one is started all the same.
	test.each([
		['nothing', changed('a', { x: 1 })],
		['the token', changed('a', { x: 1 }, { accessToken: 'another-token-456' })],
		['the environment', changed('a', { x: 1 }, { environment: 'production' })],
	])('but not by %s', (_what, start) => {
		expect(withMemory([start], remembered(original, started))).toEqual([{ earlier: started }]);
	});

	test.each([
		[changed('a', { b: 'c' }), changed('a","{\\"b', { b: 'c' })],
		[
			changed('b', {}, { baseUrl: 'https://a.example/","' }),
			changed('","b', {}, { baseUrl: 'https://a.example/' }),
		],
	])('and no separator makes two the same', (one, other) => {
		expect(memoryOf([one], [started])[0]?.digest).not.toBe(memoryOf([other], [started])[0]?.digest);
	});
});

describe('many starts', () => {
	test('are remembered by their place', () => {
		const starts = manyReady(12);
		const results = starts.map(
			(_, index) => [started, failed('unknown'), failed('rejected'), undefined][index % 4],
		);
		const memory = saved(memoryOf(starts, results));
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
		const memory = saved(memoryOf(starts, [undefined, started, undefined]));
		expect(withMemory(starts, memory)).toEqual([starts[0], { earlier: started }, starts[2]]);
	});

	test('without a memory are sent', () => {
		const starts = manyReady(3);
		expect(withMemory(starts, {})).toEqual(starts);
	});
});

test('what could not be prepared stays so, and nothing is remembered of it', () => {
	const bad: PreparedStart = failed('notSent') as PreparedStart;
	const memory = remembered(ready('a'), started);
	expect(withMemory([bad], memory)).toEqual([bad]);
	expect(memoryOf([bad], [failed('notSent')])).toEqual({});
});

describe('a start whose context is different at every try, as with the time in it', () => {
	const first = ready('a', { at: 1 });
	const second = ready('a', { at: 2 });

	test('is the same start within one execution', () => {
		const again = { ...ORIGIN, isSameExecution: true };
		expect(withMemory([second], remembered(first, started), again)).toEqual([{ earlier: started }]);
	});

	test('is the same start where parameters and item are written as they were', () => {
		const origin = { ...ORIGIN, sourceOf: () => 'the same' };
		const memory = saved(memoryOf([first], [started], origin));
		expect(withMemory([second], memory, origin)).toEqual([{ earlier: started }]);
	});

	test('is told by what is sent where nothing else can be told', () => {
		const origin = { ...ORIGIN, sourceOf: () => undefined };
		const memory = saved(memoryOf([first], [started], origin));
		expect(withMemory([first], memory, origin)).toEqual([{ earlier: started }]);
		expect(withMemory([second], memory, origin)).toEqual([second]);
	});

	test('is a new start where both have changed', () => {
		expect(withMemory([second], remembered(first, started))).toEqual([second]);
	});
});

test('what was remembered stays remembered for an item that this try could not prepare', () => {
	const start = ready('a');
	const before = remembered(start, started);
	const bad = failed('notSent') as PreparedStart;
	const memory = saved(memoryOf([bad], [failed('notSent')], ORIGIN, before));
	expect(withMemory([start], memory)).toEqual([{ earlier: started }]);
});

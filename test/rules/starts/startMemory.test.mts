import assert from 'node:assert/strict';

import fc from 'fast-check';

import { fingerprint } from '../../../nodes/TriggerFlow/rules/context/fingerprint';
import type { HttpAnswer } from '../../../nodes/TriggerFlow/rules/answer/httpAnswer';
import type { Outcome } from '../../../nodes/TriggerFlow/rules/errors/failure';
import {
	failed as failedStart,
	leftInDoubt,
	refused,
	type Doubt,
	type ItemStart,
	type ReadyStart,
} from '../../../nodes/TriggerFlow/rules/starts/itemStart';
import type {
	RememberedStart,
	StartMemory,
} from '../../../nodes/TriggerFlow/rules/starts/startMemory';
import { memoryOf, withMemory } from '../../sending/memoryOfRun.mts';
import { manyReady, ready } from '../../sending/modelService.mts';

const answer: HttpAnswer = {
	statusCode: 201,
	headers: { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] },
	body: Buffer.from('{"run":"ä 漢"}'),
};

/** What may become of a start. */
type Becomes = (ready: ReadyStart) => ItemStart;

const earlier = (start: ItemStart) => ({ ...start, isEarlier: true });

const started: Becomes = (ready) => ({ kind: 'answered', ready, attempts: 2, answer });

const notBegun: Becomes = (ready) => ready;

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

/** As n8n saves it with a failed execution. */
const saved = (memory: StartMemory) => JSON.parse(JSON.stringify(memory)) as StartMemory;

/** What is remembered of one start that was sent, after all that was remembered before. */
const remembered = (start: ReadyStart, becomes: Becomes, before = {}) =>
	saved(memoryOf([start], [becomes(start)], before));

const isSentAgain = (start: ReadyStart, memory: StartMemory) =>
	withMemory([start], memory)[0]?.kind === 'ready';

describe('a start that was answered', () => {
	test('keeps its answer, and is not sent again, with retryUnknown neither', () => {
		const start = ready('a');
		for (const retryUnknown of [false, true]) {
			const again = ready('a', {}, { retryUnknown });
			expect(withMemory([again], remembered(start, started))).toEqual([earlier(started(again))]);
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
				const became: ItemStart = { kind: 'answered', ready: start, attempts, answer: given };
				const memory = remembered(start, () => became);
				const planned = withMemory([start], memory);
				expect(planned).toEqual([{ ...became, isEarlier: true }]);
				const [first] = planned;
				expect(Buffer.isBuffer(first?.kind === 'answered' && first.answer.body)).toBe(true);
				expect(saved(memoryOf(planned, planned, memory))).toEqual(memory);
			}),
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
		const memory = remembered(ready('a'), (ready) => ({
			kind: 'answered',
			ready,
			attempts: 1,
			answer: { ...answer, body },
		}));
		expect(withMemory([ready('a')], memory)).toMatchObject([
			{ kind: 'failed', failure: { outcome: 'unknown' } },
		]);
	});
});

describe('a start that may have happened', () => {
	const start = ready('a');
	const memory = remembered(start, failed('unknown'));

	test('is not sent again, and says so', () => {
		const doubt = failedStart(start, 2, {
			outcome: 'unknown',
			message:
				'The service failed (HTTP 500): the flow may have started in an earlier try of this run, so it was not sent again',
			description: expect.stringContaining('turn on the option Retry Unknown'),
			statusCode: 500,
		});
		expect(withMemory([start], memory)).toEqual([earlier(doubt)]);
	});

	test('says how to make a Retry see what was changed for it', () => {
		const [planned] = withMemory([start], memory);
		expect(planned?.kind === 'failed' && planned.failure.description).toMatch(
			/save the workflow and use "Retry with currently saved workflow"/,
		);
	});

	test('says less where an older version has remembered it, or where no answer came', () => {
		const { message: _message, statusCode: _status, ...old } = memory[0]?.[0] as RememberedStart;
		const [planned] = withMemory([start], { 0: [old] });
		expect(planned).toMatchObject({
			isEarlier: true,
			failure: {
				message:
					'The flow may have started in an earlier try of this run, so it was not sent again',
			},
		});
		expect(planned).not.toHaveProperty('failure.statusCode');
	});

	test('says the same where Retry Unknown did not come to it, however often', () => {
		const again = ready('a', {}, { retryUnknown: true });
		const [first] = withMemory([again], memory);
		const { doubt } = first as ReadyStart;
		const kept = remembered(
			first as ReadyStart,
			(ready) => leftInDoubt(ready, doubt as Doubt),
			memory,
		);
		expect(withMemory([start], kept)).toEqual(withMemory([start], memory));
	});

	test('is not sent again by a third try either', () => {
		const planned = withMemory([start], memory);
		expect(planned).toMatchObject([{ kind: 'failed' }]);
		expect(saved(memoryOf(planned, planned, memory))).toEqual(memory);
	});

	test('is sent again with retryUnknown', () => {
		const again = ready('a', {}, { retryUnknown: true });
		expect(withMemory([again], memory)).toMatchObject([again]);
	});

	test('is not sent once more where it was answered then', () => {
		const again = ready('a', {}, { retryUnknown: true });
		const [planned] = withMemory([again], memory);
		const after = remembered(planned as ReadyStart, started, memory);
		expect(withMemory([again], after)).toEqual([earlier(started(again))]);
		expect(withMemory([start], after)).toEqual([earlier(started(start))]);
	});

	test('leaves nothing of what the service said', () => {
		const sha256 = expect.stringMatching(/^[\w-]{43}$/);
		expect(memory).toEqual({
			0: [
				{
					target: sha256,
					content: sha256,
					source: sha256,
					attempts: 2,
					message: 'The service failed (HTTP 500): the flow may have started',
					statusCode: 500,
				},
			],
		});
	});
});

describe('what certainly did not start', () => {
	test.each<[string, Becomes]>([
		['was rejected', failed('rejected')],
		['was not started', failed('notStarted')],
		['was not sent', failed('notSent')],
		['was not begun', notBegun],
	])('is sent again when it %s: nothing is remembered of it', (_what, becomes) => {
		const start = ready('a');
		const memory = remembered(start, becomes);
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
		source: () => fingerprint(source),
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

	test('which is told where the same flow was started at the same address', () => {
		const anew = (parts: Partial<Parts>, before: Becomes) =>
			withMemory([startOf(parts)], remembered(startOf({}), before))[0];
		const changed = { ...ANOTHER_CONTENT, ...ANOTHER_SOURCE };
		expect(anew(changed, started)).toHaveProperty('anew', 'started');
		const ofBoth = remembered(startOf({ slug: 'b' }), started, remembered(startOf({}), started));
		expect(withMemory([startOf(changed)], ofBoth)[0]).toHaveProperty('anew', 'started');
		expect(anew({ ...changed, slug: 'b' }, started)).not.toHaveProperty('anew');
		expect(anew(changed, failed('unknown'))).toHaveProperty('anew', 'may have started');
		expect(anew({ ...changed, slug: 'b' }, failed('unknown'))).not.toHaveProperty('anew');
		expect(anew(changed, failed('rejected'))).not.toHaveProperty('anew');
		const third = startOf({ content: '{"x":3}', source: ['c'] });
		const sureAndNot = remembered(third, failed('unknown'), remembered(startOf({}), started));
		expect(withMemory([startOf(changed)], sureAndNot)[0]).toHaveProperty('anew', 'started');
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

test('of two that it may be, a start is the one that was answered', () => {
	const answered = startOf({});
	const mayHaveStarted = startOf({ ...ANOTHER_CONTENT, ...ANOTHER_SOURCE });
	const memory = remembered(mayHaveStarted, failed('unknown'), remembered(answered, started));
	// Made of the same as the one, and with the context of the other.
	const again = startOf(ANOTHER_CONTENT);
	expect(withMemory([again], memory)).toEqual([earlier(started(again))]);
});

test('of a start whose flow calls back, not its receipt is kept but which flow it is', () => {
	const callback = { id: 'id-1', limit: { ms: 1_000, words: '1 second' } };
	const start = { ...ready(`a-${ready('a').credential.accessToken}`), callback };
	expect(remembered(start, started)).toMatchObject({ 0: [{ callsBack: 'a-***' }] });
	expect(remembered(start, started)).not.toHaveProperty('0.0.answer');
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
		const all = [started, failed('unknown'), failed('rejected'), notBegun];
		const after = starts.map((start, index) => (all[index % 4] as Becomes)(start));
		const memory = saved(memoryOf(starts, after, {}));
		expect(Object.keys(memory)).toEqual(['0', '1', '4', '5', '8', '9']);
		const planned = withMemory(starts, memory);
		expect(planned.map(({ kind }) => kind === 'ready')).toEqual(
			starts.map((_, index) => index % 4 >= 2),
		);
		expect(planned.filter(({ kind }) => kind === 'ready')).toEqual(
			starts.filter((_, index) => index % 4 >= 2),
		);
	});

	test('that are equal are not taken for one another', () => {
		const [one, two, three] = [ready('a'), ready('a'), ready('a')];
		const starts = [one, two, three];
		const memory = saved(memoryOf(starts, [one, started(two), three], {}));
		expect(withMemory(starts, memory)).toEqual([one, earlier(started(two)), three]);
	});

	test('without a memory are sent', () => {
		const starts = manyReady(3);
		expect(withMemory(starts, {})).toEqual(starts);
	});
});

test('what could not be prepared stays so, and what its item has started before is kept', () => {
	const bad = refused('a', { outcome: 'notSent', message: 'm', description: 'd' });
	const before = remembered(ready('a'), started);
	expect(bad).toMatchObject({ kind: 'failed', slug: 'a', attempts: 0 });
	expect(withMemory([bad], before)).toEqual([bad]);
	expect(memoryOf([bad], [bad], {})).toEqual({});
	expect(saved(memoryOf([bad], [bad], before))).toEqual(before);
});

test('a doubt that goes on is told as it was, in each later try', () => {
	const start = ready('a', {}, { retryUnknown: true });
	const memory = remembered(start, failed('unknown'));
	const [again] = withMemory([start], memory);
	const doubt = again?.kind === 'ready' && again.doubt;
	assert(doubt);
	const { attempts, message, statusCode } = memory[0]?.[0] as RememberedStart;
	expect(doubt).toMatchObject({ attempts, failure: { outcome: 'unknown', message, statusCode } });
	const kept = remembered(start, (ready) => failedStart(ready, 1, doubt.failure), memory);
	expect(withMemory([start], kept)).toMatchObject([{ doubt: { failure: doubt.failure } }]);
});

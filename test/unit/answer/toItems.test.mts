import {
	createFullResponse,
	toItems,
	type ItemOptions,
} from '../../../nodes/StartFlow/answer/toItems';
import { parseOptions } from '../../../nodes/StartFlow/options';
import type { JsonObject, JsonValue } from '../../../nodes/StartFlow/shared/json';
import { declareMasked } from '../../../nodes/StartFlow/shared/mask';

const headers = { 'content-type': 'application/json', 'set-cookie': ['a', 'b'] };
const ANSWER = { statusCode: 201, headers, body: Buffer.alloc(0) };

const full = (body: JsonValue) => ({ statusCode: 201, headers, body });

const input = { n: 1, id: 'input' };

const itemsOf = (
	value: JsonValue,
	options: Partial<ItemOptions['options']> = {},
	others: Partial<ItemOptions> = {},
) => {
	const itemOptions = { options: { ...parseOptions({}), ...options }, input, ...others };
	return toItems(declareMasked(value), declareMasked(ANSWER), itemOptions);
};

const OBJECT = { id: 7, json: { a: 1 } };
const LIST: JsonValue[] = [{ id: 7 }, 'x', null, [1, { b: 2 }], {}];

test.each<[JsonValue, Partial<ItemOptions['options']>, object[]]>([
	[OBJECT, {}, [OBJECT]],
	[LIST, {}, [{ id: 7 }, { data: 'x' }, { data: null }, { data: [1, { b: 2 }] }, {}]],
	[[], {}, [{ data: [] }]],
	[5, {}, [{ data: 5 }]],
	[' hi\n', {}, [{ data: ' hi\n' }]],
	[OBJECT, { fullResponse: true }, [full(OBJECT)]],
	[LIST, { fullResponse: true }, LIST.map(full)],
	[OBJECT, { includeInput: true }, [{ ...input, ...OBJECT }]],
	[{}, { includeInput: true }, [input]],
	[5, { includeInput: true, fullResponse: true }, [{ ...input, ...full(5) }]],
])('makes items of %j with %j', (value, options, expected) => {
	expect(itemsOf(value, options)).toStrictEqual(expected);
	expect(input).toEqual({ n: 1, id: 'input' });
});

test('gives a callback one item without status, and adds the answer to the start', () => {
	const answer = createFullResponse('started', ANSWER);
	expect(answer).toStrictEqual(full('started'));
	expect(
		itemsOf(LIST, { fullResponse: true }, { isCallback: true, startResponse: answer }),
	).toStrictEqual([{ headers, body: LIST, answer }]);
	expect(itemsOf(LIST, {}, { isCallback: true })).toStrictEqual([{ data: LIST }]);
});

test.each<[JsonObject, boolean]>([
	[{ error: 'x' }, true],
	[{ error: 1, message: 'm', details: 'd' }, true],
	[{ error: '', message: 'm' }, false],
	[{ error: null, message: 'm' }, false],
	[{ error: 'x', ok: false }, false],
])('adds the status to %j only if n8n would read it as a failure: %p', (value, isFailure) => {
	const expected = isFailure ? { ...value, statusCode: 201 } : value;
	expect(itemsOf([value, 'x'])).toEqual([expected, { data: 'x' }]);
});

test('adds the status where the error is a field of the input that it keeps', () => {
	const items = itemsOf({}, { includeInput: true }, { input: { error: 'x' } });
	expect(items).toEqual([{ error: 'x', statusCode: 201 }]);
});

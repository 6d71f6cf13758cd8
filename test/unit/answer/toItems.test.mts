import { declareMasked } from '../../../nodes/StartFlow/shared/mask';
import {
	createFullResponse,
	toItems,
	type ItemOptions,
} from '../../../nodes/StartFlow/answer/toItems';
import { parseOptions } from '../../../nodes/StartFlow/options';
import type { JsonValue } from '../../../nodes/StartFlow/shared/json';

const headers = {
	'content-type': 'application/json',
	'x-none': undefined,
	'set-cookie': ['a', 'b'],
};
const ANSWER = { statusCode: 201, headers, body: Buffer.alloc(0) };

const shown = { 'content-type': 'application/json', 'set-cookie': ['a', 'b'] };

const full = (body: JsonValue) => ({ statusCode: 201, headers: shown, body });

const input = { n: 1, id: 'input' };

const itemsOf = (
	value: JsonValue,
	layout: Partial<ItemOptions['layout']> = {},
	callback?: ItemOptions['callback'],
) => {
	const options = { layout: { ...parseOptions({}), ...layout }, input, callback };
	return toItems(declareMasked(value), declareMasked(ANSWER), options);
};

const jsonItems = (value: unknown) => itemsOf(value as JsonValue);

const LIST: JsonValue[] = [{ id: 7 }, 'x', null, [1, { b: 2 }], {}];

const READ = {
	object: { id: 7, json: { a: 1 } },
	array: LIST,
	'empty array': [],
	scalar: 5,
	null: null,
	text: ' hi\n',
	'empty or file': {},
} satisfies Record<string, JsonValue>;

test.each<[keyof typeof READ, Array<'fullResponse' | 'includeInput'>, object[]]>([
	['object', [], [{ id: 7, json: { a: 1 } }]],
	['array', [], [{ id: 7 }, { data: 'x' }, { data: null }, { data: [1, { b: 2 }] }, {}]],
	['empty array', [], [{ data: [] }]],
	['scalar', [], [{ data: 5 }]],
	['null', [], [{ data: null }]],
	['text', [], [{ data: ' hi\n' }]],
	['empty or file', [], [{}]],
	['object', ['fullResponse'], [full({ id: 7, json: { a: 1 } })]],
	['array', ['fullResponse'], LIST.map(full)],
	['empty array', ['fullResponse'], [full([])]],
	['text', ['fullResponse'], [full(' hi\n')]],
	['empty or file', ['fullResponse'], [full({})]],
	['object', ['includeInput'], [{ n: 1, id: 7, json: { a: 1 } }]],
	['empty or file', ['includeInput'], [input]],
	['scalar', ['includeInput', 'fullResponse'], [{ ...input, ...full(5) }]],
])('makes items of an answer of the kind %s with %j', (kind, options, expected) => {
	const layout = Object.fromEntries(options.map((option) => [option, true]));
	expect(itemsOf(READ[kind], layout)).toStrictEqual(expected);
	expect(input).toEqual({ n: 1, id: 'input' });
});

test('reads the headers only for items that show them', () => {
	const reads = (layout: Partial<ItemOptions['layout']>) => {
		let count = 0;
		const counting = {
			get etag() {
				count++;
				return 'x';
			},
		};
		const options = { layout: { ...parseOptions({}), ...layout }, input };
		const answer = declareMasked({ ...ANSWER, headers: counting });
		toItems(declareMasked(LIST), answer, options);
		return count;
	};
	expect(reads({ includeInput: true })).toBe(0);
	expect(reads({ fullResponse: true })).toBe(LIST.length);
});

test('gives a callback one item without status, and adds the answer to the start', () => {
	const answer = createFullResponse(READ.array, ANSWER);
	expect(answer).toStrictEqual(full(LIST));
	const callback = { startResponse: answer };
	expect(itemsOf(READ.array, { fullResponse: true }, callback)).toStrictEqual([
		{ headers: shown, body: LIST, answer },
	]);
	expect(itemsOf(READ.array, {}, {})).toStrictEqual([{ data: LIST }]);
});

describe('an answer that n8n would read as a failure', () => {
	test.each([
		{ error: 'x' },
		{ error: {}, message: null },
		{ error: 1, message: 'm', details: 'd' },
	])('gets its status as one more key: %j', (value) => {
		expect(jsonItems([value, 'x'])).toEqual([{ ...value, statusCode: 201 }, { data: 'x' }]);
	});

	test.each([
		{ error: '', message: 'm' },
		{ error: 0, message: 'm' },
		{ error: false, message: 'm' },
		{ error: null, message: 'm' },
		{ message: 'm', details: 'd' },
		{ error: 'x', ok: false },
		{ error: 'x', statusCode: 500 },
	])('is not %j', (value) => {
		expect(jsonItems(value)).toEqual([value]);
	});
});

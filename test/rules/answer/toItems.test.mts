import fc from 'fast-check';

import type { JsonObject, JsonValue } from '../../../nodes/TriggerFlow/rules/context/json';
import { fullResponse, toItems as layOut } from '../../../nodes/TriggerFlow/rules/answer/toItems';
import type { ReadAnswer } from '../../../nodes/TriggerFlow/rules/answer/readAnswer';
import { OPTIONS } from '../../sending/modelService.mts';
import { anyJson, anyJsonObject } from '../context/anyJson.mts';

const toItems = (read: ReadAnswer, statusCode: number) =>
	itemsOf(layOut(read, { statusCode, headers: {} }, OPTIONS, { input: 'not included' }));

const itemsOf = (all: JsonObject[]) => all.map((json) => ({ json }));

const jsonItems = (value: unknown, statusCode = 200) =>
	toItems({ kind: 'json', value: value as JsonValue }, statusCode);

test('nothing is one empty item', () => {
	expect(toItems({ kind: 'empty' }, 204)).toEqual([{ json: {} }]);
});

test('a text stands under data', () => {
	expect(toItems({ kind: 'text', text: ' hi\n' }, 200)).toEqual([{ json: { data: ' hi\n' } }]);
});

test('beside a file there is an empty item', () => {
	const file = {
		kind: 'file',
		bytes: Buffer.from('x'),
		mimeType: 'image/png',
		fileName: 'a.png',
	} as const;
	expect(toItems(file, 200)).toEqual([{ json: {} }]);
});

test.each([200, 202])('an answer that was lost after HTTP %i says so', (status) => {
	const warning = 'The flow was started';
	expect(toItems({ kind: 'lost', warning }, status)).toEqual([
		{ json: { statusCode: status, warning } },
	]);
});

describe('JSON', () => {
	test('an object is the item itself', () => {
		const value = { a: [1], b: null };
		const items = jsonItems(value);
		expect(items).toEqual([{ json: value }]);
		expect(items[0]?.json).toBe(value);
	});

	test.each(['x', '', 0, 5, true, false, null])('the scalar %j stands under data', (value) => {
		expect(jsonItems(value)).toEqual([{ json: { data: value } }]);
	});

	test('an array is one item per element, in order, each as it would be alone', () => {
		expect(jsonItems([{ a: 1 }, 'x', null, [1, { b: 2 }], {}])).toEqual([
			{ json: { a: 1 } },
			{ json: { data: 'x' } },
			{ json: { data: null } },
			{ json: { data: [1, { b: 2 }] } },
			{ json: {} },
		]);
	});

	test('an empty array is no item', () => {
		expect(jsonItems([])).toEqual([]);
	});

	test('an object that has a data or json field is left as it is', () => {
		expect(jsonItems({ json: { a: 1 }, data: 'x' })).toEqual([
			{ json: { json: { a: 1 }, data: 'x' } },
		]);
	});
});

describe('an answer that n8n would take for a failure', () => {
	const shapes = [
		['error'],
		['error', 'message'],
		['error', 'details'],
		['error', 'message', 'details'],
	];
	const truthy = ['x', 1, true, {}, [], { code: 5 }];
	const falsy = ['', 0, false, null];

	test.each(shapes)('(only %s %s %s) gets its status as one key more', (...keys) => {
		for (const error of truthy) {
			const given = Object.fromEntries(keys.map((key) => [key, key === 'error' ? error : null]));
			expect(jsonItems(given, 201)).toEqual([{ json: { ...given, statusCode: 201 } }]);
			expect(given).not.toHaveProperty('statusCode');
		}
	});

	test.each(falsy)('is not one whose error is %j', (error) => {
		expect(jsonItems({ error, message: 'm' })).toEqual([{ json: { error, message: 'm' } }]);
	});

	test.each([
		{ message: 'm' },
		{ details: 'd' },
		{ message: 'm', details: 'd' },
		{ error: 'x', ok: false },
		{ error: 'x', message: 'm', details: 'd', more: null },
		{ error: 'x', Message: 'm' },
		{ error: 'x', statusCode: 500 },
		{ errors: ['x'] },
		{},
	])('is not %j', (value) => {
		const items = jsonItems(value, 201);
		expect(items).toEqual([{ json: value }]);
		expect(items[0]?.json).toBe(value);
	});

	test('is told for each element of an array by itself', () => {
		expect(jsonItems([{ error: 'x' }, { error: 'x', ok: true }, ['error']], 200)).toEqual([
			{ json: { error: 'x', statusCode: 200 } },
			{ json: { error: 'x', ok: true } },
			{ json: { data: ['error'] } },
		]);
	});

	test('is told by its own keys alone', () => {
		expect(JSON.stringify(jsonItems(JSON.parse('{"__proto__":{"error":"x"}}')))).toBe(
			'[{"json":{"__proto__":{"error":"x"}}}]',
		);
		expect(JSON.stringify(jsonItems(JSON.parse('{"error":"x","__proto__":1}')))).toBe(
			'[{"json":{"error":"x","__proto__":1}}]',
		);
	});
});

/** n8n-core, WorkflowExecute.handleNodeErrorOutput: what goes to the error branch. */
const isFailureToN8n = (json: Record<string, unknown>) =>
	Boolean(json.error) &&
	Object.keys(json).filter((key) => !['error', 'message', 'details'].includes(key)).length === 0;

test('no answer goes to the error branch, and all that it said is still there', () => {
	const failureLike = fc
		.tuple(fc.subarray(['error', 'message', 'details', 'x', 'statusCode']), anyJson)
		.map(([keys, value]) => Object.fromEntries(keys.map((key) => [key, value])));
	fc.assert(
		fc.property(fc.oneof(failureLike, anyJsonObject), (given) => {
			const json = jsonItems(given)[0]?.json ?? {};
			expect(isFailureToN8n(json)).toBe(false);
			if (isFailureToN8n(given))
				expect(Object.keys(json)).toEqual([...Object.keys(given), 'statusCode']);
			else expect(json).toBe(given);
			for (const key of Object.keys(given)) expect(json[key]).toBe(given[key]);
		}),
		{ numRuns: 500 },
	);
});

test('an array gives as many items as it has elements', () => {
	fc.assert(
		fc.property(fc.array(anyJson, { maxLength: 10 }), (list) => {
			expect(jsonItems(list)).toHaveLength(list.length);
		}),
	);
});

describe('layout', () => {
	const headers = {
		'content-type': 'application/json',
		'x-none': undefined,
		'set-cookie': ['a', 'b'],
	};
	const shown = { 'content-type': 'application/json', 'set-cookie': ['a', 'b'] };
	const full = (body: JsonValue) => ({ statusCode: 201, headers: shown, body });
	const input = { n: 1, id: 'input' };

	const READ: Record<string, ReadAnswer> = {
		object: { kind: 'json', value: { id: 7 } },
		array: { kind: 'json', value: [{ id: 7 }, 'x'] },
		scalar: { kind: 'json', value: 5 },
		text: { kind: 'text', text: 'hi' },
		empty: { kind: 'empty' },
		file: { kind: 'file', bytes: Buffer.from('x'), mimeType: 'image/png', fileName: undefined },
	};

	test.each<[string, Partial<typeof OPTIONS>, object[]]>([
		['object', { fullResponse: true }, [full({ id: 7 })]],
		['object', { responseField: 'answer' }, [{ answer: { id: 7 } }]],
		['object', { responseField: 'a.b' }, [{ 'a.b': { id: 7 } }]],
		['object', { responseField: 'a', fullResponse: true }, [{ a: full({ id: 7 }) }]],
		['object', { includeInput: true }, [{ n: 1, id: 7 }]],
		['object', { includeInput: true, responseField: 'a' }, [{ n: 1, id: 'input', a: { id: 7 } }]],
		['object', { includeInput: true, fullResponse: true }, [{ ...input, ...full({ id: 7 }) }]],
		['array', { splitArray: false }, [{ data: [{ id: 7 }, 'x'] }]],
		['array', { splitArray: false, responseField: 'a' }, [{ a: [{ id: 7 }, 'x'] }]],
		['array', { splitArray: false, fullResponse: true }, [full([{ id: 7 }, 'x'])]],
		['array', { fullResponse: true }, [full({ id: 7 }), full('x')]],
		['array', { responseField: 'a' }, [{ a: { id: 7 } }, { a: 'x' }]],
		[
			'array',
			{ includeInput: true },
			[
				{ n: 1, id: 7 },
				{ ...input, data: 'x' },
			],
		],
		['scalar', { responseField: 'a' }, [{ a: 5 }]],
		['scalar', { fullResponse: true }, [full(5)]],
		['text', { responseField: 'a' }, [{ a: 'hi' }]],
		['text', { fullResponse: true }, [full('hi')]],
		['text', { includeInput: true }, [{ ...input, data: 'hi' }]],
		['empty', { responseField: 'a' }, [{ a: {} }]],
		['empty', { fullResponse: true }, [full({})]],
		['empty', { includeInput: true }, [input]],
		['file', { responseField: 'a' }, [{ a: {} }]],
		['file', { fullResponse: true, responseField: 'a' }, [{ a: full({}) }]],
		['file', { includeInput: true }, [input]],
	])('%s with %j', (kind, options, expected) => {
		const read = READ[kind] as ReadAnswer;
		const items = layOut(read, { statusCode: 201, headers }, { ...OPTIONS, ...options }, input);
		expect(items).toStrictEqual(expected);
	});

	test('a callback has no status of its own, and the answer to the start beside it', () => {
		const read = READ.object as ReadAnswer;
		const layout = { ...OPTIONS, fullResponse: true };
		const answer = full({ taken: true });
		expect(layOut(read, { statusCode: 200, headers }, layout, input, answer)).toStrictEqual([
			{ headers: shown, body: { id: 7 }, answer },
		]);
	});

	test.each([
		['object', { id: 7 }],
		['array', [{ id: 7 }, 'x']],
		['empty', {}],
		['file', {}],
	])('the whole answer of a start, %s, is one response', (kind, body) => {
		const whole = fullResponse(READ[kind] as ReadAnswer, { statusCode: 201, headers });
		expect(whole).toStrictEqual(full(body));
	});

	test('an answer under the field "error" stays on the success branch', () => {
		const layout = { ...OPTIONS, responseField: 'error' };
		const [item] = layOut(
			{ kind: 'text', text: 'x' },
			{ statusCode: 200, headers: {} },
			layout,
			{},
		);
		expect(item).toEqual({ error: 'x', statusCode: 200 });
	});

	test('the input item stays as it is', () => {
		const before = JSON.stringify(input);
		layOut(
			READ.object as ReadAnswer,
			{ statusCode: 200, headers },
			{ ...OPTIONS, includeInput: true },
			input,
		);
		expect(JSON.stringify(input)).toBe(before);
	});
});

import fc from 'fast-check';

import type { JsonValue } from '../../../nodes/TriggerFlow/rules/context/json';
import { toItems } from '../../../nodes/TriggerFlow/rules/answer/toItems';
import { anyJson, anyJsonObject } from '../context/anyJson.mts';

const jsonItems = (value: unknown, statusCode = 200) =>
	toItems({ kind: 'json', value: value as JsonValue }, statusCode);

test('nothing is one empty item', () => {
	expect(toItems({ kind: 'empty' }, 204)).toEqual([{ json: {} }]);
});

test('a text stands under data', () => {
	expect(toItems({ kind: 'text', text: ' hi\n' }, 200)).toEqual([{ json: { data: ' hi\n' } }]);
});

test('a file is an empty item with the file beside it', () => {
	const file = {
		kind: 'file',
		bytes: Buffer.from('x'),
		mimeType: 'image/png',
		fileName: 'a.png',
	} as const;
	const items = toItems(file, 200);
	expect(items).toEqual([{ json: {}, file }]);
	expect(items[0]?.file?.bytes).toBe(file.bytes);
});

test.each([200, 202])(
	'an answer that broke off after HTTP %i says that the flow was started',
	(status) => {
		const items = toItems({ kind: 'cutOff' }, status);
		expect(items).toEqual([{ json: { statusCode: status, warning: expect.any(String) } }]);
		expect(items[0]?.json.warning).toMatch(/^The flow was started, but .* broke off/);
		expect(items[0]?.json.warning).toMatch(/Do not start it again/);
	},
);

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

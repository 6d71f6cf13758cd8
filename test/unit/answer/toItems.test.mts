import type { INode } from 'n8n-workflow';

import {
	createFullResponse,
	failedItemJson,
	toItems,
	type ItemOptions,
} from '../../../nodes/StartFlow/answer/toItems';
import { parseOptions } from '../../../nodes/StartFlow/options';
import type { Failure } from '../../../nodes/StartFlow/outcome/outcomes';
import type { JsonObject, JsonValue } from '../../../nodes/StartFlow/shared/json';
import { declareMasked } from '../../../nodes/StartFlow/shared/mask';
import type { UnpreparedStart } from '../../../nodes/StartFlow/start/itemStart';

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
	startResponse?: ItemOptions['startResponse'],
) => {
	const options = { layout: { ...parseOptions({}), ...layout }, input, startResponse };
	return toItems(declareMasked(value), declareMasked(ANSWER), options);
};

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

test('gives a callback one item without status, and adds the answer to the start', () => {
	const answer = createFullResponse(READ.array, ANSWER);
	expect(answer).toStrictEqual(full(LIST));
	expect(itemsOf(READ.array, { fullResponse: true }, answer)).toStrictEqual([
		{ headers: shown, body: LIST, answer },
	]);
	expect(itemsOf(READ.array, {}, {})).toStrictEqual([{ data: LIST }]);
});

describe('an answer that n8n would read as a failure', () => {
	test.each<JsonObject>([
		{ error: 'x' },
		{ error: {}, message: null },
		{ error: 1, message: 'm', details: 'd' },
	])('gets its status as one more key: %j', (value) => {
		expect(itemsOf([value, 'x'])).toEqual([{ ...value, statusCode: 201 }, { data: 'x' }]);
	});

	test.each<JsonObject>([
		{ error: '', message: 'm' },
		{ error: 0, message: 'm' },
		{ error: false, message: 'm' },
		{ error: null, message: 'm' },
		{ message: 'm', details: 'd' },
		{ error: 'x', ok: false },
		{ error: 'x', statusCode: 500 },
	])('is not %j', (value) => {
		expect(itemsOf(value)).toEqual([value]);
	});
});

const node = (type: string) => ({ type }) as INode;

const failure: Failure = {
	outcome: 'rejected',
	message: 'It was rejected: the flow was not started',
	description: 'Compare the slug.',
};

const failedWith = (reason: Failure): UnpreparedStart => ({
	kind: 'unprepared',
	slug: declareMasked('order-1'),
	label: declareMasked(''),
	environment: 'QA',
	failure: declareMasked(reason),
});

describe('a failed item', () => {
	test('is exactly its error and details', () => {
		expect(failedItemJson(node('startFlow'), failedWith(failure))).toStrictEqual({
			error: failure.message,
			details: { outcome: 'rejected', slug: 'order-1', attempts: 0 },
		});
	});

	test('has the status and body of the answer', () => {
		const answered = { ...failure, statusCode: 404, body: { message: 'no' } };
		expect(failedItemJson(node('startFlow'), failedWith(answered)).details).toStrictEqual({
			outcome: 'rejected',
			slug: 'order-1',
			attempts: 0,
			statusCode: 404,
			body: { message: 'no' },
		});
	});

	test('says in one string what to do when an agent reads it', () => {
		const { error } = failedItemJson(node('startFlowTool'), failedWith(failure));
		expect(error).toBe(
			`${failure.message}. Call the tool again with other values, or tell the person.`,
		);
	});
});

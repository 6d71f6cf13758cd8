/** `createValuesReader` gives the same values and errors as n8n's own evaluation of each expression. */
import { inspect } from 'node:util';

import fc from 'fast-check';
import { ExecuteContext } from 'n8n-core';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { toJoinable } from '../../nodes/StartFlow/context/joinExpressions';
import { createValuesReader } from '../../nodes/StartFlow/context/valueReader.n8n';
import { createExecuteContext, TOOL } from './harness.mts';
import { ENGINES, useEngine, type Engine } from './parts/expressionEngine.mts';

const PATHS = [
	'$json.text',
	'$json.nothing',
	'$json.missing',
	'$json.number',
	'$json.flag',
	'$json.date',
	'$json.list',
	'$json.deep',
	'$json.deep.list[0].text',
	'$json.missing.deeper',
	'$json["a b"]',
	"$('Start').item.json.text",
	"$('Start').item.json.deep",
	"$('Start').item?.json?.text",
	'$("Start").item.json.list',
	"$('Missing').item.json.text",
	'$input.item.json.text',
	'$now.year',
	'notKnown',
];

/** What may follow a value. */
const STEPS = [
	'.trim()',
	'.toUpperCase()',
	'.text',
	'?.text',
	'?.deep.list[0]?.text',
	'?.[0]',
	'?.trim?.()',
	'.trim?.()',
	'[0]',
	"['text']",
	'[$json.number]',
	'.length',
	'.map(one => one?.text)',
	'.map(one => one[$json.number])',
	'.map((_, index) => $json.list[index]?.text)',
	'?.map((_, index) => $json.list[index])',
	'.sort()',
	'.push(1)',
	'.toString()',
	'.toFixed(1)',
	'.repeat(-1)',
	'.repeat(2)',
	".replace(/[^a-c\\d'\"]/g, '-')",
	'.first()',
	'?.first()',
	'.isEmpty()',
	'.toDateTime()',
	'.toInt()',
	'.merge([1])',
	'.constructor',
];

/** Whole expressions, many of which fail or give something unusual. */
const WHOLES = [
	'1n + $json.number',
	'undefined',
	'new Date(NaN).toISOString()',
	'DateTime.fromMillis(0)',
	"DateTime.fromMillis(0).setZone('Europe/Berlin').toISO()",
	'new Map([[1, $json.text]])',
	'/a/g.exec($json.text)',
	'[, 1, $json.missing]',
	'{ ...$json.deep, b: { c: $json.number } }',
	'Object.keys($json)',
	'Object.create(null)',
	'Math.max(...$json.list)',
	'JSON.stringify($json)',
	'JSON.parse("{")',
	'(async () => $json.text)()',
	'(() => { throw null })()',
	'(() => { throw new Error("x") })()',
	'$input.all().length',
	'$execution.mode.toUpperCase()',
	'$vars.none.trim()',
	'$fromAI("text")',
	'$if($json.number > 1, $json.text, "no")',
	'$execution.customData.set("a", "b")',
	'$json.text, $json.number',
	'if ($json.text) 1',
	'typeof $json.text === "string"',
	'$json.number / 2 / $json.number',
	'$json.größe.trim()',
	'($json.text === $json.text) === true',
	'$json["__proto__"].x',
	'$json["const" + "ructor"].name',
	'"}" + "}" + $json.text',
	"$('Start').item",
	"$('Start').first().json.nothing",
	`"$('Start').item" + $json.text`,
];

const leaf = fc.constantFrom<unknown>('word', ' two words ', '', 0, 3, 2.5, true, false, null);
const dateText = fc.constantFrom('2026-01-31T10:00:00.000Z', '2026-01-31');
const element = fc.record({ text: leaf, number: leaf }, { requiredKeys: [] });
const list = fc.array(fc.oneof(leaf, element), { maxLength: 3 });
const deep = fc.record(
	{ text: leaf, list, deep: fc.record({ list }, { requiredKeys: [] }) },
	{ requiredKeys: [] },
);

/** In n8n's isolate, a Date of an item is an empty object. The node reads it from the item itself. */
const dates = { legacy: fc.oneof(dateText, fc.constant(new Date(0))), vm: dateText };

const createItem = (engine: Engine) =>
	fc.record(
		{
			text: fc.oneof(fc.constant(' Some Text '), leaf, dates[engine]),
			nothing: fc.constant(null),
			number: fc.oneof(fc.constantFrom(0, 1), leaf),
			flag: fc.boolean(),
			date: dates[engine],
			list: fc.oneof(list, leaf),
			deep: fc.oneof(deep, leaf),
			'a b': leaf,
			größe: leaf,
			toString: leaf,
		},
		{ requiredKeys: ['nothing'] },
	);

const { code } = fc.letrec<{ code: string }>((tie) => {
	const path = fc.constantFrom(...PATHS);
	const steps = fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 2 });
	const one = tie('code');
	return {
		code: fc.oneof(
			{ depthSize: 'small', maxDepth: 3 },
			path,
			{ arbitrary: fc.tuple(path, steps).map(([start, rest]) => start + rest.join('')), weight: 5 },
			{ arbitrary: fc.constantFrom(...WHOLES), weight: 2 },
			fc.tuple(one, one).map(([a, b]) => `${a} + ${b}`),
			fc.tuple(one, one).map(([a, b]) => `${a} ?? ${b}`),
			fc.tuple(one, one, one).map(([a, b, c]) => `(${a}) === 3 ? ${b} : ${c}`),
			fc.tuple(one, one).map(([a, b]) => `[${a}, ${b}]`),
			fc.tuple(one, one).map(([a, b]) => `{ a: ${a}, b: ${b} }`),
			fc.tuple(one, one).map(([a, b]) => `$if(${a}, ${b})`),
			one.map((a) => `String(${a})`),
		),
	};
});

const text = fc.constantFrom('', ' ', 'Hello ', '}', '{', '}}', '"', "'", '\\', '\\\\', '\n', '`$');

const mixed = fc
	.tuple(text, fc.array(fc.tuple(code, text), { maxLength: 3 }))
	.map(([start, rest]) => start + rest.map(([one, end]) => `{{ ${one} }}${end}`).join(''));

const anyExpression = fc.oneof({ arbitrary: code.map((one) => `{{ ${one} }}`), weight: 3 }, mixed);

/** Most are joined, so that a list has many that disturb each other if they can. */
const expression = fc.oneof(anyExpression, {
	arbitrary: anyExpression.filter((one) => toJoinable(`=${one}`) !== undefined),
	weight: 6,
});

/** Two values are the same if they look the same, down to their classes. */
const show = (value: unknown) => inspect(value, { depth: 9 }).replace(/Promise \{[^]*/, 'Promise');

type Outcome = { value: unknown } | { error: string };

function attempt(read: () => unknown): Outcome {
	try {
		return { value: read() };
	} catch (error) {
		const { message } = error as Error;
		return { error: message.replace(/^x has an expression that fails: /, '') };
	}
}

const showOutcome = (outcome: Outcome) =>
	'error' in outcome ? `Error: ${outcome.error}` : show(outcome.value);

interface List {
	json: IDataObject;
	expressions: string[];
}

type Read = (expressions: string[], itemIndex: number) => string[];

const createN8n = async (jsons: IDataObject[], type?: string) =>
	await createExecuteContext({
		items: jsons.map((json, item) => ({ json: structuredClone(json), pairedItem: item })),
		...(type && { settings: { type } }),
	});

/** Reads each list for an item of its own. In n8n's legacy engine, an expression can change its item. */
async function readLists(
	engine: Engine,
	lists: List[],
	createRead: (n8n: IExecuteFunctions) => Read,
): Promise<string[][]> {
	const n8n = await createN8n(lists.map(({ json }) => json));
	const read = createRead(n8n);
	return await useEngine(engine, n8n, () =>
		lists.map(({ expressions }, index) => read(expressions, index)),
	);
}

/** The outcome of each expression. Shown in the end, because a later expression may change an earlier value. */
const createReadAlone =
	(n8n: IExecuteFunctions): Read =>
	(expressions, itemIndex) =>
		expressions
			.map((one) => attempt(() => n8n.evaluateExpression(one, itemIndex)))
			.map(showOutcome);

/** The values, or the first error. */
function createReadTogether(n8n: IExecuteFunctions): Read {
	const readValues = createValuesReader(n8n);
	return (expressions, itemIndex) => {
		const fields = expressions.map((one) => ({ source: `=${one}`, label: 'x' }));
		const outcome = attempt(() => readValues(fields, itemIndex));
		return 'value' in outcome ? (outcome.value as unknown[]).map(show) : [showOutcome(outcome)];
	};
}

const isError = (shown: string) => shown.startsWith('Error: ');

async function expectSame(engine: Engine, lists: List[]): Promise<void> {
	const alone = await expectSameOutcomes(engine, lists);
	// An error hides the values of the other expressions.
	const fine = lists.flatMap(({ json, expressions }, list) => {
		const isFine = (_: string, index: number) => !isError(alone[list]?.[index] ?? '');
		return expressions.every(isFine) ? [] : { json, expressions: expressions.filter(isFine) };
	});
	await expectSameOutcomes(engine, fine);
}

/** @returns The outcomes alone. */
async function expectSameOutcomes(engine: Engine, lists: List[]): Promise<string[][]> {
	const together = await readLists(engine, lists, createReadTogether);
	const alone = await readLists(engine, lists, createReadAlone);
	for (const [index, shown] of alone.entries()) {
		const error = shown.find(isError);
		const values = error === undefined ? shown : [error];
		expect({ ...lists[index], values: together[index] }).toEqual({ ...lists[index], values });
	}
	return alone;
}

/** The gate draws more than `npm test`. */
const LISTS = process.env.IS_GATE ? 2_000 : 200;
const LISTS_PER_RUN = 25;

test.each(ENGINES)(
	'any expressions give the same together as alone, with the engine "%s"',
	async (engine) => {
		const list = fc.record({
			json: createItem(engine),
			expressions: fc.array(expression, { minLength: 2, maxLength: 5 }),
		});
		const lists = fc.array(list, { minLength: LISTS_PER_RUN, maxLength: LISTS_PER_RUN });
		await fc.assert(
			fc.asyncProperty(lists, async (drawn) => await expectSame(engine, drawn as List[])),
			{ numRuns: LISTS / LISTS_PER_RUN / ENGINES.length },
		);
	},
	240_000,
);

/** Expressions whose values would differ if one disturbed the other. */
const DISTURBING = [
	['{{ $json.list.sort()[0] }}', '{{ $json.list.join() }}', '{{ $json.text.trim() }}'],
	['{{ $json.text.repeat(-1) }}', '{{ $json.text.trim() }}'],
	['{{ $json.text.trim }}', '{{ $json.text.trim() }}'],
	['a{{ Number($json.deep.text) }}b', '{{ Number($json.deep.text) }}'],
	['{{ $json.number.first() }}', '{{ $json.text.trim() }}'],
];

test.each(ENGINES)('expressions do not disturb each other: %s', async (engine) => {
	const json = { text: ' a ', number: 0, list: [3, 1, 2], deep: { text: 'b' } };
	const lists = DISTURBING.flatMap((list) => [list, [...list].reverse()]);
	await expectSame(
		engine,
		lists.map((expressions) => ({ json, expressions })),
	);
});

/** What people write, and what n8n shows for it. */
const WRITTEN = {
	'{{ $json.text.trim() }}': "'a'",
	'{{ $json.missing.trim() }}': 'undefined',
	'{{ $json.list.first() }}': '1',
	'{{ $json.deep?.text ?? "none" }}': "'none'",
	'Hello {{ $json.text }}, {{ $json.missing.trim() }}{{ $json.number }}!': "'Hello  a , 0!'",
	'{"a": {"b": "{{ $json.text }}"}}': `'{"a": {"b": " a "}}'`,
	Text: "'Text'",
	'{{ { a: $json.text } }}': "{ a: ' a ' }",
	"{{ $('Start').item.json.text }}": "' a '",
};

test.each(ENGINES)('many expressions need one evaluation: %s', async (engine) => {
	const evaluated = jest.spyOn(ExecuteContext.prototype, 'evaluateExpression');
	const json = { text: ' a ', number: 0, list: [1] };
	const list = { json, expressions: Object.keys(WRITTEN) };
	const [values] = await readLists(engine, [list], createReadTogether);
	const evaluations = evaluated.mock.calls.length;
	evaluated.mockRestore();
	expect(values).toEqual(Object.values(WRITTEN));
	expect(evaluations).toBe(1);
});

const ITEM: IDataObject = {
	a: { b: [{ c: 1 }], 'x y': 'space', nothing: null, constructor: 'own' },
	list: ['zero', ['one']],
	text: 'word',
	number: 5,
	"it's": 'quoted',
	toString: 'own',
	caller: 'own',
	date: new Date(0) as unknown as string,
};

test.each([
	'$json.a.b[0].c',
	"$json.a['x y']",
	'$json["a"]["b"][0]',
	'$json["it\'s"]',
	'$json.list[1][0]',
	'$json.a.nothing.deep',
	'$json.missing.deep.deeper',
	'$json.number.toFixed',
	'$json.text[0]',
	'$json.text.length',
	'$json.list.length',
	'$json.toString',
	'$json.a.toString',
	'$json.constructor',
	'$json.a.constructor',
	'$json.__proto__',
	'$json.caller',
	'$json.date',
	// These only look like paths.
	'$json.a .b',
	'$json["\\x61"]',
	'$json["line\nbreak"]',
	'$json.a /* }} */',
])('the path %s gives the same value as in n8n', async (path) => {
	await expectSameOutcomes('legacy', [{ json: ITEM, expressions: [`{{ ${path} }}`] }]);
});

test('n8n evaluates each field of a tool, because `$json` is the item of the agent there', async () => {
	const n8n = await createN8n([ITEM], TOOL);
	const evaluated = jest.spyOn(n8n, 'evaluateExpression');
	const expressions = ['{{ $json.text }}', '{{ $json.text.toUpperCase() }}'];
	expect(createReadTogether(n8n)(expressions, 0)).toEqual(["'word'", "'WORD'"]);
	expect(evaluated).toHaveBeenCalledTimes(expressions.length);
});

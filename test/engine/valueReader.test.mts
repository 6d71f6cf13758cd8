/** `createValuesReader` gives the same values and errors as n8n's own evaluation of each expression. */
import { inspect } from 'node:util';

import fc from 'fast-check';
import { ExecuteContext } from 'n8n-core';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { createValuesReader } from '../../nodes/StartFlow/context/valueReader.n8n';
import { createExecuteContext, TOOL } from './harness.mts';
import { ENGINES, useEngine, type Engine } from './parts/expressionEngine.mts';

/** How an operand may begin. */
const BEGINS = [
	'$json.text',
	'$json.missing',
	'$json.number',
	'$json.date',
	'$json.list',
	'$json.deep',
	'$json["a b"]',
	'$json',
	"$('Start').item.json.text",
	"$('Start').item.json",
	"$('Missing').item.json.text",
	'$now.year',
	'DateTime.now().zoneName',
	// These are never joined.
	'$input.item.json.text',
	"$('Start').item",
	"$('Start').first().json.text",
	'notKnown',
	'Object.keys($json)',
];

/** What may follow. */
const STEPS = [
	'.trim',
	'.trim()',
	' .toUpperCase ( )',
	'?.text',
	'.deep.list[0]',
	"['text']",
	'[0]',
	'["__proto__"]',
	'.toFixed(1)',
	'.repeat(-1)',
	".replace(/[^a-c\\d'\"]/g, '-')",
	".replace(/[/\\]o]+/g, '-')",
	'.plus({ days: 1, hours: -2 })',
	".setZone('Europe/Berlin')",
	'.concat(null, true)',
	'.first()',
	'?.first()',
	'.toDateTime()',
	'.merge([1])',
	'.constructor',
	'?.[0]',
	'[$json.number]',
	'.map(one => one?.text)',
];

const LITERALS = [
	'1',
	'-2.5',
	"'it\\'s'",
	'"}" + "}"',
	'true',
	'null',
	'undefined',
	"'$json.text'",
];

const OPERATORS = ['+', '-', '*', '/', '%', '===', '!=', '<', '>=', '&&', '||', '??', ' ? 1 : '];

/** A character that changes what an expression means, or ends a part of it. */
const INTRUDERS = [...`()[]{}'"/\\;,.?:=+-*!$\n`, '//', '/*', '=>', '\\u0061', '<!--'];

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
			date: dates[engine],
			list: fc.oneof(list, leaf),
			deep: fc.oneof(deep, leaf),
			'a b': leaf,
			toString: leaf,
		},
		{ requiredKeys: ['nothing'] },
	);

const operand = fc.oneof(
	{ arbitrary: fc.constantFrom(...LITERALS), weight: 1 },
	{
		arbitrary: fc
			.tuple(fc.constantFrom(...BEGINS), fc.array(fc.constantFrom(...STEPS), { maxLength: 3 }))
			.map(([begin, steps]) => begin + steps.join('')),
		weight: 6,
	},
);

const known = fc
	.tuple(operand, fc.array(fc.tuple(fc.constantFrom(...OPERATORS), operand), { maxLength: 2 }))
	.map(([first, others]) => first + others.map(([operator, next]) => operator + next).join(''));

/** What only looks like an expression that is joined. */
const changed = fc
	.tuple(known, fc.constantFrom(...INTRUDERS), fc.nat())
	.map(([one, intruder, place]) => {
		const at = place % (one.length + 1);
		return one.slice(0, at) + intruder + one.slice(at);
	});

const text = fc.constantFrom('', ' ', 'Hello ', '}', '{', '}}', '"', "'", '\\', '\\\\', '\n', '`$');

/** The code alone, or between text. */
function createExpression(code: fc.Arbitrary<string>): fc.Arbitrary<string> {
	const mixed = fc
		.tuple(text, fc.array(fc.tuple(code, text), { maxLength: 3 }))
		.map(([start, rest]) => start + rest.map(([one, end]) => `{{ ${one} }}${end}`).join(''));
	return fc.oneof({ arbitrary: code.map((one) => `{{ ${one} }}`), weight: 3 }, mixed);
}

/** The last one may change the item of n8n's legacy engine, so none comes after it. */
const expressions = fc
	.tuple(
		fc.array(createExpression(known), { minLength: 1, maxLength: 4 }),
		createExpression(changed),
	)
	.map(([many, last]) => [...many, last]);

/** Two values are the same if they look the same, down to their classes. */
const show = (value: unknown) => inspect(value, { depth: 9 }).replace(/Promise \{[^]*/, 'Promise');

/** An expression that fails. */
class Failure {
	constructor(readonly message: string) {}
}

function attempt(read: () => unknown): unknown {
	try {
		return read();
	} catch (error) {
		return new Failure((error as Error).message.replace(/^x has an expression that fails: /, ''));
	}
}

interface List {
	json: IDataObject;
	expressions: string[];
}

type Read = (expressions: string[], itemIndex: number) => unknown[];

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
		// Shown in the end, because a later expression may change an earlier value.
		lists.map(({ expressions }, index) => read(expressions, index).map(show)),
	);
}

const createReadAlone =
	(n8n: IExecuteFunctions): Read =>
	(expressions, itemIndex) =>
		expressions.map((one) => attempt(() => n8n.evaluateExpression(one, itemIndex)));

/** The values, or the first failure. */
function createReadTogether(n8n: IExecuteFunctions): Read {
	const readValues = createValuesReader(n8n);
	return (expressions, itemIndex) => {
		const fields = expressions.map((one) => ({ source: `=${one}`, label: 'x' }));
		const values = attempt(() => readValues(fields, itemIndex).map(({ value }) => value));
		return values instanceof Failure ? [values] : (values as unknown[]);
	};
}

const isError = (shown: string) => shown.startsWith('Failure ');

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
const LISTS = process.env.IS_GATE ? 1_000 : 200;
const LISTS_PER_RUN = 25;

test.each(ENGINES)(
	'any expressions give the same together as alone, with the engine "%s"',
	async (engine) => {
		const list = fc.record({
			json: createItem(engine),
			expressions,
		});
		const lists = fc.array(list, { minLength: LISTS_PER_RUN, maxLength: LISTS_PER_RUN });
		await fc.assert(
			fc.asyncProperty(lists, async (drawn) => await expectSame(engine, drawn as List[])),
			{ numRuns: LISTS / LISTS_PER_RUN / ENGINES.length },
		);
	},
	240_000,
);

/** What people write, and what n8n shows for it. */
const WRITTEN = {
	'{{ $json.text.trim() }}': "'a'",
	'{{ $json.missing.trim() }}': 'undefined',
	'{{ $json.list.first() }}': '1',
	'{{ $json.deep?.text ?? "none" }}': "'none'",
	'Hello {{ $json.text }}, {{ $json.missing.trim() }}{{ $json.number }}!': "'Hello  a , 0!'",
	'{"a": {"b": "{{ $json.text }}"}}': `'{"a": {"b": " a "}}'`,
	'Paid: {{ $json.flag }}': "'Paid: false'",
	Text: "'Text'",
	"{{ $json.flag ? 'yes' : 'no' }}": "'no'",
	'{{ $json.number + 1 > 0 && !$json.missing }}': 'true',
	"{{ $('Start').item.json.text }}": "' a '",
};

test.each(ENGINES)('many expressions need one evaluation: %s', async (engine) => {
	const evaluated = jest.spyOn(ExecuteContext.prototype, 'evaluateExpression');
	const json = { text: ' a ', number: 0, list: [1], flag: false };
	const list = { json, expressions: Object.keys(WRITTEN) };
	const [values] = await readLists(engine, [list], createReadTogether);
	const evaluations = evaluated.mock.calls.length;
	evaluated.mockRestore();
	expect(values).toEqual(Object.values(WRITTEN));
	expect(evaluations).toBe(1);
});

test('what only looks like a path into the item is read by n8n', async () => {
	const paths = ['.number.toFixed', '.a.toString', '["\\x61"]', '["line\nbreak"]'];
	const json = { a: { toString: 'own' }, number: 5, 'line\nbreak': 1 };
	const lists = paths.map((path) => ({ json, expressions: [`{{ $json${path} }}`] }));
	await expectSameOutcomes('legacy', lists);
});

test('n8n evaluates each field of a tool, because `$json` is the item of the agent there', async () => {
	const n8n = await createN8n([{ text: 'word' }], TOOL);
	const evaluated = jest.spyOn(n8n, 'evaluateExpression');
	const expressions = ['{{ $json.text }}', '{{ $json.text.toUpperCase() }}'];
	expect(createReadTogether(n8n)(expressions, 0)).toEqual(['word', 'WORD']);
	expect(evaluated).toHaveBeenCalledTimes(expressions.length);
});

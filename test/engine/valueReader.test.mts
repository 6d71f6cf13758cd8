/** `createValuesReader` gives the same value as n8n's own evaluation of an expression. */
import { ExecuteContext } from 'n8n-core';
import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { createValuesReader } from '../../nodes/StartFlow/context/valueReader.n8n';
import { filledForm } from '../../tools/n8n/parameters.mts';
import { createExecuteContext, runNode, TOOL } from './harness.mts';

/** The value, or the message of what was thrown without the field's name before it. */
function outcome(read: () => unknown): unknown {
	try {
		return { value: read() };
	} catch (error) {
		return { thrown: (error as Error).message.replace(/^x has an expression that fails: /, '') };
	}
}

const createN8n = async (json: IDataObject, type?: string): Promise<IExecuteFunctions> =>
	await createExecuteContext(new AbortController().signal, {
		items: [{ json, pairedItem: { item: 0 } }],
		...(type && { settings: { type } }),
	});

/** Creates a function that reads a single field of the first item. */
const createReader = (n8n: IExecuteFunctions) => (source: unknown) =>
	createValuesReader(n8n)([{ source, label: 'x' }], 0)[0];

const ITEM: IDataObject = {
	a: { b: [{ c: 1 }], 'x y': 'space', ä: 'umlaut', nothing: null, empty: '', constructor: 'own' },
	list: ['zero', ['one']],
	text: 'word',
	number: 5,
	'a.b': 'dotted',
	"it's": 'quoted',
	toString: 'own',
	expression: '={{ 1 + 1 }}',
	date: new Date(0) as unknown as string,
};

const PATHS = [
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
	'$json.date',
	"$('Start').item.json.a",
	"$('No').item.json.a",
];

/** Expressions that are not a path, or only look like one. */
const OTHERS = [
	'=',
	'={{ $json }}',
	'={{ $json.text + 1 }}',
	'={{ $json.a .b }}',
	'={{ $json["\\x61"] }}',
	'=Hello {{ $json.text }}, {{ $json.missing.deep }}{{ $json.number }}!',
	'={{ $json.a /* }} */ }}',
	'={{ notKnown }}',
	'={{ (() => { throw new Error("x") })() }}',
];

test.each([...PATHS.map((path) => `={{ ${path} }}`), ...OTHERS])(
	'%j gives the same value as in n8n',
	async (written) => {
		const n8n = await createN8n(ITEM);
		expect(outcome(() => createReader(n8n)(written))).toEqual(
			outcome(() => n8n.evaluateExpression(written.slice(1), 0)),
		);
	},
);

const MAPPED = [
	'={{ $json.text }}',
	'={{ $json.text.toUpperCase() }}',
	'=Hello {{ $json.text }}',
	"={{ $('Start').item.json.a.b[0].c }}",
].map((source) => ({ source, label: 'x' }));

test('n8n evaluates each field of a tool, because `$json` is the item of the agent there', async () => {
	const n8n = await createN8n(ITEM, TOOL);
	const evaluated = jest.spyOn(n8n, 'evaluateExpression');
	expect(createValuesReader(n8n)(MAPPED, 0)).toEqual(['word', 'WORD', 'Hello word', 1]);
	expect(evaluated).toHaveBeenCalledTimes(MAPPED.length);
});

test('an error of an expression names its field, and is that of n8n', async () => {
	const n8n = await createN8n(ITEM);
	const sources = [
		'={{ $json.text.trim() }}',
		"={{ $('No').item.json.a }}",
		'={{ $json.a.trim() }}',
	];
	const fields = sources.map((source, index) => ({ source, label: `Field ${index}` }));
	const alone = outcome(() => n8n.evaluateExpression("{{ $('No').item.json.a }}", 0));
	const { thrown } = alone as { thrown: string };
	expect(outcome(() => createValuesReader(n8n)(fields, 0))).toEqual({
		thrown: `Field 1 has an expression that fails: ${thrown}`,
	});
});

const A = '={{ $json.a.trim() }}';
const B = '=b{{ $json.b }}';
const C = '={{ $json.c ?? "1" }}';
const EXAMPLE = { a: '', b: '', c: '' };
const ASSIGNMENTS = [
	{ name: 'a', value: A },
	{ name: 'b', value: B },
	{ name: 'c', value: C },
];

test.each<[string, INodeParameters]>([
	['form', { contextMapping: filledForm(EXAMPLE, 'order-1', { '/a': A, '/b': B, '/c': C }) }],
	['fields', { contextFields: { assignments: ASSIGNMENTS } }],
	['json', { contextJson: '={{ { a: $json.a.trim(), b: "b" + $json.b, c: $json.c ?? "1" } }}' }],
])('n8n evaluates one expression for each item: %s', async (contextMode, parameters) => {
	const evaluated = jest.spyOn(ExecuteContext.prototype, 'evaluateExpression');
	const items = ['x', 'y', 'z'].map((letter) => ({ a: ` ${letter} `, b: letter }));
	const { shown } = await runNode({
		url: 'https://flows.example/start',
		items,
		parameters: { operation: 'preview', contextMode, ...parameters },
	});
	const codes = evaluated.mock.calls.map(([code]) => code);
	evaluated.mockRestore();
	expect(shown.map(({ body }) => (body as IDataObject).context)).toEqual(
		items.map(({ b }) => ({ a: b, b: `b${b}`, c: '1' })),
	);
	// Each run needs the number of its round.
	expect(codes).toHaveLength(items.length);
});

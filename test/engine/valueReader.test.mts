/** What a person has dragged or written gives what n8n's own evaluation of it gives. */
import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { valueReader } from '../../nodes/TriggerFlow/context/valueReader';
import { executeContext } from './harness.mts';

/** The value, or what was thrown. */
function outcome(read: () => unknown): unknown {
	try {
		return { value: read() };
	} catch (error) {
		return { thrown: String(error) };
	}
}

async function contextWith(json: IDataObject, type?: string): Promise<IExecuteFunctions> {
	const items = [{ json, pairedItem: { item: 0 } }];
	return await executeContext(new AbortController().signal, {
		items,
		...(type && { settings: { type } }),
	});
}

const ITEM: IDataObject = {
	a: { b: [{ c: 1 }], 'x y': 'space', ä: 'umlaut', nothing: null, empty: '' },
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
	"$json.a['ä']",
	'$json["a.b"]',
	'$json["it\'s"]',
	'$json.list[1][0]',
	'$json.list[7]',
	'$json.a.nothing',
	'$json.a.nothing.deep',
	'$json.a.empty',
	'$json.missing.deep.deeper',
	'$json.number.toFixed',
	'$json.text[0]',
	'$json.text.length',
	'$json.list.length',
	'$json.list["0"]',
	'$json.list.map',
	'$json.toString',
	'$json.a.toString',
	'$json.valueOf',
	'$json.hasOwnProperty',
	'$json.constructor',
	'$json.a["constructor"]',
	'$json.__proto__',
	'$json["__proto__"].x',
	'$json.prototype',
	'$json.expression',
	'$json.date',
	"$('Start').item.json.a",
	"$('No').item.json.a",
	'$("No").item.json["a"]',
];

/** What is no path, or only looks like one. */
const OTHERS = [
	'text',
	'',
	'=',
	'=text',
	'={{',
	'={{ $json.a',
	'{{ $json.a }}',
	'={{ $json }}',
	'={{ $json.text + 1 }}',
	'={{ $json.text.toUpperCase() }}',
	'={{ $json?.a }}',
	'={{ $json.a .b }}',
	'={{ $json.list[ 0 ] }}',
	'={{ $json["\\x61"] }}',
	'={{ $json.a }} ',
	'= {{ $json.text }}',
	'=Hello {{ $json.text }}, {{ $json.missing.deep }}{{ $json.number }}!',
	'={{ $json.text }}{{ $json.number }}',
	'={{ $json.a; $json.text }}',
	'={{ $json.a /* }} */ }}',
	'={{ notKnown }}',
	'={{ (() => { throw new Error("x") })() }}',
	5,
	true,
	null,
	undefined,
];

const WRITTEN = [...PATHS.flatMap((path) => [`={{ ${path} }}`, `={{${path}}}`]), ...OTHERS];

test.each(WRITTEN)('%j gives what n8n gives', async (written) => {
	const context = await contextWith(ITEM);
	const isExpression = typeof written === 'string' && written.startsWith('=');
	expect(outcome(() => valueReader(context)(written, 0))).toEqual(
		outcome(() => (isExpression ? context.evaluateExpression(written.slice(1), 0) : written)),
	);
});

test('any path into any item gives what n8n gives', async () => {
	const names = ['a', 'b', 'a b', 'größe', 'length', 'toString', 'constructor', '__proto__', '0'];
	const name = fc.constantFrom(...names);
	const step = fc.oneof(
		name.map((key) => (/^[a-z_]\w*$/i.test(key) ? `.${key}` : `["${key}"]`)),
		name.map((key) => `['${key}']`),
		fc.constantFrom('[0]', '[1]'),
	);
	const leaf = fc.constantFrom<unknown>('x', '', 0, 2.5, true, null, new Date(0), '={{ 1 }}');
	const { data } = fc.letrec<{ data: unknown }>((tie) => ({
		data: fc.oneof(
			{ depthSize: 'small' },
			leaf,
			fc.array(tie('data'), { maxLength: 2 }),
			fc.dictionary(name, tie('data'), { maxKeys: 4 }),
		),
	}));
	await fc.assert(
		fc.asyncProperty(
			fc.dictionary(name, data, { maxKeys: 6 }),
			fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 5, maxLength: 5 }),
			async (item, paths) => {
				const context = await contextWith(item as IDataObject);
				const read = valueReader(context);
				for (const steps of paths) {
					const code = `{{ $json${steps.join('')} }}`;
					const evaluated = outcome(() => context.evaluateExpression(code, 0));
					expect(outcome(() => read(`=${code}`, 0))).toEqual(evaluated);
				}
			},
		),
		{ numRuns: 200 },
	);
}, 60_000);

test('a list and an object hold expressions, too', async () => {
	const read = valueReader(await contextWith(ITEM));
	expect(read({ a: ['={{ $json.text }}', { b: '={{ $json.number + 1 }}' }] }, 0)).toEqual({
		a: ['word', { b: 6 }],
	});
});

test('n8n evaluates no path of the item, and an earlier node once', async () => {
	const context = await contextWith(ITEM);
	const evaluated = jest.spyOn(context, 'evaluateExpression').mockReturnValue({ a: 1, b: 2 });
	const read = valueReader(context);
	const paths = ['$json.text', "$json.a['x y']", "$('A').item.json.a", "$('A').item.json.b"];
	expect(paths.map((path) => read(`={{ ${path} }}`, 0))).toEqual(['word', 'space', 1, 2]);
	expect(evaluated.mock.calls).toEqual([["{{ $('A').item.json }}", 0]]);
});

test("in a tool, n8n evaluates everything: $json is the agent's item", async () => {
	const context = await contextWith(ITEM, 'n8n-nodes-trigger-flow.triggerFlowTool');
	const evaluated = jest.spyOn(context, 'evaluateExpression').mockReturnValue('of the agent');
	expect(valueReader(context)('={{ $json.text }}', 0)).toBe('of the agent');
	expect(evaluated).toHaveBeenCalledTimes(1);
});

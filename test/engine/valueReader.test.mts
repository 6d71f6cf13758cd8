/** `createValueReader` gives the same value as n8n's own evaluation of an expression. */
import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { createValueReader } from '../../nodes/StartFlow/context/valueReader.n8n';
import { createExecuteContext, TOOL } from './harness.mts';

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
	'$json["it\'s"]',
	'$json.list[1][0]',
	'$json.a.nothing.deep',
	'$json.missing.deep.deeper',
	'$json.number.toFixed',
	'$json.text[0]',
	'$json.toString',
	'$json.a.toString',
	'$json.constructor',
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
		expect(outcome(() => createValueReader(n8n)(written, 0, 'x'))).toEqual(
			outcome(() => n8n.evaluateExpression(written.slice(1), 0)),
		);
	},
);

test('any path into any item gives the same value as in n8n', async () => {
	const names = ['a', 'b', 'a b', 'größe', 'length', 'toString', 'constructor', '__proto__', '0'];
	const name = fc.constantFrom(...names);
	const step = fc.oneof(
		name.map((key) => (/^[a-z_]\w*$/i.test(key) ? `.${key}` : `["${key}"]`)),
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
	const path = fc.array(step, { minLength: 1, maxLength: 3 });
	await fc.assert(
		fc.asyncProperty(
			fc.dictionary(name, data, { maxKeys: 6 }),
			fc.array(path, { minLength: 5, maxLength: 5 }),
			async (item, paths) => {
				const n8n = await createN8n(item as IDataObject);
				const read = createValueReader(n8n);
				for (const steps of paths) {
					const code = `{{ $json${steps.join('')} }}`;
					const evaluated = outcome(() => n8n.evaluateExpression(code, 0));
					expect(outcome(() => read(`=${code}`, 0, 'x'))).toEqual(evaluated);
				}
			},
		),
		{ numRuns: 100 },
	);
}, 60_000);

test.each([
	[undefined, ['word', 'space', 'a', 'b'], 1],
	// In a tool, `$json` is the item of the agent.
	[TOOL, Array(4).fill({ c: 'a', d: 'b' }), 4],
])(
	'n8n evaluates no path into the item, and a path to an earlier node once; in a tool it evaluates all: %s',
	async (type, values, evaluations) => {
		const n8n = await createN8n(ITEM, type);
		const earlierItem = { c: 'a', d: 'b' };
		const evaluated = jest.spyOn(n8n, 'evaluateExpression').mockReturnValue(earlierItem);
		const read = createValueReader(n8n);
		const paths = ['$json.text', "$json.a['x y']", "$('A').item.json.c", "$('A').item.json.d"];
		expect(paths.map((path) => read(`={{ ${path} }}`, 0))).toEqual(values);
		expect(evaluated).toHaveBeenCalledTimes(evaluations);
	},
);

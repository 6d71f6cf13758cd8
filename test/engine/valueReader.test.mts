/** What a person has dragged or written gives what n8n's own evaluation of it gives. */
import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { createValueReader } from '../../nodes/TriggerFlow/context/valueReader.n8n';
import { executeContext, TOOL } from './harness.mts';

/** The value, or what was thrown: the field's name goes before n8n's own words. */
function outcome(read: () => unknown): unknown {
	try {
		return { value: read() };
	} catch (error) {
		return { thrown: (error as Error).message.replace(/^(?:The field "x"|x): /, '') };
	}
}

const contextWith = async (json: IDataObject, type?: string): Promise<IExecuteFunctions> =>
	await executeContext(new AbortController().signal, {
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

/** What is no path, or only looks like one. */
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
	'%j gives what n8n gives',
	async (written) => {
		const context = await contextWith(ITEM);
		expect(outcome(() => createValueReader(context)(written, 0, 'x'))).toEqual(
			outcome(() => context.evaluateExpression(written.slice(1), 0)),
		);
	},
);

test('any path into any item gives what n8n gives', async () => {
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
				const context = await contextWith(item as IDataObject);
				const read = createValueReader(context);
				for (const steps of paths) {
					const code = `{{ $json${steps.join('')} }}`;
					const evaluated = outcome(() => context.evaluateExpression(code, 0));
					expect(outcome(() => read(`=${code}`, 0, 'x'))).toEqual(evaluated);
				}
			},
		),
		{ numRuns: 100 },
	);
}, 60_000);

test.each([
	[undefined, ['word', 'space', 'a', 'b'], 1],
	// There, `$json` is the item of the agent.
	[TOOL, Array(4).fill({ c: 'a', d: 'b' }), 4],
])(
	'n8n evaluates no path of the item, and an earlier node once, but in a tool all (%s)',
	async (type, values, evaluations) => {
		const context = await contextWith(ITEM, type);
		const given = { c: 'a', d: 'b' };
		const evaluated = jest.spyOn(context, 'evaluateExpression').mockReturnValue(given);
		const read = createValueReader(context);
		const paths = ['$json.text', "$json.a['x y']", "$('A').item.json.c", "$('A').item.json.d"];
		expect(paths.map((path) => read(`={{ ${path} }}`, 0))).toEqual(values);
		expect(evaluated).toHaveBeenCalledTimes(evaluations);
	},
);

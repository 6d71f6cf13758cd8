import assert from 'node:assert/strict';

import type { Feature } from './feature.mts';
import { ECHO } from './testBed.mts';

const ITEM = {
	slug: ECHO,
	text: 'ä "x"',
	off: false,
	nothing: null,
	nested: { a: { b: [1, { c: 'deep' }] } },
	list: ['x', 2, null],
	'a b': 'blank',
	größe: 1.5,
};

/** What people drag, without its braces. The node reads it from the item. */
const PATHS = [
	'$json.text',
	'$json.off',
	'$json.nothing',
	'$json.missing',
	'$json.missing.deep.deeper',
	'$json.nothing.deep',
	'$json.text.length',
	'$json.nested',
	'$json.nested.a.b[1].c',
	'$json.list',
	'$json.list[1]',
	'$json["a b"]',
	"$json['größe']",
	"$('Items').item.json.text",
	"$('Items').item.json.nested.a",
	"$('Items').item.json.missing.deep",
];

const customFields = (values: Array<[name: string, value: unknown, type?: string]>) => ({
	contextMode: 'fields',
	contextFields: {
		assignments: values.map(([name, value, type = 'string']) => ({ id: name, name, type, value })),
	},
});

/** Each way of building a context, and what it has to give for the item. */
const MODES: Array<[title: string, parameters: object, context: object]> = [
	[
		'Custom Fields',
		customFields([
			['session.text', '={{ $json.text.toUpperCase() }}'],
			['session.seats', '={{ $json.list[1] }}', 'number'],
			['tags', '["a", "b"]', 'array'],
		]),
		{ session: { text: 'Ä "X"', seats: 2 }, tags: ['a', 'b'] },
	],
	['Custom Fields without a field', customFields([]), {}],
	[
		'JSON with expressions in it',
		{
			contextMode: 'json',
			contextJson: '={ "size": {{ $json["größe"] }}, "text": {{ JSON.stringify($json.text) }} }',
		},
		{ size: 1.5, text: 'ä "x"' },
	],
	['Entire Input Item', { contextMode: 'input' }, ITEM],
];

export const contexts: Feature = {
	name: 'Context from custom fields, JSON and the input item',
	async test(bed, scenario) {
		const contextOf = async (path: string, parameters: object) => {
			const run = await bed.run({ path, parameters }, [ITEM]);
			assert.equal(run.status, 'success');
			return run.starts().map(({ context }) => context);
		};
		for (const [index, [title, parameters, context]] of MODES.entries()) {
			await scenario.step(`Context: ${title}`, async () => {
				assert.deepEqual(await contextOf(`context-${index}`, parameters), [context]);
			});
		}

		// n8n has two engines for expressions, and other versions of them.
		await scenario.step('What the node reads by a path is what n8n evaluates', async () => {
			const fields = (write: (path: string) => string) =>
				customFields(PATHS.map((path, n) => [`field${n}`, `={{ ${write(path)} }}`]));
			const read = await contextOf(
				'paths-read',
				fields((path) => path),
			);
			const evaluated = await contextOf(
				'paths-evaluated',
				fields((path) => `(${path})`),
			);
			assert.deepEqual(read, evaluated);
			assert.equal(read[0]?.field0, ITEM.text);
		});
	},
};

import assert from 'node:assert/strict';

import type { Feature } from './feature.mts';
import { generatedFields, joinedFields } from './joinedFields.mts';
import { fieldsOf, items } from './testBed.mts';

const assignment = (name: string, type: string, value: unknown) => ({
	id: name,
	name,
	type,
	value,
});

/** Each way of building a context, and what it has to give for the item with number 0. */
const MODES: Array<[mode: string, parameters: object, context: object]> = [
	[
		'fields',
		{
			contextFields: {
				assignments: [
					assignment('session.number', 'number', '={{ $json.n }}'),
					assignment('session.slug', 'string', '={{ $json.slug.slice(0, 4) }}'),
					assignment('session.isNew', 'boolean', true),
					assignment('tags', 'array', '["a", "b"]'),
				],
			},
		},
		{ session: { number: 0, slug: 'echo', isNew: true }, tags: ['a', 'b'] },
	],
	[
		'json',
		{
			contextJson:
				'={ "number": {{ $json.n }}, "nested": { "slug": {{ JSON.stringify($json.slug) }} } }',
		},
		{ number: 0, nested: { slug: 'echo-4kq7zt' } },
	],
	['json', { contextJson: '={{ { number: $json.n } }}' }, { number: 0 }],
	['input', {}, { n: 0, slug: 'echo-4kq7zt' }],
	['none', {}, {}],
];

export const contexts: Feature = {
	name: 'Context from fields, JSON, input, none',
	async test(bed, scenario) {
		for (const [number, [contextMode, rest, context]] of MODES.entries()) {
			await scenario.step(`Context ${contextMode}: what is sent, and what is saved`, async () => {
				const parameters = { contextMode, ...rest };
				const run = await bed.run({ path: `context-${number}`, parameters }, items(1));
				assert.equal(run.status, 'success');
				assert.deepEqual(
					run.starts().map((start) => start.context),
					[context],
				);
				const [saved] = await bed.saved(run.id);
				assert.deepEqual(fieldsOf(saved), [context]);
			});
		}
		await joinedFields(bed, scenario);
		await generatedFields(bed, scenario);
	},
};

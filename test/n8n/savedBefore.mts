import assert from 'node:assert/strict';

import { startEventRequest } from '../../stand-in/startEvent.mts';
import type { Workflow } from '../../tools/n8n/api.mts';
import type { Feature } from './feature.mts';
import { testWorkflow, type TestWorkflow } from './workflow.mts';

const SLUG = 'echo-4kq7zt';
const EXAMPLE = { email: 'ada@example.com', tags: ['new', 'vip'], address: {}, seats: 5 };

const shown = (id: string, type: string) => ({
	...{ id: `/${id}`, displayName: id, type, required: false, defaultMatch: false },
	...{ display: true, removed: false },
});

/** Workflows as version 0.1.0 and n8n's editor saved them, with a flow that they name. */
export const savedBefore: Feature = {
	name: 'Workflows that were saved before',
	async test(bed, scenario) {
		const { api, credential, lab, log } = bed;
		const kinds: Record<string, [parameters: object, context: object]> = {
			'with a slug and fields': [
				{
					flow: 'slug',
					slug: SLUG,
					contextMode: 'fields',
					contextFields: {
						assignments: [
							{ id: 'a', name: 'session.email', value: '={{ $json.email }}', type: 'string' },
						],
					},
					options: { concurrency: 5 },
				},
				{ session: { email: 'grace@example.com' } },
			],
			'with a slug and JSON': [
				{ flow: 'slug', slug: SLUG, contextMode: 'json', contextJson: '={ "a": 1 }', options: {} },
				{ a: 1 },
			],
			// Flow and Context have their defaults of then: n8n saves nothing of them.
			'with a pasted request and its form': [
				{
					startEventRequest: startEventRequest(lab.standIn.urls.qa, SLUG, EXAMPLE),
					contextMapping: {
						mappingMode: 'defineBelow',
						// Lists and objects were JSON text then.
						value: {
							'/email': '={{ $json.email }}',
							'/tags': ['["new","vip"]'],
							'/address': '{}',
							'/seats': 5,
						},
						matchingColumns: [],
						schema: [
							shown('email', 'string'),
							shown('tags', 'array'),
							shown('address', 'object'),
							shown('seats', 'number'),
						],
						attemptToConvertTypes: false,
						convertFieldsToString: true,
					},
					options: {},
				},
				{ ...EXAMPLE, email: 'grace@example.com' },
			],
		};
		for (const [kind, [parameters, context]] of Object.entries(kinds)) {
			await scenario.step(`Saved ${kind}: runs as before`, async () => {
				const path = kind.replaceAll(' ', '-');
				const from = log.starts.length;
				const saved = await bed.createLive(savedWorkflow({ path, credential, parameters }));
				await bed.post(path, { items: [{ email: 'grace@example.com' }] });
				assert.equal((await api.finished(saved.id, 1)).status, 'success');
				assert.deepEqual(
					log.starts.slice(from).map((start) => [start.slug, start.context]),
					[[SLUG, context]],
				);
			});
		}
	},
};

/** With nothing in the node but what was saved, in the version that the node had. */
function savedWorkflow({ path, credential, parameters }: TestWorkflow): Workflow {
	const settings = { typeVersion: 1, parameters };
	return testWorkflow({ path, credential, parameters, settings });
}

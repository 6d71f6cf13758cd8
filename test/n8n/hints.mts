import assert from 'node:assert/strict';

import { formSchema } from '../../demo/formSchema.mts';
import { formFields } from '../../nodes/TriggerFlow/rules/form/formFields.ts';
import { startEventRequest } from '../../stand-in/startEvent.mts';
import type { Feature } from './feature.mts';
import { ECHO, items, UNKNOWN_FLOW } from './testBed.mts';

export const hints: Feature = {
	name: 'A hint sums up a run that left something out',
	async test(bed, scenario) {
		await scenario.step('A hint says what was started and what was not', async () => {
			const settings = { onError: 'continueRegularOutput' };
			const run = await bed.run(
				{ path: 'hint', parameters: {}, settings },
				items(5, { 2: UNKNOWN_FLOW }),
			);
			assert.equal(run.status, 'success');
			const [saved] = await bed.saved(run.id);
			if (!(await bed.knows('n8n-core', 'addExecutionHints'))) {
				assert.match(JSON.stringify(saved?.data), /"outcome":"rejected"/);
				return 'n8n has no hints: the failed items themselves say what happened.';
			}
			assert.match(saved?.hints?.[0]?.message ?? '', /^QA: 4 started, 1 rejected$/);
			return undefined;
		});

		await scenario.step(
			'Example values that nobody touched are a hint, and where they go to production a warning',
			async () => {
				const { api, lab } = bed;
				const example = { email: 'ada@example.com', plan: 'pro' };
				const fields = formFields(example);
				const [email, plan] = fields;
				const value = { [email?.id ?? '']: '={{ $json.n }}', [plan?.id ?? '']: ['pro'] };
				const contextMapping = { mappingMode: 'defineBelow', value, schema: formSchema(fields) };
				const given: unknown[] = [];
				for (const environment of ['qa', 'production'] as const) {
					const name = `Untouched, ${environment}`;
					const fieldsOfCredential = lab.credentialFor(environment);
					const credential = await api.createCredential(name, 'triggerFlowApi', fieldsOfCredential);
					const run = await bed.run(
						{
							path: `untouched-${environment}`,
							parameters: {
								flow: 'startEvent',
								startEventRequest: startEventRequest(lab.standIn.urls[environment], ECHO, example),
								contextMode: 'startEvent',
								contextMapping,
							},
							settings: { credentials: { triggerFlowApi: credential } },
						},
						items(1),
					);
					assert.deepEqual(
						run.starts().map((start) => [start.environment, start.context]),
						[[environment, { email: '0', plan: 'pro' }]],
					);
					const [saved] = await bed.saved(run.id);
					given.push(saved?.hints?.map(({ message, type }) => [type, message]));
				}
				if (!(await bed.knows('n8n-core', 'addExecutionHints'))) {
					return 'n8n has no hints: nothing tells which example values were sent.';
				}
				const message = "Still the example's value: plan.";
				assert.deepEqual(given, [[['info', message]], [['warning', message]]]);
				return undefined;
			},
		);
	},
};

import assert from 'node:assert/strict';

import { signUpWorkflow, SUBMISSION, WEBHOOK_PATH } from '../../demo/workflow.mts';
import { formFields } from '../../nodes/TriggerFlow/rules/startEvent/formFields.ts';
import { SIGN_UP_SLUG } from '../../stand-in/flows.mts';
import session from '../../stand-in/session.json';
import { startEventRequest } from '../../stand-in/startEvent.mts';
import type { Feature } from './feature.mts';

/** The pasted request gives a form, and the filled form gives the context. */
export const form: Feature = {
	name: 'Form from a pasted request',
	async test(bed, scenario) {
		const { api, lab, log, credential } = bed;
		const url = lab.standIn.urls.qa;

		await scenario.step(
			'A pasted request gives a form with its fields, types and values',
			async () => {
				const { fields } = await api.resourceMapperFields({
					node: 'n8n-nodes-trigger-flow.triggerFlow',
					method: 'contextForm',
					path: 'parameters.contextMapping',
					parameters: {
						flow: 'startEvent',
						startEventRequest: startEventRequest(url, SIGN_UP_SLUG, session),
					},
				});
				assert.deepEqual(
					fields.map(({ id, type }) => [id, type]),
					formFields(session).map(({ id, type }) => [id, type]),
				);
				assert.deepEqual(fields[0]?.defaultValue, ['Ada']);
			},
		);

		await scenario.step(
			'A sign-up by webhook starts the flow once, and its answer comes back',
			async () => {
				const from = log.starts.length;
				await bed.createLive(signUpWorkflow(credential, url, session));
				const answer = await bed.post(WEBHOOK_PATH, SUBMISSION);
				assert.equal((JSON.parse(answer) as { greeting: string }).greeting, 'Welcome, Ada!');
				assert.deepEqual(
					log.starts.slice(from).map(({ slug, context }) => ({ slug, context })),
					[{ slug: SIGN_UP_SLUG, context: session }],
				);
			},
		);
	},
};

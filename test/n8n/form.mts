import assert from 'node:assert/strict';

import { formSchema } from '../../demo/formSchema.mts';
import { signUpWorkflow, SUBMISSION, WEBHOOK_PATH } from '../../demo/workflow.mts';
import { formFields, startValue } from '../../nodes/TriggerFlow/rules/form/formFields.ts';
import { SIGN_UP_SLUG } from '../../stand-in/flows.mts';
import session from '../../stand-in/session.json';
import { startEventRequest } from '../../stand-in/startEvent.mts';
import type { Feature } from './feature.mts';
import { items } from './testBed.mts';
import { testWorkflow } from './workflow.mts';

/** The pasted request gives a form, and the filled form gives the context. */
export const form: Feature = {
	name: 'Form from a pasted request',
	async test(bed, scenario) {
		const { api, lab, log, credential } = bed;
		const url = lab.standIn.urls.qa;

		await scenario.step(
			'A pasted request gives a form with its fields, types and values',
			async () => {
				const fields = await api.formFields('n8n-nodes-trigger-flow.triggerFlow', {
					flow: 'startEvent',
					startEventRequest: startEventRequest(url, SIGN_UP_SLUG, session),
				});
				assert.deepEqual(
					fields.map(({ id, type }) => [id, type]),
					formFields(session).map(({ id, type }) => [id, type]),
				);
				assert.deepEqual(fields[0]?.defaultValue, ['Ada']);
			},
		);

		await scenario.step(
			"Of requests of both environments, the form is that of the credential's",
			async () => {
				const requests = [
					startEventRequest(lab.standIn.urls.production, SIGN_UP_SLUG, { live: 'x' }),
					startEventRequest(url, SIGN_UP_SLUG, { tried: 'x' }),
				];
				const parameters = { flow: 'startEvent', startEventRequest: requests.join('\n\n') };
				const idsFor = async (selected?: typeof credential) => {
					const fields = await api.formFields(
						'n8n-nodes-trigger-flow.triggerFlow',
						parameters,
						selected,
					);
					return fields.map(({ id }) => id);
				};
				assert.deepEqual(await idsFor(credential), ['/tried']);
				assert.deepEqual(await idsFor(), ['/live']);
			},
		);

		// Such a text once kept n8n from answering anybody for 11 s, at the run and when the node was opened.
		await scenario.step(
			'A text that is made to be slow is refused, and gives no form',
			async () => {
				for (const letters of [900_000, 180_000]) {
					const startEventRequest = `curl ${'a'.repeat(letters)}${'>'.repeat(19_900)}`;
					const parameters = { flow: 'startEvent', startEventRequest };
					assert.deepEqual(
						await api.formFields('n8n-nodes-trigger-flow.triggerFlow', parameters),
						[],
					);
					const run = await bed.run({ path: `slow-${letters}`, parameters }, items(1));
					assert.equal(run.status, 'error');
					const [saved] = await bed.saved(run.id);
					assert.match(
						saved?.error?.message ?? '',
						letters > 200_000 ? /longer than 200 kB/ : /not a curl command/,
					);
					assert.deepEqual(run.starts(), []);
				}
			},
		);

		await scenario.step(
			'A sign-up by webhook starts the flow once, and its answer comes back',
			async () => {
				const from = log.starts.length;
				const pasted = lab.pastedFor('qa');
				const holdsIt = await api.createCredential('Pasted', 'triggerFlowApi', pasted);
				await bed.createLive(signUpWorkflow(holdsIt, session));
				const answer = await bed.post(WEBHOOK_PATH, SUBMISSION);
				assert.equal((JSON.parse(answer) as { greeting: string }).greeting, 'Welcome, Ada!');
				assert.deepEqual(
					log.starts.slice(from).map(({ slug, context }) => ({ slug, context })),
					[{ slug: SIGN_UP_SLUG, context: session }],
				);
			},
		);

		await scenario.step(
			'Behind the webhook, the form maps itself, and a hint says what does not fit',
			async () => {
				const pasted = lab.pastedFor('qa');
				const holdsIt = await api.createCredential('Pasted again', 'triggerFlowApi', pasted);
				const live = signUpWorkflow(holdsIt, session);
				const contextMapping = { mappingMode: 'autoMapInputData', value: null };
				const path = 'sign-up-automatically';
				const nodes = (live.nodes as Array<{ name: string; parameters: object }>).map((node) => ({
					...node,
					webhookId: node.name,
					parameters: {
						...node.parameters,
						...(node.name === 'Trigger Flow' && { contextMapping }),
						...(node.name === 'Sign-Up Form' && { path }),
					},
				}));
				const from = log.starts.length;
				const saved = await bed.createLive({ ...live, nodes });
				await bed.post(path, { 'First Name': 'Grace', EMAIL: 'grace@example.com', utm: 'spring' });
				assert.deepEqual(
					log.starts.slice(from).map(({ context }) => context),
					[{ session: { first_name: 'Grace', email: 'grace@example.com' } }],
				);
				if (!(await bed.knows('n8n-core', 'addExecutionHints'))) {
					return 'n8n has no hints: nothing tells what did not fit.';
				}
				const [run] = await bed.saved((await api.finished(saved.id, 1)).id);
				assert.match(
					JSON.stringify(run?.hints),
					/found nothing in the input for session\.last_name.* left out of the input: body\.utm/,
				);
				return undefined;
			},
		);

		await scenario.step(
			'Lists and objects arrive as they are, typed by hand as well, and as older forms hold them',
			async () => {
				const context = {
					tags: ['red', 'blue'],
					codes: ['=A1', 'b.constructor', '{{ 1 }}'],
					rows: [{ a: 1, toString: 'x' }],
					address: {},
					day: '2026-01-31',
				};
				const fields = formFields(context);
				const started = Object.fromEntries(fields.map((field) => [field.id, startValue(field)]));
				const older = { '/tags': ['["red","blue"]'], '/address': '{}', '/day': '2026-01-31' };
				const values = {
					untouched: started,
					typed: { ...started, '/tags': 'red, blue', '/address': '{ }' },
					older: { ...started, ...older },
				};
				for (const [how, value] of Object.entries(values)) {
					const parameters = {
						flow: 'startEvent',
						startEventRequest: startEventRequest(url, 'echo-4kq7zt', context),
						contextMode: 'startEvent',
						contextMapping: { mappingMode: 'defineBelow', value, schema: formSchema(fields) },
					};
					const run = await bed.run({ path: `lists-${how}`, parameters }, items(1));
					assert.deepEqual(
						[run.status, run.starts().map(({ context }) => context)],
						['success', [context]],
					);
				}
			},
		);

		await scenario.step('A switch that nobody has set yet is refused by its name', async () => {
			const schema = formSchema(formFields({ urgent: true }));
			const parameters = {
				flow: 'startEvent',
				startEventRequest: startEventRequest(url, 'echo-4kq7zt', { urgent: true }),
				contextMode: 'startEvent',
				contextMapping: { mappingMode: 'defineBelow', value: {}, schema },
			};
			const run = await bed.run({ path: 'new-switch', parameters }, items(1));
			const [saved] = await bed.saved(run.id);
			assert.match(saved?.error?.message ?? '', /The switch "urgent" is new: click it to set it/);
			assert.deepEqual(run.starts(), []);
		});

		await scenario.step(
			"With both environments' requests in the field, selecting the other credential is all that going live takes",
			async () => {
				const { urls } = lab.standIn;
				const slugs = { qa: 'echo-4kq7zt', production: SIGN_UP_SLUG };
				const pasted = (['qa', 'production'] as const).map((environment) =>
					startEventRequest(urls[environment], slugs[environment], session),
				);
				const parameters = {
					flow: 'startEvent',
					startEventRequest: `# QA\n${pasted.join('\n\n# Production\n')}`,
					contextMode: 'startEvent',
					contextMapping: { mappingMode: 'autoMapInputData', value: null },
				};
				const path = 'both-environments';
				const production = await api.createCredential(
					'Production',
					'triggerFlowApi',
					lab.credentialFor('production'),
				);
				const from = log.starts.length;
				const workflow = await bed.createLive(testWorkflow({ path, parameters, credential }));
				await bed.post(path, { items: [{ email: 'grace@example.com' }] });
				await api.finished(workflow.id, 1);

				const { nodes } = testWorkflow({ path, parameters, credential: production });
				await api.activate(await api.updateWorkflow({ ...workflow, nodes }));
				await bed.post(path, { items: [{ email: 'grace@example.com' }] });
				await api.finished(workflow.id, 2);
				assert.deepEqual(
					log.starts.slice(from).map((start) => [start.environment, start.slug, start.context]),
					(['qa', 'production'] as const).map((environment) => [
						...[environment, slugs[environment]],
						{ session: { email: 'grace@example.com' } },
					]),
				);
			},
		);
	},
};

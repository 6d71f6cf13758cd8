import assert from 'node:assert/strict';

import { formSchema } from '../../demo/formSchema.mts';
import { formFields, startValue } from '../../nodes/TriggerFlow/rules/form/formFields.ts';
import { TOKENS } from '../../stand-in/server.mts';
import { startEventRequest } from '../../stand-in/startEvent.mts';
import type { Environment } from '../../stand-in/startLog.mts';
import type { SavedCredential } from '../../tools/n8n/api.mts';
import type { Feature } from './feature.mts';
import { testWorkflow } from './workflow.mts';

const NODE = 'n8n-nodes-trigger-flow.triggerFlow';
const ECHO = 'echo-4kq7zt';
const ORDERS = 'order-list-2b6x8j';
const EXAMPLE = { email: 'ada@example.com', seats: 5 };

/** One paste makes the credential, and the node offers the flows that it holds. */
export const listedFlow: Feature = {
	name: 'Flows from the credential',
	async test(bed, scenario) {
		const { api, lab, log } = bed;
		const request = (environment: Environment, slug: string) =>
			startEventRequest(lab.standIn.urls[environment], slug, EXAMPLE, TOKENS[environment]);
		const create = async (environment: Environment, data: object) =>
			await api.createCredential(`Pasted ${environment}`, 'triggerFlowApi', {
				environment,
				...data,
			});
		const one = await create('qa', { accessToken: request('qa', ECHO) });
		// The token in all three fields: `tokenNowhere` looks for it in all that n8n keeps.
		const several = await create('qa', {
			baseUrl: lab.standIn.urls.qa,
			accessToken: request('qa', ECHO),
			startEvents: `Orders:\n${request('qa', ORDERS)}`,
		});
		const started = (from: number) =>
			log.starts.slice(from).map(({ environment, slug, context }) => [environment, slug, context]);

		await scenario.step('The flows of a credential are listed, and found by a word', async () => {
			const echo = { name: `Echo (${ECHO})`, value: ECHO };
			const orders = { name: `Order list (${ORDERS})`, value: ORDERS };
			assert.deepEqual(await listed(one), [echo]);
			assert.deepEqual(await listed(several), [echo, orders]);
			assert.deepEqual(await listed(several, 'ORDER'), [orders]);
		});

		await scenario.step('A credential without a flow says what to paste', async () => {
			const [only, ...others] = await listed(bed.credential);
			assert.match(only?.name ?? '', /holds no flow yet.*Access Token/);
			assert.equal(only?.value, '');
			assert.deepEqual(others, []);
		});

		await scenario.step('The only flow gives its form, and a chosen one its own', async () => {
			for (const [credential, value] of [
				[one, ''],
				[several, ECHO],
			] as const) {
				const parameters = { flow: 'list', listedFlow: { __rl: true, mode: 'list', value } };
				const fields = await api.formFields(NODE, parameters, credential);
				assert.deepEqual(
					fields.map(({ id, type }) => [id, type]),
					formFields(EXAMPLE).map(({ id, type }) => [id, type]),
				);
			}
		});

		const fields = formFields(EXAMPLE);
		const values = Object.fromEntries(fields.map((field) => [field.id, startValue(field)]));
		const parameters = {
			flow: 'list',
			contextMode: 'startEvent',
			contextMapping: {
				mappingMode: 'defineBelow',
				value: { ...values, '/email': '={{ $json.mail }}' },
				schema: formSchema(fields),
			},
		};
		const sent = [{ mail: 'grace@example.com' }];
		const context = { ...EXAMPLE, email: 'grace@example.com' };
		const run = async (path: string, credential: SavedCredential, more: object = {}) => {
			const from = log.starts.length;
			const saved = await bed.createLive(
				testWorkflow({ path, credential, parameters: { ...parameters, ...more } }),
			);
			await bed.post(path, { items: sent });
			const { id, status } = await api.finished(saved.id, 1);
			return { status, started: started(from), saved, text: await api.savedData(id) };
		};

		await scenario.step('The only flow is started once, with what the form says', async () => {
			const { status, started } = await run('listed-one', one);
			assert.equal(status, 'success');
			assert.deepEqual(started, [['qa', ECHO, context]]);
		});

		await scenario.step('Selecting the production credential is all going live takes', async () => {
			const { saved } = await run('listed-live', one);
			const production = await create('production', { accessToken: request('production', ECHO) });
			const { nodes } = testWorkflow({
				path: 'listed-live',
				credential: production,
				parameters,
			});
			const from = log.starts.length;
			await api.activate(await api.updateWorkflow({ ...saved, nodes }));
			await bed.post('listed-live', { items: sent });
			await api.finished(saved.id, 2);
			assert.deepEqual(started(from), [['production', ECHO, context]]);
		});

		await scenario.step('A flow that the credential does not hold is refused by name', async () => {
			const { status, started, text } = await run('listed-other', one, {
				listedFlow: { __rl: true, mode: 'list', value: ORDERS },
			});
			assert.equal(status, 'error');
			assert.deepEqual(started, []);
			assert.match(text, /does not hold the flow/);
			assert.match(text, new RegExp(ECHO));
		});

		await scenario.step('A credential whose fields are expressions works as before', async () => {
			// A brace would end the expression.
			const text = JSON.stringify(request('qa', ECHO)).replaceAll('}', '\\u007d');
			const expressions = await create('qa', {
				baseUrl: `={{ "${lab.standIn.urls.qa}" }}`,
				accessToken: `={{ ${text} }}`,
			});
			const { status, started } = await run('listed-expression', expressions);
			assert.equal(status, 'success');
			assert.deepEqual(started, [['qa', ECHO, context]]);
		});

		await scenario.step('What was pasted for a token is shown to nobody who edits it', async () => {
			const path = `/rest/credentials/${several.id}?includeData=true`;
			const { data } = (await api.call('GET', path)) as { data: Record<string, string> };
			assert.match(data.accessToken ?? '', /^__n8n_BLANK_VALUE_/);
			// What docs/security.md says of this field.
			assert.match(data.startEvents ?? '', new RegExp(ORDERS));
		});

		async function listed(credential: SavedCredential, filter?: string) {
			return await api.listedFlows(NODE, credential, filter);
		}
	},
};

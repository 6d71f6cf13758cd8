import assert from 'node:assert/strict';

import { signUpWorkflow, SUBMISSION, WEBHOOK_PATH } from '../../demo/workflow.mts';
import { mapperFields } from '../../nodes/TriggerFlow/form/formFields.ts';
import { SIGN_UP_SLUG } from '../../stand-in/flows.mts';
import { TOKENS } from '../../stand-in/server.mts';
import session from '../../stand-in/session.json';
import { startEventRequest } from '../../stand-in/startEvent.mts';
import type { Environment } from '../../stand-in/startLog.mts';
import { automaticForm, filledForm, fromList } from '../parameters.mts';
import type { Feature } from './feature.mts';
import { ECHO, NODE } from './testBed.mts';
import { testWorkflow } from './workflow.mts';

const EXAMPLE = {
	person: { name: 'Ada Lovelace', email: 'ada@example.com', company: 'Analytical Engines' },
	plan: 'pro',
	seats: 5,
	total: 19.5,
	code: '0042',
	newsletter: true,
	terms: true,
	trial: false,
	vip: false,
	beta: false,
	note: null,
	tags: ['new', 'vip'],
	rows: [{ a: 1 }],
	address: {},
	day: '2026-01-31',
};

const ITEM = {
	first: 'Grace',
	last: 'Hopper',
	contact: { email: 'grace@example.com' },
	seats: '20',
	code: 7,
	accepted: true,
	no: 'No',
	zero: 0,
	blank: '  ',
	nothing: null,
	list: [{ a: 2 }],
};

/** As n8n saves what a person drags, types and chooses. */
const MAPPED = {
	'/person/name': "={{ $json.first + ' ' + $json.last }}",
	'/person/email': "={{ $('Items').item.json.contact.email }}",
	'/person/company': '={{ $json.missing.deep }}',
	'/plan': '={{ $json.blank }}',
	'/seats': '={{ $json.seats }}',
	'/total': '',
	'/code': '={{ $json.code }}',
	'/newsletter': true,
	'/terms': '={{ $json.accepted }}',
	'/trial': '={{ $json.no }}',
	'/vip': '={{ $json.zero }}',
	'/beta': null,
	'/note': '={{ $json.nothing }}',
	'/tags': 'red, blue',
	'/rows': '={{ $json.list }}',
	'/address': '{ "city": "Oslo" }',
};

const CONTEXT = {
	person: { name: 'Grace Hopper', email: 'grace@example.com' },
	seats: 20,
	code: '7',
	newsletter: true,
	terms: true,
	trial: false,
	vip: false,
	tags: ['red', 'blue'],
	rows: [{ a: 2 }],
	address: { city: 'Oslo' },
};

/** The form of a flow's example: what the editor is given, and what a run makes of it as n8n has saved it. */
export const form: Feature = {
	name: 'Form of the chosen flow',
	async test(bed, scenario) {
		const { api, lab, log, pasted } = bed;
		const credentialOf = async (environment: Environment, ...slugs: string[]) => {
			const [request = '', ...more] = slugs.map((slug) =>
				startEventRequest(lab.standIn.urls[environment], slug, EXAMPLE, TOKENS[environment]),
			);
			const fields = { environment, connectWith: 'request', request, moreFlows: more.join('\n') };
			return await bed.createCredential(`Form, ${environment}`, fields);
		};
		const qa = await credentialOf('qa', ECHO, 'other-flow-1a2b3c');
		const parameters = { flow: fromList(ECHO), contextMode: 'form' };
		const filled = { ...parameters, contextMapping: filledForm(EXAMPLE, ECHO, MAPPED) };

		await scenario.step('The editor gets a field for each value of the example', async () => {
			const fields = await api.formFields(NODE, parameters, qa);
			assert.deepEqual(fields, mapperFields(EXAMPLE, ECHO));
			const byId = (wanted: string) => fields.find(({ id }) => id === wanted);
			assert.deepEqual(byId('/newsletter'), {
				id: '/newsletter',
				displayName: 'newsletter (e.g. true)',
				type: 'options',
				options: [
					{ name: 'true', value: true },
					{ name: 'false', value: false },
				],
				contextType: 'boolean',
				contextFlow: ECHO,
				required: false,
				defaultMatch: false,
				display: true,
			});
			assert.equal(byId('/person/email')?.displayName, 'person.email (e.g. ada@example.com)');
		});

		await scenario.step(
			'What was mapped is sent, what is empty is not, and a hint says so',
			async () => {
				const run = await bed.run({ path: 'form', credential: qa, parameters: filled }, [ITEM]);
				assert.equal(run.status, 'success');
				assert.deepEqual(
					run.starts().map(({ slug, context }) => [slug, context]),
					[[ECHO, CONTEXT]],
				);
				const empty = ['person.company', 'plan', 'note'].map(
					(name) => `${name} was empty in 1 of 1 item`,
				);
				assert.deepEqual(
					(await bed.saved(run.id))[0]?.hints?.map(({ message }) => message),
					[`Not sent: ${empty.join(', ')}`],
				);
			},
		);

		await scenario.step('Map Automatically takes what the webhook got', async () => {
			const contextMapping = automaticForm(EXAMPLE, ECHO);
			const run = await bed.run(
				{ path: 'form-automatic', credential: qa, parameters: { ...parameters, contextMapping } },
				[{ body: { EMAIL: 'grace@example.com', Seats: '3', utm: 'spring' } }],
			);
			assert.deepEqual(
				run.starts().map(({ context }) => context),
				[{ person: { email: 'grace@example.com' }, seats: 3 }],
			);
		});

		await scenario.step('The form of another flow is refused', async () => {
			const flow = fromList('other-flow-1a2b3c');
			const run = await bed.run(
				{ path: 'form-other', credential: qa, parameters: { ...filled, flow } },
				[ITEM],
			);
			assert.deepEqual(run.starts(), []);
			const { message, description } = (await bed.saved(run.id))[0]?.error ?? {};
			assert.match(
				message ?? '',
				/shows the fields of the flow "echo-4kq7zt", but the chosen flow/,
			);
			assert.match(description ?? '', /Refresh Field List/);
		});

		await scenario.step('Going live is selecting the production credential', async () => {
			const path = 'form-live';
			const from = log.starts.length;
			const workflow = await bed.create({ path, credential: qa, parameters: filled });
			await bed.post(path, { items: [ITEM] });
			await api.finished(workflow.id, 1);

			const production = await credentialOf('production', ECHO);
			const { nodes } = testWorkflow({ path, credential: production, parameters: filled });
			await api.activate(await api.updateWorkflow({ ...workflow, nodes }));
			await bed.post(path, { items: [ITEM] });
			await api.finished(workflow.id, 2);
			assert.deepEqual(
				log.starts.slice(from).map(({ environment, context }) => [environment, context]),
				[
					['qa', CONTEXT],
					['production', CONTEXT],
				],
			);
		});

		await scenario.step('A sign-up by webhook starts the flow, and gets its answer', async () => {
			const from = log.starts.length;
			await bed.createLive(signUpWorkflow(pasted, session));
			const answer = await bed.post(WEBHOOK_PATH, SUBMISSION);
			assert.equal((JSON.parse(answer) as { greeting: string }).greeting, 'Welcome, Ada!');
			assert.deepEqual(
				log.starts.slice(from).map(({ slug, context }) => ({ slug, context })),
				[{ slug: SIGN_UP_SLUG, context: session }],
			);
		});
	},
};

/** The methods that the editor calls: the credential's flows, and the form of the chosen one. */
import type { INode, INodeParameters } from 'n8n-workflow';

import { StartFlow } from '../../nodes/StartFlow/StartFlow.node.ts';
import { loadForm } from '../../nodes/StartFlow/form/loadForm.n8n';
import { searchFlows } from '../../nodes/StartFlow/credential/searchFlows.n8n';
import { startEventRequest } from '../../tools/stand-in/startEvent.mts';
import { automaticForm, bySlug, fromList } from '../../tools/n8n/parameters.mts';
import { createEditorContext, TOKEN, TOOL, type RunOptions } from './harness.mts';
import { createWorkflow, NODE } from './parts/workflow.mts';

const URL = 'https://flows.example.com/start';
const EXAMPLE = {
	session: { email: `${TOKEN}@example.com`, terms: true },
	session_email: TOKEN,
	tags: ['new'],
};
const SLUG = 'newsletter-sign-up-8f3k2m';

/** A credential with two flows, of which the second has an example without fields. */
const CREDENTIAL = {
	connectWith: 'request',
	request: startEventRequest(URL, SLUG, EXAMPLE, TOKEN),
	moreFlows: startEventRequest(URL, 'order-2', {}),
};

const NO_CREDENTIAL: RunOptions = { settings: { credentials: {} } };
const UNREADABLE: RunOptions = { credential: { ...CREDENTIAL, request: 'Start this flow' } };
const WITHOUT_FLOWS: RunOptions = { url: URL };

test.each([
	['start', 'start: order-2'],
	['startAndWait', 'wait: order-2'],
	['preview', 'preview: order-2'],
])('the canvas shows below the node the operation %s and the flow', (operation, expected) => {
	const workflow = createWorkflow({ parameters: { operation, flow: fromList('order-2') } });
	const node = workflow.getNode(NODE) as INode;
	const { subtitle } = new StartFlow().description;
	expect(workflow.expression.getSimpleParameterValue(node, subtitle, 'manual', {})).toBe(expected);
});

test('the list of flows has the flows of the credential', async () => {
	const n8n = await createEditorContext({ credential: CREDENTIAL });
	const { results } = await searchFlows.call(n8n);
	expect(results.map(({ value }) => value)).toEqual([SLUG, 'order-2']);
});

describe('the form', () => {
	const formOf = async (options: RunOptions, flow = fromList(SLUG)) =>
		await loadForm.call(await createEditorContext({ ...options, parameters: { flow } }));

	test.each([fromList, bySlug])('has the fields of the flow, without the token', async (chosen) => {
		const { fields, emptyFieldsNotice } = await formOf({ credential: CREDENTIAL }, chosen(SLUG));
		expect(emptyFieldsNotice).toBeUndefined();
		expect(fields).toMatchObject([
			{
				id: '/session/email',
				displayName: 'session.email',
				type: 'string',
				contextType: 'string',
				contextFlow: SLUG,
			},
			{ id: '/session/terms', displayName: 'session.terms (e.g. true)', type: 'options' },
			{ id: '/session_email', displayName: 'session_email (e.g. ***)' },
			{ id: '/tags', displayName: 'tags (e.g. ["new"])', contextType: 'strings' },
		]);
	});

	test('of the tool has text fields without examples', async () => {
		const { fields } = await formOf({ credential: CREDENTIAL, settings: { type: TOOL } });
		expect(fields[1]).toMatchObject({ displayName: 'session.terms', type: 'string' });
	});

	test('of Map Automatically stays as n8n saved it, so that n8n does not take the node for changed', async () => {
		const contextMapping = automaticForm({ name: 'Ada' }, SLUG);
		const form = async (flow: INodeParameters) => {
			const options = { credential: CREDENTIAL, parameters: { flow, contextMapping } };
			return await loadForm.call(await createEditorContext(options));
		};
		expect(await form(fromList(SLUG))).toEqual({ fields: contextMapping.schema });
		expect((await form(fromList('order-2'))).fields).toEqual([]);
	});

	test.each<[string, RunOptions, string, RegExp]>([
		['no credential', NO_CREDENTIAL, SLUG, /^Select a credential first\./],
		['an unreadable request', UNREADABLE, SLUG, /^Start Event Request /],
		['no flow', WITHOUT_FLOWS, SLUG, /no example for this flow.* Paste .* or set/],
		['another flow', { credential: CREDENTIAL }, 'order-3', /no example for this flow/],
		['an example without fields', { credential: CREDENTIAL }, 'order-2', /no fields\. .*Custom/],
	])('says what to do with %s', async (_what, options, slug, notice) => {
		const form = await formOf(options, fromList(slug));
		expect(form).toEqual({ fields: [], emptyFieldsNotice: expect.stringMatching(notice) });
	});
});

/** The methods that the editor calls: the credential's flows, and the form of the chosen one. */
import type { INode, INodeParameters } from 'n8n-workflow';

import { StartFlow } from '../../nodes/StartFlow/StartFlow.node.ts';
import { loadForm } from '../../nodes/StartFlow/form/loadForm.n8n';
import { searchFlows } from '../../nodes/StartFlow/credential/flow.n8n';
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
const SLUG = 'newsletter-Sign-Up-8f3k2m';

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
	['startAndWait', 'startAndWait: order-2'],
	['preview', 'preview: order-2'],
])('the canvas shows below the node the operation %s and the flow', (operation, expected) => {
	const workflow = createWorkflow({ parameters: { operation, flow: fromList('order-2') } });
	const node = workflow.getNode(NODE) as INode;
	const { subtitle } = new StartFlow().description;
	expect(workflow.expression.getSimpleParameterValue(node, subtitle, 'manual', {})).toBe(expected);
});

describe('the list of flows', () => {
	const listFlows = async (options: RunOptions, filter?: string) => {
		const n8n = await createEditorContext(options);
		return (await searchFlows.call(n8n, filter)).results;
	};

	test.each([
		[undefined, [SLUG, 'order-2']],
		[' SIGN-up ', [SLUG]],
	])('has the flows of the credential that match the search %j', async (filter, slugs) => {
		const expected = slugs.map((slug) => ({ name: slug, value: slug }));
		expect(await listFlows({ credential: CREDENTIAL }, filter)).toEqual(expected);
	});

	test.each<[string, RunOptions, RegExp]>([
		['no credential', NO_CREDENTIAL, /Select a credential first/],
		['no environment', { url: URL, credential: { environment: '' } }, /No environment is chosen/],
		['an unreadable request', UNREADABLE, /not a curl command/],
		['no flow', WITHOUT_FLOWS, /The credential contains no flow\. To list a flow/],
	])('has one entry that says what to do with %s', async (_what, options, name) => {
		const results = await listFlows(options);
		expect(results).toEqual([{ name: expect.stringMatching(name), value: '' }]);
		// n8n cuts a long entry.
		expect(results[0]?.name).toMatch(/^Refresh List \(⋮\) after a change: \w/);
	});
});

describe('the form', () => {
	const formOf = async (options: RunOptions, flow = fromList(SLUG)) =>
		await loadForm.call(await createEditorContext({ ...options, parameters: { flow } }));

	test.each([fromList, bySlug])('has the fields of the flow, without the token', async (chosen) => {
		const { fields, emptyFieldsNotice } = await formOf({ credential: CREDENTIAL }, chosen(SLUG));
		expect(emptyFieldsNotice).toBeUndefined();
		expect(fields).toMatchObject([
			{ displayName: 'session.email', contextFlow: SLUG },
			{ displayName: 'session.terms (e.g. true)', type: 'options' },
			{ displayName: 'session_email (e.g. ***)' },
			{ displayName: 'tags (e.g. ["new"])' },
		]);
	});

	test('of the tool has text fields without examples', async () => {
		const { fields } = await formOf({ credential: CREDENTIAL, settings: { type: TOOL } });
		const text = { displayName: 'session.terms', type: 'string', options: undefined };
		expect(fields[1]).toMatchObject(text);
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
		[
			'no flow',
			WITHOUT_FLOWS,
			SLUG,
			/no fields: .* add its example .* or use Custom Fields\..* Paste /,
		],
		['another flow', { credential: CREDENTIAL }, 'order-3', /no fields: .* add its example/],
		['an example without fields', { credential: CREDENTIAL }, 'order-2', /no fields\. .*Custom/],
	])('says what to do with %s', async (_what, options, slug, notice) => {
		const form = await formOf(options, fromList(slug));
		expect(form).toEqual({ fields: [], emptyFieldsNotice: expect.stringMatching(notice) });
	});

	test('tells a bug of the node from a wrong credential, and logs it', async () => {
		const n8n = await createEditorContext({ credential: CREDENTIAL });
		const log = jest.spyOn(n8n.logger, 'error').mockImplementation(() => {});
		n8n.getNodeParameter = () => {
			throw new TypeError('slug is not a function');
		};
		const { emptyFieldsNotice } = await loadForm.call(n8n);
		expect(emptyFieldsNotice).toMatch(/^The node itself failed\. The cause is in n8n's log\./);
		expect(log).toHaveBeenCalledWith(expect.stringContaining('slug is not a function'));
	});
});

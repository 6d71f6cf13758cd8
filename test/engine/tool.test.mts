/** The node as the tool of an AI agent that calls its tools outside of n8n's engine. */
import { SupplyDataContext } from 'n8n-core';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startEventRequest } from '../../tools/stand-in/startEvent.mts';
import { bySlug, filledForm } from '../../tools/n8n/parameters.mts';
import { BUTTONS } from '../n8n/toolCalls.mts';
import { reply, serviceForEach } from './faultyService.mts';
import { agentTool, RETRY_ON_FAIL, runNode, TOOL, type RunOptions } from './harness.mts';

const service = serviceForEach((response, body, nth) =>
	reply(body.includes('payment') ? 500 : 200, '{"done":true}')(response, body, nth),
);

const tool = async (options: Omit<RunOptions, 'items'> = {}, agentItem: IDataObject = {}) => {
	const moreFlows = ['order-1', 'order-2']
		.map((slug) => startEventRequest(service.url, slug, {}))
		.join('\n');
	return await agentTool({ url: service.url, credential: { moreFlows }, ...options }, agentItem);
};

afterEach(() => jest.restoreAllMocks());

const started = () => service.contexts().map(({ what }) => what);

const DONE = '[{"done":true}]';

test('a model gets name, type and size of a file as JSON, because it cannot read the file', async () => {
	const headers = {
		'content-type': 'application/pdf',
		'content-disposition': 'attachment; filename="invoice.pdf"',
	};
	service.answers(reply(200, '%PDF-1', headers));
	const call = (await tool())();
	expect(JSON.parse(await call({ what: 'mail' }))).toEqual([
		{ fileName: 'invoice.pdf', mimeType: 'application/pdf', bytes: 6 },
	]);
});

test.each(['', '{}'])(
	'a model learns from an empty answer (%j) that the flow was started',
	async (body) => {
		service.answers(reply(202, body));
		expect(await (await tool())()({ what: 'mail' })).toBe('[{"started":true}]');
	},
);

// If the node threw an error, the model of AI Agent 2 would get empty text.
test.each([{}, RETRY_ON_FAIL])('the model learns of an uncertain start: %j', async (settings) => {
	const call = (await tool({ settings }))();
	const shown = await call({ what: 'payment' });
	expect(shown).toMatch(/may have started\..*[Cc]heck in the integration platform/);
	expect(started()).toEqual(['payment']);
});

test.each<[INodeParameters, RegExp]>([
	[{ flow: bySlug('={{ " " }}') }, /^\[\{"error":"No flow is chosen, because the slug is empty/],
	[{ operation: 'startAndWait' }, /Start and Wait for Callback does not work as a tool/],
])('the model also learns why nothing was sent: %j', async (parameters, message) => {
	const shown = await (await tool({ parameters }))()({ what: 'mail' });
	expect(shown).toMatch(message);
	expect(shown).toMatch(
		/The flow was not started\. Call the tool again only if other values can help/,
	);
	expect(shown).not.toMatch(BUTTONS);
	expect(started()).toEqual([]);
});

test("a model whose call goes through n8n's engine learns the same from an error", async () => {
	service.answers(reply(422, '{"message":"<b> is missing"}'));
	const items = [{ toolCallId: 'call-1', what: 'mail' }];
	const { error } = await runNode({ url: service.url, settings: { type: TOOL }, items });
	expect(error?.message).toMatch(/“‹b› is missing”.*Otherwise, tell the person\.$/);
	expect(error?.message).not.toMatch(BUTTONS);
	expect(error?.description).toBeUndefined();
	// Without the id of the call.
	expect(service.contexts()).toEqual([{ what: 'mail' }]);
});

test('an agent behind an MCP Server Trigger, which has no execution, can call the tool twice', async () => {
	jest.spyOn(SupplyDataContext.prototype, 'getExecutionId').mockReturnValue(undefined as never);
	const call = (await tool())();
	for (const what of ['mail', 'order']) expect(await call({ what })).toBe(DONE);
});

test('in a Retry, calls at the same time are one Retry, and all of them start', async () => {
	const call = (await agentTool({ url: service.url, mode: 'retry' }, {}, 'E1'))();
	await Promise.all([call({ what: 'mail' }), call({ what: 'order' })]);
	expect(started()).toHaveLength(2);
});

test('a form takes values from the model and fixed values', async () => {
	const example = { session: { name: 'Ada', newsletter: true }, plan: 'pro' };
	const value = {
		'/session/name': "={{ $fromAI('session_name') }}",
		'/session/newsletter': "={{ $fromAI('session_newsletter') }}",
		'/plan': 'basic',
	};
	const contextMapping = filledForm(example, 'order-1', value, true);
	const call = (await tool({ parameters: { contextMode: 'form', contextMapping } }))();
	expect(await call({ session_name: 'Grace', session_newsletter: 'yes' })).toBe(DONE);
	const session = { name: 'Grace', newsletter: true };
	expect(service.contexts()).toEqual([{ session, plan: 'basic' }]);
});

test('two custom fields by the AI button cannot ask the model for the same value', async () => {
	const value = "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Value', ``, 'string') }}";
	const callWith = async (...names: string[]) => {
		const assignments = names.map((name) => ({ id: name, name, type: 'string', value }));
		const parameters = { contextMode: 'fields', contextFields: { assignments } };
		return await (await tool({ parameters }))()({ Value: 'Ada' });
	};
	expect(await callWith('name', 'note')).toContain('ask the model for the same value');
	expect(await callWith('name')).toBe(DONE);
	expect(service.contexts()).toEqual([{ name: 'Ada' }]);
});

// n8n's AI button on Flow makes it By Slug.
test('the model can choose only a flow that the credential contains', async () => {
	const newCall = await tool({ parameters: { flow: bySlug("={{ $fromAI('flow') }}") } });
	expect(await newCall()({ flow: 'order-2', what: 'mail' })).toBe(DONE);
	const refused = await newCall()({ flow: 'order-3', what: 'mail' });
	expect(refused).toMatch(
		/does not contain the flow \\"order-3\\" \(it contains order-1, order-2\)/,
	);
	expect(refused).not.toMatch(BUTTONS);
	expect(service.received).toEqual([
		'{"slug":"order-2","context":{"flow":"order-2","what":"mail"}}',
	]);
});

test('an answer that looks like a failure is not the answer to the next call', async () => {
	service.answers(reply(200, '{"error":"no seats"}'));
	const forEachItem = await tool({ settings: RETRY_ON_FAIL });
	for (const call of [forEachItem(), forEachItem()]) await call({ what: 'mail' });
	expect(started()).toEqual(['mail', 'mail']);
});

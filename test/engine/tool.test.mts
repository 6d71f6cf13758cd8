/** The node as the tool of an AI agent that n8n's engine does not run by itself. */
import type { IDataObject, IExecuteFunctions, INode, INodeParameters } from 'n8n-workflow';

import { refuseMixedUpCall } from '../../nodes/TriggerFlow/tool/tool';
import { startEventRequest } from '../../stand-in/startEvent.mts';
import { bySlug, filledForm } from '../parameters.mts';
import { reply, serviceForEach } from './faultyService.mts';
import { agentTool } from './harness.mts';

const service = serviceForEach((response, body, nth) =>
	reply(body.includes('payment') ? 500 : 200, '{"done":true}')(response, body, nth),
);

const tool = async (
	settings: Partial<INode> = {},
	parameters: INodeParameters = {},
	ofAgent: IDataObject = {},
) => {
	const moreFlows = ['order-1', 'order-2']
		.map((slug) => startEventRequest(service.url, slug, {}))
		.join('\n');
	const credential = { moreFlows };
	return await agentTool({ url: service.url, credential, parameters, settings, ofAgent });
};

const started = () => service.contexts().map(({ what }) => what);

const RETRY: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

test('a call starts the flow once, and the model is shown the answer', async () => {
	const call = (await tool())();
	expect(await call({ what: 'mail' })).toBe('[{"done":true}]');
	expect(started()).toEqual(['mail']);
});

// Thrown, it would be an empty text to the model of AI Agent 2.
test.each([
	['', {}],
	[', under Retry On Fail too', RETRY],
])(
	'a start that may have happened is told to the model, and made once%s',
	async (_how, settings) => {
		const call = (await tool(settings))();
		const shown = await call({ what: 'payment' });
		expect(shown).toMatch(/may have started\..*Look in the integration platform/);
		expect(started()).toEqual(['payment']);
	},
);

test('what is refused before anything is sent is told as well', async () => {
	const call = (await tool({}, { flow: bySlug('={{ " " }}') }))();
	expect(await call({ what: 'mail' })).toMatch(/^\[\{"error":"No flow is chosen.*Nothing was sent/);
	expect(started()).toEqual([]);
});

const EXAMPLE = { session: { name: 'Ada', newsletter: true }, plan: 'pro' };

test('a form takes what the model gives, and what is fixed', async () => {
	const value = {
		'/session/name': "={{ $fromAI('session_name') }}",
		'/session/newsletter': "={{ $fromAI('session_newsletter') }}",
		'/plan': 'basic',
	};
	const parameters = {
		contextMode: 'form',
		contextMapping: filledForm(EXAMPLE, 'order-1', value, true),
	};
	const call = (await tool({}, parameters))();
	expect(await call({ session_name: 'Grace', session_newsletter: 'yes' })).toBe('[{"done":true}]');
	expect(service.contexts()).toEqual([
		{ session: { name: 'Grace', newsletter: true }, plan: 'basic' },
	]);
});

test('an expression takes the item of the agent beside what the model gives', async () => {
	const assignments = [
		['text', '=Now {{ $json.what }}, {{ $json.missing.deep }}{{ $json.to.name }}!'],
		['note', "={{ $fromAI('note') }}"],
		['shout', '={{ $json.what.toUpperCase() }}'],
	].map(([name, value]) => ({ name, value, type: 'string' }));
	const parameters = { contextMode: 'fields', contextFields: { assignments } } as INodeParameters;
	await (await tool({}, parameters, { what: 'mail', to: { name: 'Ada' } }))()({ note: 'urgent' });
	expect(service.contexts()).toEqual([{ text: 'Now mail, Ada!', note: 'urgent', shout: 'MAIL' }]);
});

// n8n's AI button on Flow makes it By Slug.
test('a flow that is left to the model is one that the credential holds', async () => {
	const newCall = await tool({}, { flow: bySlug("={{ $fromAI('flow') }}") });
	expect(await newCall()({ flow: 'order-2', what: 'mail' })).toBe('[{"done":true}]');
	expect(await newCall()({ flow: 'order-3', what: 'mail' })).toMatch(
		/does not contain the flow \\"order-3\\".*It contains order-1, order-2/,
	);
	expect(service.taken).toEqual(['{"slug":"order-2","context":{"flow":"order-2","what":"mail"}}']);
});

test('another call is another start, also one that looks like a further try', async () => {
	// For each item of the agent, n8n counts the runs of the tool anew.
	const forEachItem = await tool(RETRY);
	const [first, second] = [forEachItem(), forEachItem()];
	await first({ what: 'payment 1' });
	expect(await second({ what: 'mail' })).toBe('[{"done":true}]');
	await first({ what: 'payment 2' });
	expect(started()).toEqual(['payment 1', 'mail', 'payment 2']);
});

describe('with $fromAI, when the agent works on two items at once', () => {
	const FROM_AI = {
		contextMode: 'json',
		contextJson: "={{ { what: $fromAI('what', 'The act', 'string'), note: $fromAI(\"note\") } }}",
	};

	test("a call that n8n gives another one's arguments is refused", async () => {
		const forEachItem = await tool({}, FROM_AI);
		const [first, second, third] = [forEachItem(), forEachItem(), forEachItem()];
		expect(await first({ what: 'mail 1', note: 'a' })).toBe('[{"done":true}]');
		const mixedUp = /mixed up this call.*Batch Size.*Nothing was sent/s;
		expect(await second({ what: 'mail 2', note: 'a' })).toMatch(mixedUp);
		expect(await third({ what: 'mail 1' })).toMatch(mixedUp);
		expect(started()).toEqual(['mail 1']);
	});

	test('also where the argument stands on a line of its own', async () => {
		const contextJson = "={{ {\n  what: $fromAI(\n    'what'\n  )\n} }}";
		const forEachItem = await tool({}, { ...FROM_AI, contextJson });
		const [first, second] = [forEachItem(), forEachItem()];
		await first({ what: 'mail 1' });
		expect(await second({ what: 'mail 2' })).toMatch(/mixed up this call/);
		expect(started()).toEqual(['mail 1']);
	});

	test('an argument called query, which n8n also looks into, is one like any other', async () => {
		const contextJson = "={{ { what: $fromAI('query'), long: $fromAI('length') } }}";
		const call = (await tool({}, { ...FROM_AI, contextJson }))();
		expect(await call({ query: 'mail', length: 9 })).toBe('[{"done":true}]');
		expect(started()).toEqual(['mail']);
	});

	test('calls one after the other are each their own', async () => {
		const forEachItem = await tool({}, FROM_AI);
		for (const what of ['mail 1', 'mail 2']) await forEachItem()({ what, note: 'a' });
		const call = forEachItem();
		for (const what of ['mail 3', 'mail 4']) await call({ what });
		expect(started()).toEqual(['mail 1', 'mail 2', 'mail 3', 'mail 4']);
	});
});

test('n8n is not asked for each of very many arguments, nor twice for one', () => {
	const names = Array.from({ length: 20_000 }, (_, n) => `a${n % 5_000}`);
	const slug = names.map((name) => `$fromAI('${name}')`).join(' ');
	const asked: string[] = [];
	const context = {
		getNode: () => ({ parameters: { slug } }),
		getInputData: () => [{ json: {} }],
		evaluateExpression: (expression: string) => void asked.push(expression),
	};
	refuseMixedUpCall(context as unknown as IExecuteFunctions);
	expect(asked).toHaveLength(100);
	expect(new Set(asked).size).toBe(100);
});

/** The node as the tool of an AI agent that n8n's engine does not run by itself. */
import nock from 'nock';
import type { IDataObject, IExecuteFunctions, INode, INodeParameters } from 'n8n-workflow';

import { refuseMixedUpCall } from '../../nodes/TriggerFlow/n8n/tool';
import { faultyHttp, type FaultyService } from './faultyService.mts';
import { agentTool } from './harness.mts';
import { bySlug } from '../parameters.mts';

let service: FaultyService;

beforeAll(() => nock.restore());

beforeEach(async () => {
	service = await faultyHttp((response, body) => {
		response.writeHead(body.includes('payment') ? 500 : 200).end('{"done":true}');
	});
});

afterEach(async () => await service.close());

const tool = async (
	settings: Partial<INode> = {},
	parameters: INodeParameters = {},
	ofAgent: IDataObject = {},
) =>
	await agentTool({
		parameters: { flow: bySlug('order-1'), contextMode: 'input', ...parameters },
		credential: { environment: 'qa', baseUrl: service.url, accessToken: 'secret-token-12345' },
		settings,
		ofAgent,
	});

const started = () =>
	service.taken.map((body) => (JSON.parse(body) as { context: { what: string } }).context.what);

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
	const call = (await tool({}, { slug: '={{ "" }}' }))();
	expect(await call({ what: 'mail' })).toMatch(/slug is empty.*Nothing was sent/);
	expect(started()).toEqual([]);
});

test('what was dragged in is evaluated together, beside what the model fills in', async () => {
	const assignments = [
		['what', '={{ $json.what }}'],
		['text', '=Now {{ $json.what }}, {{ $json.missing.deep }}{{ $json.to.name }}!'],
		['to', '={{ $json.to }}'],
		['nothing', '={{ $json.missing.deep }}'],
		['note', "={{ $fromAI('note') }}"],
		['shout', '={{ $json.what.toUpperCase() }}'],
	].map(([name, value]) => ({ name, value, type: name === 'to' ? 'object' : 'string' }));
	const parameters = { contextMode: 'fields', contextFields: { assignments } } as INodeParameters;
	const ofAgent = { what: 'mail', to: { name: 'Ada' } };
	const call = (await tool({}, parameters, ofAgent))();
	expect(await call({ note: 'urgent' })).toBe('[{"done":true}]');
	expect(service.taken.map((body) => (JSON.parse(body) as { context: object }).context)).toEqual([
		{ ...ofAgent, text: 'Now mail, Ada!', nothing: null, note: 'urgent', shout: 'MAIL' },
	]);
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
		const forEachItem = await tool(
			{},
			{
				...FROM_AI,
				contextJson: "={{ {\n  what: $fromAI(\n    'what'\n  )\n} }}",
			},
		);
		const [first, second] = [forEachItem(), forEachItem()];
		await first({ what: 'mail 1' });
		expect(await second({ what: 'mail 2' })).toMatch(/mixed up this call/);
		expect(started()).toEqual(['mail 1']);
	});

	test('an argument called query, which n8n also looks into, is one like any other', async () => {
		const call = (
			await tool(
				{},
				{
					...FROM_AI,
					contextJson: "={{ { what: $fromAI('query'), long: $fromAI('length') } }}",
				},
			)
		)();
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

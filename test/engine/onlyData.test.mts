/** What comes in as data stays data: it is never evaluated, and never becomes the prototype of anything. */
import nock from 'nock';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { execute } from './executions.mts';
import { faultyHttp, type FaultyService } from './faultyService.mts';
import { agentTool, runNode } from './harness.mts';
import { callBack } from './waitingExecution.mts';

/** As text: an object literal would make a prototype of the first key. */
const HOSTILE =
	'{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"a":"={{ 1 + 1 }}","b":["{{ $env }}","=1"]}';

const hostile = () => JSON.parse(HOSTILE) as IDataObject;

let service: FaultyService;
let answer = { status: 200, body: HOSTILE };

beforeAll(() => nock.restore());
beforeEach(async () => {
	answer = { status: 200, body: HOSTILE };
	service = await faultyHttp((response) =>
		response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body),
	);
});

afterEach(async () => {
	await service.close();
	expect(Object.keys(Object.prototype)).toEqual([]);
	expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

const credential = () => ({
	environment: 'qa',
	baseUrl: service.url,
	accessToken: 'secret-token-12345',
});

const run = async (parameters: INodeParameters, settings = {}) =>
	await runNode({
		items: [hostile()],
		parameters: { flow: 'slug', slug: 'order-1', contextMode: 'input', ...parameters },
		credential: credential(),
		settings,
	});

const contexts = () =>
	service.taken.map((body) =>
		JSON.stringify((JSON.parse(body) as { context: IDataObject }).context),
	);

const fields = (...rows: Array<[string, string]>): INodeParameters => ({
	contextMode: 'fields',
	contextFields: {
		assignments: rows.map(([name, value], id) => ({ id: String(id), name, value, type: 'object' })),
	},
});

test.each<[string, INodeParameters, string]>([
	['the input item', {}, HOSTILE],
	[
		'JSON of the item',
		{ contextMode: 'json', contextJson: '={{ JSON.stringify($json) }}' },
		HOSTILE,
	],
	['an object in a field', fields(['a', '={{ $json }}']), `{"a":${HOSTILE}}`],
	[
		'the names of fields',
		fields(['__proto__.polluted', '{}'], ['constructor.prototype.polluted', '{}']),
		'{"__proto__":{"polluted":{}},"constructor":{"prototype":{"polluted":{}}}}',
	],
])('a flow gets as it is what stands in %s', async (_what, parameters, context) => {
	const { error } = await run(parameters);
	expect(error).toBeUndefined();
	expect(contexts()).toEqual([context]);
});

test('a start key goes into a field called __proto__', async () => {
	await run({ contextMode: 'none', options: { startKeyField: '__proto__.polluted' } });
	expect(contexts()).toEqual([
		expect.stringMatching(/^\{"__proto__":\{"polluted":"[\da-f]{64}"\}\}$/),
	]);
});

test.each<[string, INodeParameters, string]>([
	['alone', {}, HOSTILE],
	['under a key called __proto__', { responseField: '__proto__' }, `{"__proto__":${HOSTILE}}`],
	[
		'beside the input',
		{ includeInput: true, responseField: 'said' },
		HOSTILE.replace(/\}$/, `,"said":${HOSTILE}}`),
	],
])('an answer comes out as it is: %s', async (_how, options, item) => {
	const { outputs } = await run({ options });
	expect(JSON.stringify(outputs[0]?.[0]?.json)).toBe(item);
});

test('a failure quotes what the service said as it is', async () => {
	answer.status = 422;
	const { outputs } = await run({}, { onError: 'continueRegularOutput' });
	const { details } = outputs[0]?.[0]?.json as { details: { body: unknown } };
	expect(JSON.stringify(details.body)).toBe(HOSTILE);
});

test('a callback, and the item that was kept for it, come out as they are', async () => {
	const parameters = {
		operation: 'startAndWait',
		flow: 'slug',
		slug: 'order-1',
		contextMode: 'input',
		options: { includeInput: true, fullResponse: true, responseField: 'said' },
	};
	const waiting = await execute(
		{ node: { parameters } },
		{ test: credential() },
		{ items: [hostile()], mode: 'trigger' },
	);
	const { context } = JSON.parse(service.taken[0] ?? '') as { context: { callbackUrl: string } };
	const { output } = await callBack(
		waiting,
		{ test: credential() },
		{ url: context.callbackUrl, body: HOSTILE },
	);
	const { said, ...item } = output?.[0]?.[0]?.json as {
		said: { body: unknown; answer: { body: unknown } };
	};
	expect([item, said.body, said.answer.body].map((one) => JSON.stringify(one))).toEqual([
		HOSTILE,
		HOSTILE,
		HOSTILE,
	]);
});

test('what a model gives for an argument goes to the flow as it is', async () => {
	const call = (
		await agentTool({
			parameters: {
				flow: 'slug',
				slug: 'order-1',
				contextMode: 'json',
				contextJson: "={{ { what: $fromAI('what') } }}",
			},
			credential: credential(),
		})
	)();
	await call({ what: '={{ 1 + 1 }}' });
	expect(contexts()).toEqual(['{"what":"={{ 1 + 1 }}"}']);
});

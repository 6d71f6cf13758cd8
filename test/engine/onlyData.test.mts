/** What comes in as data stays data: it is never evaluated, and never becomes the prototype of anything. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { JsonObject } from '../../nodes/TriggerFlow/shared/json.ts';
import { automaticForm, bySlug, filledForm } from '../parameters.mts';
import { execute } from './executions.mts';
import { reply, serviceForEach } from './faultyService.mts';
import { agentTool, credentialFor, runNode } from './harness.mts';
import { callBack } from './waitingExecution.mts';

/** As text: an object literal would make a prototype of the first key. */
const HOSTILE =
	'{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"a":"={{ 1 + 1 }}","b":["{{ $env }}","=1"]}';

const hostile = () => JSON.parse(HOSTILE) as IDataObject;

const service = serviceForEach(reply(200, HOSTILE, { 'content-type': 'application/json' }));

afterEach(() => {
	expect(Object.keys(Object.prototype)).toEqual([]);
	expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

const run = async (parameters: INodeParameters, settings = {}) =>
	await runNode({ url: service.url, items: [hostile()], parameters, settings });

const contexts = () => service.contexts().map((context) => JSON.stringify(context));

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
	[
		'the fields of a form',
		{
			contextMode: 'form',
			contextMapping: filledForm(hostile() as JsonObject, 'order-1', {
				'/__proto__/polluted': '2',
				'/a': '={{ $json.a }}',
			}),
		},
		'{"__proto__":{"polluted":2},"a":"={{ 1 + 1 }}"}',
	],
	[
		'the item, mapped automatically',
		{ contextMode: 'form', contextMapping: automaticForm(hostile() as JsonObject, 'order-1') },
		HOSTILE,
	],
])('a flow gets as it is what is in %s', async (_what, parameters, context) => {
	const { error } = await run(parameters);
	expect(error).toBeUndefined();
	expect(contexts()).toEqual([context]);
});

test('an idempotency key goes into a field called __proto__', async () => {
	await run({ contextMode: 'fields', options: { idempotencyKeyField: '__proto__.polluted' } });
	expect(contexts()).toEqual([
		expect.stringMatching(/^\{"__proto__":\{"polluted":"[\da-f]{64}"\}\}$/),
	]);
});

test.each([
	[{}, HOSTILE],
	[{ includeInput: true, fullResponse: true }, expect.stringContaining(`"body":${HOSTILE}`)],
])('an answer comes out as it is: %j', async (options, item) => {
	const { outputs } = await run({ options });
	expect(JSON.stringify(outputs[0]?.[0]?.json)).toEqual(item);
});

test('a failure quotes what the service said as it is', async () => {
	service.answers(reply(422, HOSTILE, { 'content-type': 'application/json' }));
	const { outputs } = await run({}, { onError: 'continueRegularOutput' });
	const { details } = outputs[0]?.[0]?.json as { details: { body: unknown } };
	expect(JSON.stringify(details.body)).toBe(HOSTILE);
});

test('a callback, and the item that was kept for it, come out as they are', async () => {
	const parameters = {
		operation: 'startAndWait',
		flow: bySlug('order-1'),
		contextMode: 'input',
		options: { includeInput: true, fullResponse: true },
	};
	const credentials = { test: credentialFor(service.url) };
	const sent = { items: [hostile()], mode: 'trigger' as const };
	const waiting = await execute({ node: { parameters } }, credentials, sent);
	const [{ callbackUrl } = {}] = service.contexts();
	const call = { url: String(callbackUrl), body: HOSTILE };
	const { output } = await callBack(waiting, credentials, call);
	const { headers: _, body, answer, ...item } = output?.[0]?.[0]?.json as Record<string, unknown>;
	const { body: started } = answer as { body: unknown };
	expect([item, body, started].map((one) => JSON.stringify(one))).toEqual(Array(3).fill(HOSTILE));
});

test('what a model gives for an argument goes to the flow as it is', async () => {
	const contextJson = "={{ { what: $fromAI('what') } }}";
	const parameters = { contextMode: 'json', contextJson };
	const newCall = await agentTool({ url: service.url, parameters });
	await newCall()({ what: '={{ 1 + 1 }}' });
	expect(contexts()).toEqual(['{"what":"={{ 1 + 1 }}"}']);
});

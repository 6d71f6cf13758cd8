/** The request as it goes over the wire. The flow gets exactly the context that a person has written. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { JsonObject } from '../../nodes/StartFlow/shared/json.ts';
import { automaticForm, filledForm } from '../../tools/n8n/parameters.mts';
import { reply, serviceForEach } from './faultyService.mts';
import { agentTool, CONTINUE_ON_ERROR, runNode, TOKEN, type RunOptions } from './harness.mts';

const service = serviceForEach();

const run = async (parameters: INodeParameters, options: RunOptions = {}) =>
	await runNode({ url: service.url, parameters, ...options });

const json = (contextJson: string): INodeParameters => ({ contextMode: 'json', contextJson });

test('the request has the documented headers and body, and no others of the node', async () => {
	await run(json('{"name":"Zoë"}'));
	const body = '{"slug":"order-1","context":{"name":"Zoë"}}';
	const { method, url, rawHeaders: headers } = service.last;
	expect([method, url]).toEqual(['PUT', '/start']);
	expect(service.received).toEqual([body]);
	const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]]] : []));
	expect(Object.fromEntries(pairs)).toEqual({
		// The documented headers.
		Authorization: `Bearer ${TOKEN}`,
		'Content-Type': 'application/json',
		// What every HTTP/1.1 request of n8n's has.
		'Content-Length': String(Buffer.byteLength(body)),
		Host: new URL(service.url).host,
		Accept: expect.any(String),
		'Accept-Encoding': expect.any(String),
		'User-Agent': expect.any(String),
		Connection: expect.any(String),
	});
	expect(pairs).toHaveLength(8);
});

test.each(['//v1/start/?tenant=7', '/a%BCb/%zz?%BC=%2f'])(
	'the URL is used exactly as entered: %s',
	async (path) => {
		await runNode({ url: new URL(service.url).origin + path });
		expect(service.last.url).toBe(path);
	},
);

const ITEM = { name: 'Ada', seats: '3', address: { city: 'London' }, tags: ['new', 'vip'] };

const MANY_BRACES = '{'.repeat(500_000);

/** Custom Fields: name, type, value. */
const fields = (...rows: Array<[string, string, unknown]>) =>
	({
		contextMode: 'fields',
		contextFields: {
			assignments: rows.map(([name, type, value]) => ({ id: name, name, type, value })),
		},
	}) as INodeParameters;

test.each<[string, INodeParameters, unknown]>([
	['a name by expression', fields(['={{ "a" + 1 }}', 'string', 'x']), { a1: 'x' }],
	['braces of another system', fields(['a', 'string', '{{ b }} is $5']), { a: '{{ b }} is $5' }],
	['nothing but braces', fields(['a', 'string', MANY_BRACES]), { a: MANY_BRACES }],
	[
		'text with expressions in it',
		json('={ "who": "{{ $json.name }}", "seats": {{ $json.seats }} }'),
		{ who: 'Ada', seats: 3 },
	],
	[
		'an object with expressions in it',
		{
			contextMode: 'json',
			contextJson: { who: '={{ $json.name }}', tags: ['={{ $json.seats }}', 2] },
		},
		{ who: 'Ada', tags: ['3', 2] },
	],
])('the context is what a person has written: %s', async (_what, parameters, context) => {
	expect((await run(parameters, { items: [ITEM] })).error).toBeUndefined();
	expect(service.contexts()).toEqual([context]);
});

test.each<[string, INodeParameters, RegExp]>([
	[
		'{{ }} in Fixed',
		json('{ "id": {{ $json.id }} }'),
		/^JSON .* Switch it from Fixed.* Then retry/,
	],
	[
		'{{ }} in an object in Fixed',
		fields(['a', 'object', { b: '{{$json.b}}' }]),
		/^The field "a" .* Fixed/,
	],
	[
		'an expression that fails in a form',
		{
			contextMode: 'form',
			contextMapping: filledForm({ a: 1 }, 'order-1', { '/a': "={{ $('No').item.json.x }}" }),
		},
		/^The field "a" has an expression that fails: Referenced node doesn't exist.* Open the expression/,
	],
	[
		'an expression that fails in the limit of a wait',
		{ operation: 'startAndWait', waitLimit: "={{ $('No').item.json.x }}" },
		/^Limit Wait Time .* Referenced node doesn't exist.* Open the expression/,
	],
	[
		'an expression that fails in an option',
		{ options: { timeout: "={{ $('No').item.json.x }}" } },
		/^An option has .* Referenced node doesn't exist.* Open the expression/,
	],
	[
		'a value instead of Custom Fields',
		{ contextMode: 'fields', contextFields: '={{ "text" }}' },
		/^The custom fields are .*text.*\. Nothing was sent for this item\. Open .* Then retry .* Environment: QA\.$/,
	],
	['a name with an empty part', fields(['a..b', 'string', 'x']), /^The field name .* Then retry/],
	['an unknown mode', { contextMode: 'none' }, /^Context has .* Nothing was sent .* Then retry /],
])('is refused, with the cure: %s', async (_what, parameters, message) => {
	const { error } = await run(parameters, { items: [{ id: 1 }] });
	expect(`${error?.message}. ${error?.description}`).toMatch(message);
	expect(service.received).toEqual([]);
});

test.each([
	['a custom field', fields(['a', 'string', '={{ $json.a }}'], ['b', 'string', 'x'])],
	['a field in JSON', json('={{ { a: $json.a, b: "x" } }}')],
])('%s that is not in the input is left out, and named in a hint', async (_what, parameters) => {
	const { hints } = await run(parameters, { items: [{ a: '1' }, {}] });
	expect(service.contexts()).toEqual([{ a: '1', b: 'x' }, { b: 'x' }]);
	const where = 'in 1 of 2: item 1 (x)';
	expect(hints).toEqual([`Fields not sent: "a" (the expression found nothing) ${where}`]);
});

describe('data is never evaluated and changes no prototype', () => {
	/** A string, because an object literal would make a prototype of the first key. */
	const HOSTILE =
		'{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"a":"={{ 1 + 1 }}","b":["{{ $env }}","=1"]}';

	const hostile = () => JSON.parse(HOSTILE) as IDataObject;
	const contexts = () => service.contexts().map((context) => JSON.stringify(context));

	afterEach(() => {
		expect(Object.keys(Object.prototype)).toEqual([]);
		expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
	});

	test.each<[string, INodeParameters, string]>([
		['the input item', {}, HOSTILE],
		['a field', fields(['a', 'object', '={{ $json }}']), `{"a":${HOSTILE}}`],
		[
			'the item, mapped automatically',
			{ contextMode: 'form', contextMapping: automaticForm(hostile() as JsonObject, 'order-1') },
			HOSTILE,
		],
	])('in %s', async (_what, parameters, context) => {
		expect((await run(parameters, { items: [hostile()] })).error).toBeUndefined();
		expect(contexts()).toEqual([context]);
	});

	test.each([
		[200, { includeInput: true, fullResponse: true }, `"body":${HOSTILE}`],
		[422, {}, `"body":${HOSTILE}`],
	])('in an answer of %i (%j)', async (status, options, shown) => {
		service.answers(reply(status, HOSTILE));
		const result = await run({ options }, { items: [hostile()], settings: CONTINUE_ON_ERROR });
		expect(JSON.stringify(result.shown)).toContain(shown);
	});

	test('in an argument from a model', async () => {
		const newCall = await agentTool({
			url: service.url,
			parameters: json("={{ { what: $fromAI('what') } }}"),
		});
		await newCall()({ what: '={{ 1 + 1 }}' });
		expect(contexts()).toEqual(['{"what":"={{ 1 + 1 }}"}']);
	});
});

test.each(['combined', 'separate'] as const)(
	"the entire item has no records of n8n's files, which are in its JSON with the mode %s",
	async (binaryMode) => {
		const items = [{ id: 'a', _files: { data: { mimeType: 'text/plain' } } }];
		await run({}, { items, binaryMode });
		expect(service.contexts()).toEqual(binaryMode === 'combined' ? [{ id: 'a' }] : items);
	},
);

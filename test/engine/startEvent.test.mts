import fc from 'fast-check';
import nock from 'nock';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { formSchema } from '../../demo/formSchema.mts';
import type { JsonObject } from '../../nodes/TriggerFlow/rules/context/json';
import { formFields, startValue } from '../../nodes/TriggerFlow/rules/form/formFields';
import { SIGN_UP_SLUG } from '../../stand-in/flows.mts';
import { startStandIn, TOKENS, type StandIn } from '../../stand-in/server.mts';
import SESSION from '../../stand-in/session.json';
import { exactNumber } from '../rules/context/anyJson.mts';
import { runNode, type RunResult } from './harness.mts';

let standIn: StandIn;

beforeAll(async () => {
	nock.restore();
	standIn = await startStandIn();
});

afterAll(async () => await standIn.close());

beforeEach(() => standIn.log.starts.splice(0));

/** The command as a Start Event shows it, but for its token. */
function request({
	url = standIn.urls.qa,
	slug = SIGN_UP_SLUG,
	context = SESSION as object,
	token = '<ACCESS_TOKEN>',
} = {}): string {
	const body = JSON.stringify({ slug, context }).replaceAll("'", "'\\''");
	return `curl -X PUT '${url}' \\\n  -H 'Authorization: Bearer ${token}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`;
}

/** The form as n8n's editor keeps it after it was filled with the example's own values. */
function form(context: JsonObject): INodeParameters {
	const fields = formFields(context);
	return {
		mappingMode: 'defineBelow',
		value: Object.fromEntries(fields.map((field) => [field.id, startValue(field)])),
		matchingColumns: [],
		schema: formSchema(fields),
	} as unknown as INodeParameters;
}

async function run(
	parameters: INodeParameters,
	{ items = [{}] as IDataObject[], environment = 'qa' as 'qa' | 'production' } = {},
): Promise<RunResult> {
	return await runNode({
		items,
		parameters: { flow: 'startEvent', contextMode: 'startEvent', ...parameters },
		credential: {
			environment,
			baseUrl: standIn.urls[environment],
			accessToken: TOKENS[environment],
		},
	});
}

const started = () => standIn.log.starts.map(({ slug, context }) => ({ slug, context }));

test('slug and context come from the pasted request and its form', async () => {
	const { outputs, error } = await run({
		startEventRequest: request(),
		contextMapping: form(SESSION),
	});
	expect(error).toBeUndefined();
	expect(started()).toEqual([{ slug: SIGN_UP_SLUG, context: SESSION }]);
	expect(outputs[0]?.[0]?.json).toMatchObject({ registered: true });
});

test('fields that were dragged in take the values of each item', async () => {
	const filled = form(SESSION) as unknown as { value: object };
	const contextMapping = {
		...filled,
		value: {
			...filled.value,
			'/session/first_name': '={{ $json.name }}',
			'/session/newsletter': '={{ $json.wants }}',
		},
	} as unknown as INodeParameters;
	await run(
		{ startEventRequest: request(), contextMapping },
		{
			items: [
				{ name: 'Grace', wants: false },
				{ name: 'Edsger', wants: 'true' },
			],
		},
	);
	const sessions = standIn.log.starts.map(({ context }) => context.session);
	expect(sessions).toEqual([
		{ ...(SESSION.session as object), first_name: 'Grace', newsletter: false },
		{ ...(SESSION.session as object), first_name: 'Edsger', newsletter: true },
	]);
});

test('mapped automatically, the fields are taken from the item', async () => {
	await run(
		{
			startEventRequest: request(),
			contextMapping: {
				mappingMode: 'autoMapInputData',
				value: null,
			} as unknown as INodeParameters,
		},
		{
			items: [
				{ email: 'grace@example.com', newsletter: true, interests: { music: false }, other: 1 },
			],
		},
	);
	expect(started()).toEqual([
		{ slug: SIGN_UP_SLUG, context: { session: { email: 'grace@example.com', newsletter: true } } },
	]);
});

const AUTOMATICALLY = {
	mappingMode: 'autoMapInputData',
	value: null,
} as unknown as INodeParameters;

test("behind n8n's Webhook, the automatic mapping takes the body, and says what does not fit", async () => {
	const session = SESSION.session as JsonObject;
	const { interests, ...texts } = session;
	const body = { ...texts, 'First Name': 'Grace', Interests: interests, utm: 'spring' };
	delete (body as IDataObject).first_name;
	delete (body as IDataObject).terms_accepted;
	const items = [{ headers: {}, params: {}, query: { page: '2' }, body }] as IDataObject[];
	for (const operation of ['preview', 'start']) {
		const { error, hints } = await run(
			{ operation, startEventRequest: request(), contextMapping: AUTOMATICALLY },
			{ items },
		);
		expect(error).toBeUndefined();
		expect(hints).toEqual([
			'Map Automatically found nothing in the input for session.terms_accepted, session.interests.music, session.interests.sports, session.interests.travel. It left out of the input: body.Interests, body.utm.',
		]);
	}
	expect(standIn.log.starts.map(({ context }) => context.session)).toEqual([
		{ ...texts, first_name: 'Grace', terms_accepted: undefined },
	]);
});

test('what still is the example is named in a hint, in previews as well', async () => {
	const context = { name: 'Ada', count: 5 };
	const startEventRequest = request({ slug: 'echo-4kq7zt', context });
	const contextMapping = form(context);
	for (const operation of ['preview', 'start']) {
		const untouched = await run({ operation, startEventRequest, contextMapping });
		expect(untouched.hints).toEqual(["Still the example's value: name, count."]);
		const value = { '/name': '={{ $json.name }}', '/count': 5 };
		const touched = await run(
			{ operation, startEventRequest, contextMapping: { ...(contextMapping as object), value } },
			{ items: [{ name: 'Grace' }] },
		);
		expect(touched.hints).toEqual([]);
	}
	expect(started().map(({ context }) => context)).toEqual([context, { ...context, name: 'Grace' }]);
});

test('any JSON object as example, its form filled with its own values, arrives as it is', async () => {
	const key = fc.oneof(
		fc.string({ unit: 'grapheme' }),
		fc.constantFrom('__proto__', 'a.b', '', 'a/b', '2026-01-31'),
	);
	const scalar = fc.oneof(exactNumber, fc.string(), fc.boolean(), fc.constant(null));
	const leaf = fc.oneof(
		scalar,
		fc.array(scalar),
		fc.array(fc.oneof(fc.constantFrom('=A1', '={{ 1 }}', '='), scalar)),
		fc.array(fc.dictionary(fc.oneof(key, fc.constantFrom('toString', 'valueOf', '=a')), scalar)),
		fc.dictionary(fc.string(), scalar),
		fc.constantFrom('2026-01-31', '2026-01-31T10:00:00Z', '={{ 1 }}', '=x', '007', 'true'),
	);
	const { tree } = fc.letrec((tie) => ({
		tree: fc.dictionary(key, fc.oneof({ depthSize: 'small' }, leaf, tie('tree')), { maxKeys: 4 }),
	}));
	await fc.assert(
		fc.asyncProperty(tree, async (drawn) => {
			const text = JSON.stringify(drawn);
			const context = JSON.parse(text) as JsonObject;
			standIn.log.starts.splice(0);
			const { error } = await run({
				startEventRequest: request({ slug: 'echo-4kq7zt', context }),
				contextMapping: form(context),
			});
			expect(error).toBeUndefined();
			expect(standIn.log.starts.map(({ rawBody }) => rawBody)).toEqual([
				`{"slug":"echo-4kq7zt","context":${JSON.stringify(context)}}`,
			]);
		}),
		// What ends a line in Unicode, where the value becomes an expression.
		{
			numRuns: 60,
			examples: [[{ list: [{ ['__proto__']: '\u2028 \u2029 \u0085 \t' }, '=\u2028'] }]],
		},
	);
}, 120_000);

test('the previewed curl command, pasted back, gives the same request', async () => {
	const contextJson = `{"text":"it's “quoted” \\\\ \\n – é😀 $HOME \`x\` ^","n":[1,{"a":null}]}`;
	const first = await run({
		operation: 'preview',
		startEventRequest: request(),
		contextMode: 'json',
		contextJson,
	});
	const { curl, body } = first.outputs[0]?.[0]?.json as {
		curl: string;
		body: { context: JsonObject };
	};
	expect(body.context).toEqual(JSON.parse(contextJson));

	const second = await run({
		operation: 'preview',
		startEventRequest: curl,
		contextMapping: form(body.context),
	});
	expect(second.outputs).toEqual(first.outputs);
	expect(standIn.log.starts).toEqual([]);
});

test('a form that was filled when lists were JSON text gives the same', async () => {
	const context = { tags: ['red', 'blue'], rows: [{ a: 1 }], empty: {}, day: '2026-01-31' };
	const filled = {
		'/tags': ['["red","blue"]'],
		'/rows': ['[{"a":1}]'],
		'/empty': '{}',
		'/day': '2026-01-31',
	};
	const types = ['array', 'array', 'object', 'dateTime'];
	const schema = Object.keys(filled).map((id, index) => ({ id, type: types[index] }));
	const { error } = await run({
		startEventRequest: request({ slug: 'echo-4kq7zt', context }),
		contextMapping: {
			mappingMode: 'defineBelow',
			value: filled,
			schema,
		} as unknown as INodeParameters,
	});
	expect(error).toBeUndefined();
	expect(started()).toEqual([{ slug: 'echo-4kq7zt', context }]);
});

/** The form of an example, with other values in some of its fields. */
function filledWith(context: JsonObject, value: object): INodeParameters {
	const filled = form(context) as unknown as { value: object };
	return { ...filled, value: { ...filled.value, ...value } } as unknown as INodeParameters;
}

/** What the flow gets of a form for `example`. */
async function contextOf(
	example: JsonObject,
	value: object,
	item: IDataObject = {},
	options: INodeParameters = {},
) {
	const from = standIn.log.starts.length;
	const { error } = await run(
		{
			startEventRequest: request({ slug: 'echo-4kq7zt', context: example }),
			contextMapping: filledWith(example, value),
			options,
		},
		{ items: [item] },
	);
	return { error, contexts: standIn.log.starts.slice(from).map(({ context }) => context) };
}

test('lists that are typed without brackets arrive as lists', async () => {
	const example = { tags: ['a'], counts: [1], flags: [true] };
	const typed = { '/tags': 'red, blue', '/counts': '1, 2', '/flags': 'true, false' };
	expect((await contextOf(example, typed)).contexts).toEqual([
		{ tags: ['red', 'blue'], counts: [1, 2], flags: [true, false] },
	]);
});

test("what does not fit is refused in the node's own words, with the field's name in the form", async () => {
	const example = { session: { tags: ['a'], rows: [{ a: 1 }], plan: {} } };
	for (const [id, what] of [
		['tags', 'an array'],
		['rows', 'an array'],
		['plan', 'an object'],
	]) {
		const { error, contexts } = await contextOf(example, { [`/session/${id}`]: '{"a": ' });
		expect(error?.message).toMatch(
			`The field "session.${id}" should be ${what}, but its value is "{"a":"`,
		);
		expect(error?.description).toContain('Nothing was sent');
		expect(contexts).toEqual([]);
	}
});

test('a text in a switch is refused with the expression that fits', async () => {
	const dragged = { '/on': '={{ $json.newsletter }}' };
	const { error } = await contextOf({ on: true }, dragged, { newsletter: 'yes' });
	expect(error?.message).toBe('The field "on" should be a boolean, but its value is "yes"');
	expect(error?.description).toContain("{{ $json.newsletter === 'yes' }}");
	const cured = { '/on': "={{ $json.newsletter === 'yes' }}" };
	expect((await contextOf({ on: false }, cured, { newsletter: 'yes' })).contexts).toEqual([
		{ on: true },
	]);
});

test('empty cells are refused or sent as they are, or left out where the person wants that', async () => {
	const example = { name: 'Ada', seats: 5, phone: 'x', tags: ['a'] };
	const cells = { '/name': '={{ $json.name }}', '/seats': '={{ $json.seats }}' };
	const more = { '/phone': '={{ $json.phone }}', '/tags': '={{ $json.tags }}' };
	const item = { name: '', seats: '', phone: null };
	const refused = await contextOf(example, { ...cells, ...more }, item);
	expect(refused.error?.message).toBe('The field "seats" is empty');
	expect(refused.error?.description).toContain('the option Leave Out Empty Fields');
	expect(refused.contexts).toEqual([]);
	const left = await contextOf(example, { ...cells, ...more }, item, { leaveOutEmpty: true });
	expect(left.error).toBeUndefined();
	expect(left.contexts).toEqual([{}]);
});

test.each<[string, () => INodeParameters, RegExp]>([
	[
		'a request that holds a real token',
		() => ({ startEventRequest: request({ token: TOKENS.qa }), contextMapping: form(SESSION) }),
		/token/,
	],
	[
		"the other environment's request",
		() => ({
			startEventRequest: request({ url: standIn.urls.production }),
			contextMapping: form(SESSION),
		}),
		/another address than the selected QA credential/,
	],
	['something that is not a request', () => ({ startEventRequest: 'hello' }), /not a curl command/],
	[
		'a form of an earlier request',
		() => ({
			startEventRequest: request({ context: { email: 'a' } }),
			contextMapping: form(SESSION),
		}),
		/fields of an earlier or another request/,
	],
])('%s is refused before anything is sent', async (_what, parameters, message) => {
	const { error, run: saved } = await run(parameters());
	expect(error?.message).toMatch(message);
	expect(error?.description).toContain('Nothing was sent');
	expect(
		JSON.stringify([error?.message, error?.description, saved.data.resultData.runData]),
	).not.toContain(TOKENS.qa);
	expect(standIn.log.starts).toEqual([]);
});

test("of both environments' requests, the credential's is used, and the form has to be its form", async () => {
	const slug = 'echo-4kq7zt';
	const context = { ...SESSION, other: 'x' };
	const both = [
		request({ slug: 'production-1', url: standIn.urls.production, context }),
		request({ slug, url: standIn.urls.qa }),
	];
	for (const startEventRequest of [both.join('\n\n'), both.join('\n# QA, it is:\n')]) {
		const ofQa = await run({ startEventRequest, contextMapping: form(SESSION) });
		expect(ofQa.error).toBeUndefined();
		expect(started().splice(0)).toEqual([{ slug, context: SESSION }]);
		standIn.log.starts.splice(0);

		const contextMapping = form(SESSION);
		const live = await run({ startEventRequest, contextMapping }, { environment: 'production' });
		expect(live.error?.message).toContain('another request: it lacks "other"');
		expect(started()).toEqual([]);
	}
});

test("what is a number in one example and a text in the credential's goes there as a text", async () => {
	const slug = 'echo-4kq7zt';
	const startEventRequest = [
		request({ slug, url: standIn.urls.production, context: { count: 5 } }),
		request({ slug, url: standIn.urls.qa, context: { count: '7' } }),
	].join('\n');
	const { error } = await run({ startEventRequest, contextMapping: form({ count: 5 }) });
	expect(error).toBeUndefined();
	expect(started()).toEqual([{ slug, context: { count: '5' } }]);
});

test('a text field with nothing in it is named in a hint', async () => {
	const context = { name: 'Ada', plan: 'pro' };
	const contextMapping = filledWith(context, { '/name': '={{ $json.name }}', '/plan': '' });
	const { error, hints } = await run(
		{ startEventRequest: request({ slug: 'echo-4kq7zt', context }), contextMapping },
		{ items: [{ name: 'Grace' }] },
	);
	expect(error).toBeUndefined();
	expect(hints).toEqual(['Empty in the form: plan.']);
	expect(started().map((start) => start.context)).toEqual([{ name: 'Grace', plan: '' }]);
});

test('Map Automatically does not look for the field that the URL to call back goes into', async () => {
	const context = { callbackUrl: 'https://flow.example', invoice: 'I' };
	const preview = async (example: JsonObject) =>
		await run(
			{
				operation: 'preview',
				startEventRequest: request({ context: example }),
				contextMapping: AUTOMATICALLY,
				callbackField: 'callbackUrl',
			},
			{ items: [{ invoice: '7' }] },
		);
	expect(await preview(context)).toMatchObject({ error: undefined, hints: [] });
	const { callbackUrl } = context;
	expect(await preview({ callbackUrl })).toMatchObject({
		error: undefined,
		hints: ['Map Automatically left out of the input: invoice.'],
	});
});

test('selecting the other credential is all that going live takes', async () => {
	const slugs = { qa: 'echo-4kq7zt', production: SIGN_UP_SLUG };
	const startEventRequest = (['qa', 'production'] as const)
		.map((environment) => request({ slug: slugs[environment], url: standIn.urls[environment] }))
		.join('\n\n');
	for (const environment of ['qa', 'production'] as const) {
		standIn.log.starts.splice(0);
		const { error } = await run(
			{ startEventRequest, contextMapping: form(SESSION) },
			{ environment },
		);
		expect(error).toBeUndefined();
		expect(standIn.log.starts).toMatchObject([
			{ environment, slug: slugs[environment], context: SESSION },
		]);
	}
});

test('requests for other addresses alone are refused, and the refusal names them', async () => {
	const urls = ['https://a.example/start', 'https://b.example/start'];
	const { error } = await run({
		startEventRequest: urls.map((url) => request({ url })).join('\n'),
		contextMapping: form(SESSION),
	});
	expect(error?.message).toMatch(/another address than the selected QA credential/);
	for (const url of urls) expect(error?.description).toContain(url);
	expect(standIn.log.starts).toEqual([]);
});

test('an address that is equal once it is normalised is the same address', async () => {
	const url = standIn.urls.qa.replace('/qa/', '/x/../qa/').replace('http:', 'HTTP:');
	const { error } = await run({
		startEventRequest: request({ url, slug: 'echo-4kq7zt' }),
		contextMode: 'none',
	});
	expect(error).toBeUndefined();
	expect(started()).toEqual([{ slug: 'echo-4kq7zt', context: {} }]);
});

test.each(['fields', 'json', 'input', 'none'])(
	'the pasted request can be used with the context mode "%s"',
	async (contextMode) => {
		const { error } = await run(
			{ startEventRequest: request({ slug: 'echo-4kq7zt' }), contextMode, contextJson: '{"a":1}' },
			{ items: [{ a: 1 }] },
		);
		expect(error).toBeUndefined();
		const expected = contextMode === 'json' || contextMode === 'input' ? { a: 1 } : {};
		expect(started()).toEqual([{ slug: 'echo-4kq7zt', context: expected }]);
	},
);

import fc from 'fast-check';
import nock from 'nock';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { formSchema } from '../../demo/formSchema.mts';
import type { JsonObject } from '../../nodes/TriggerFlow/rules/context/json';
import { formFields, startValue } from '../../nodes/TriggerFlow/rules/startEvent/formFields';
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

test('any JSON object as example, its form filled with its own values, arrives as it is', async () => {
	const key = fc.oneof(
		fc.string({ unit: 'grapheme' }),
		fc.constantFrom('__proto__', 'a.b', '', 'a/b', '2026-01-31'),
	);
	const scalar = fc.oneof(exactNumber, fc.string(), fc.boolean(), fc.constant(null));
	const leaf = fc.oneof(
		scalar,
		fc.array(scalar),
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
		{ numRuns: 60 },
	);
});

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
		/fields of an earlier request/,
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

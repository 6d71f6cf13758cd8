import nock from 'nock';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { formSchema } from '../../demo/formSchema.mts';
import type { JsonObject } from '../../nodes/TriggerFlow/rules/context/json';
import { formFields, startValue } from '../../nodes/TriggerFlow/rules/form/formFields';
import { startStandIn, TOKENS, type StandIn } from '../../stand-in/server.mts';
import { startEventRequest } from '../../stand-in/startEvent.mts';
import { agentTool, runNode, type RunResult } from './harness.mts';

const ARCHIVE = 'quiet-archive-3z9c7f';
const ECHO = 'echo-4kq7zt';
const EXAMPLE = { email: 'ada@example.com', plan: { name: 'pro', seats: 5 } };

let standIn: StandIn;

beforeAll(async () => {
	nock.restore();
	standIn = await startStandIn();
});

afterAll(async () => await standIn.close());

beforeEach(() => standIn.log.starts.splice(0));

type Environment = keyof typeof TOKENS;

/** As the Start Event shows it, token and all. */
const request = (slug: string, context: object = EXAMPLE, environment: Environment = 'qa') =>
	startEventRequest(standIn.urls[environment], slug, context, TOKENS[environment]);

const form = (context: JsonObject, changed: object = {}) => {
	const fields = formFields(context);
	const value = Object.fromEntries(fields.map((field) => [field.id, startValue(field)]));
	return {
		mappingMode: 'defineBelow',
		value: { ...value, ...changed },
		schema: formSchema(fields),
	} as unknown as INodeParameters;
};

const listed = (value: string) => ({ __rl: true, mode: 'list', value });

async function run(
	parameters: INodeParameters,
	credential: IDataObject,
	items: IDataObject[] = [{}],
): Promise<RunResult> {
	return await runNode({
		items,
		parameters: { flow: 'list', contextMode: 'startEvent', ...parameters },
		credential: { environment: 'qa', baseUrl: '', ...credential } as never,
	});
}

const started = () =>
	standIn.log.starts.map(({ environment, slug, context }) => [environment, slug, context]);

test('a credential of one paste starts its only flow, with what the form shows', async () => {
	const { error, run: saved } = await run(
		{ contextMapping: form(EXAMPLE, { '/email': '={{ $json.mail }}' }) },
		{ accessToken: request(ECHO) },
		[{ mail: 'grace@example.com' }],
	);
	expect(error).toBeUndefined();
	expect(started()).toEqual([['qa', ECHO, { ...EXAMPLE, email: 'grace@example.com' }]]);
	expect(JSON.stringify(saved)).not.toContain(TOKENS.qa);
});

test.each([ARCHIVE, ECHO])('of several flows, the chosen one is started: %s', async (slug) => {
	const { error } = await run(
		{ listedFlow: listed(slug), contextMapping: form(EXAMPLE) },
		{ accessToken: request(ARCHIVE), startEvents: `Another one:\n\n${request(ECHO)}` },
	);
	expect(error).toBeUndefined();
	expect(started()).toEqual([['qa', slug, EXAMPLE]]);
});

test('selecting the other credential is all that going live takes', async () => {
	const parameters = { listedFlow: listed(ECHO), contextMapping: form(EXAMPLE) };
	for (const environment of ['qa', 'production'] as const) {
		const accessToken = request(ECHO, EXAMPLE, environment);
		expect((await run(parameters, { environment, accessToken })).error).toBeUndefined();
	}
	expect(started()).toEqual(['qa', 'production'].map((name) => [name, ECHO, EXAMPLE]));
});

test.each(['qa', 'production'] as const)(
	'in %s, the only flow may stay unchosen',
	async (environment) => {
		const accessToken = request(ARCHIVE, EXAMPLE, environment);
		await run({ contextMapping: form(EXAMPLE) }, { environment, accessToken });
		expect(started()).toEqual([[environment, ARCHIVE, EXAMPLE]]);
	},
);

test("with other texts in production's example, the flow gets what the form shows", async () => {
	const qa = {
		email: 'ada@example.com',
		name: 'Ada QA',
		day: '2026-01-31',
		tags: ['a'],
		none: null,
	};
	const live = { email: 'x@example.com', name: '', day: 'soon', tags: ['b'], none: null };
	const parameters = {
		listedFlow: listed(ECHO),
		contextMapping: form(qa, { '/email': '={{ $json.mail }}' }),
	};
	for (const environment of ['qa', 'production'] as const) {
		const accessToken = request(ECHO, environment === 'qa' ? qa : live, environment);
		const { hints } = await run(parameters, { environment, accessToken }, [
			{ mail: 'g@example.com' },
		]);
		expect(hints.join()).toMatch(/Still the example's value: .*name/);
	}
	const context = { ...qa, email: 'g@example.com' };
	expect(started()).toEqual(['qa', 'production'].map((name) => [name, ECHO, context]));
});

test.each([
	[{ contextMode: 'json', contextJson: '{ "a": 1 }' }, { a: 1 }],
	[{ contextMode: 'none' }, {}],
	[{ contextMode: 'input' }, { mail: 'grace@example.com' }],
])('a listed flow takes its context from anywhere: %j', async (parameters, context) => {
	const items = [{ mail: 'grace@example.com' }];
	await run(parameters as INodeParameters, { accessToken: request(ECHO) }, items);
	expect(started()).toEqual([['qa', ECHO, context]]);
});

test('the flow may come from each item', async () => {
	await run(
		{ listedFlow: listed('={{ $json.flow }}'), contextMapping: form(EXAMPLE) },
		{ accessToken: request(ARCHIVE), startEvents: request(ECHO) },
		[{ flow: ECHO }, { flow: ARCHIVE }],
	);
	expect(started().map(([, slug]) => slug)).toEqual([ECHO, ARCHIVE]);
});

test.each([
	['', { flow: '' }],
	['nothing', {}],
	['a blank', { flow: ' ' }],
])(
	'an expression that gives %s starts nothing, also where there is one flow',
	async (_what, item) => {
		const parameters = { listedFlow: listed('={{ $json.flow }}'), contextMapping: form(EXAMPLE) };
		const { error } = await run(parameters, { accessToken: request(ECHO) }, [item as IDataObject]);
		expect(error?.message).toMatch(/^The slug/);
		expect(started()).toEqual([]);
	},
);

describe('refused before anything is sent', () => {
	const refused = async (parameters: INodeParameters, credential: IDataObject) => {
		const { error } = await run({ contextMapping: form(EXAMPLE), ...parameters }, credential);
		expect(started()).toEqual([]);
		expect(JSON.stringify(error ?? {})).not.toContain(TOKENS.qa);
		return `${error?.message}\n${error?.description}`;
	};

	test('a flow that the selected credential does not hold: it names those that are', async () => {
		const said = await refused({ listedFlow: listed(ARCHIVE) }, { accessToken: request(ECHO) });
		expect(said).toContain(`does not hold the flow "${ARCHIVE}"`);
		expect(said).toContain(ECHO);
		expect(said).toContain('QA');
	});

	test('none chosen of several', async () => {
		const both = { accessToken: request(ECHO), startEvents: request(ARCHIVE) };
		expect(await refused({}, both)).toContain('none is chosen');
	});

	test('a credential without a flow', async () => {
		const plain = { baseUrl: standIn.urls.qa, accessToken: TOKENS.qa };
		expect(await refused({}, plain)).toContain('holds no flow');
	});

	test('a form that was made from another example', async () => {
		const changed = { accessToken: request(ECHO, { ...EXAMPLE, urgent: true }) };
		expect(await refused({}, changed)).toContain(
			'The form shows the fields of an earlier or another request',
		);
	});

	test('an example that holds the token', async () => {
		const startEvents = request(ARCHIVE, { note: TOKENS.qa });
		const said = await refused(
			{ listedFlow: listed(ECHO) },
			{ accessToken: request(ECHO), startEvents },
		);
		expect(said).toContain('holds the token in its slug or its context');
	});

	test("another customer's request in Start Events", async () => {
		const credential = {
			accessToken: request(ECHO),
			startEvents: startEventRequest(standIn.urls.qa, ARCHIVE, {}, 'k7Qz-2f6a90c4d1b73e58'),
		};
		const said = await refused({ listedFlow: listed(ECHO) }, credential);
		expect(said).toContain('another token');
		expect(said).not.toContain('k7Qz');
	});

	test('an endpoint URL that is not that of the request', async () => {
		const credential = { accessToken: request(ECHO), baseUrl: standIn.urls.production };
		const said = await refused({}, credential);
		expect(said).toContain(standIn.urls.qa);
		expect(said).toContain(standIn.urls.production);
	});
});

test('a preview shows the request, and no token', async () => {
	const { outputs } = await run(
		{ operation: 'preview', contextMapping: form(EXAMPLE) },
		{ accessToken: request(ECHO) },
	);
	const [shown] = outputs[0] ?? [];
	expect(shown?.json).toMatchObject({
		url: standIn.urls.qa,
		body: { slug: ECHO, context: EXAMPLE },
	});
	expect(JSON.stringify(shown)).not.toContain(TOKENS.qa);
	expect(started()).toEqual([]);
});

test('as the tool of an agent, it starts the flow of the credential', async () => {
	const call = await agentTool({
		parameters: {
			flow: 'list',
			contextMode: 'startEvent',
			contextMapping: form(EXAMPLE, { '/email': "={{ $fromAI('email') }}" }),
		},
		credential: { environment: 'qa', baseUrl: '', accessToken: request(ECHO) },
	});
	const said = await call()({ email: 'grace@example.com' });
	expect(started()).toEqual([['qa', ECHO, { ...EXAMPLE, email: 'grace@example.com' }]]);
	expect(said).not.toContain(TOKENS.qa);
});

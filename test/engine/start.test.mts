import nock from 'nock';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { runNode, type RunOptions, type RunResult } from './harness.mts';

const TOKEN = 'secret-token-1234567890';
const ORIGIN = 'https://flows.example.com';
const PATH = '/v1//start/?tenant=7';
const CREDENTIAL = { environment: 'qa', baseUrl: `${ORIGIN}${PATH}`, accessToken: TOKEN };
const SLUG = 'order-4kq7zt';

/** The raw bodies of all requests that arrived, in order of arrival. */
let bodies: string[];

beforeEach(() => {
	bodies = [];
	nock.disableNetConnect();
});

afterEach(() => {
	nock.abortPendingRequests();
	nock.cleanAll();
});

// Jest shares Node's own modules between test files: others need real connections.
afterAll(() => {
	nock.enableNetConnect();
	nock.restore();
});

/** Answers every start with what `answer` gives for its body, any number of times. */
function service(
	answer: (body: string) => [status: number, body?: unknown, headers?: object],
): void {
	nock(ORIGIN)
		.persist()
		.put(PATH)
		.reply(function (_uri, body) {
			// nock parses JSON bodies; the tests compare texts where texts matter.
			const text = typeof body === 'string' ? body : JSON.stringify(body);
			bodies.push(text);
			const [status, reply = '', headers = {}] = answer(text);
			return [status, reply as string, headers as Record<string, string>];
		});
}

async function run(
	parameters: INodeParameters,
	options: Partial<RunOptions> = {},
): Promise<RunResult> {
	return await runNode({
		items: [{}],
		credential: CREDENTIAL,
		...options,
		parameters: { flow: 'slug', slug: SLUG, ...parameters },
	});
}

function fields(...rows: Array<[name: string, type: string, value: unknown]>): INodeParameters {
	const assignments = rows.map(([name, type, value], index) => ({
		id: `${index}`,
		name,
		type,
		value,
	}));
	return { contextFields: { assignments } } as INodeParameters;
}

const jsons = (items: INodeExecutionData[] | undefined) => items?.map(({ json }) => json);

describe('the request', () => {
	test('is the documented one: PUT, the URL untouched, bearer token, JSON', async () => {
		nock(ORIGIN, {
			reqheaders: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
		})
			.put(PATH)
			.reply(function (uri, body) {
				return [200, { uri, body: body as object, method: this.req.method }];
			});
		const { outputs } = await run({ contextMode: 'none' });
		expect(jsons(outputs[0])).toEqual([
			{ method: 'PUT', uri: PATH, body: { slug: SLUG, context: {} } },
		]);
	});

	test('has a token that was pasted with the word Bearer and white space around it', async () => {
		nock(ORIGIN, { reqheaders: { authorization: `Bearer ${TOKEN}` } })
			.put(PATH)
			.reply(200, {});
		const { error } = await run(
			{ contextMode: 'none' },
			{ credential: { ...CREDENTIAL, accessToken: `  bearer ${TOKEN} \n` } },
		);
		expect(error).toBeUndefined();
	});

	test('writes dates as n8n shows them and leaves big numbers as n8n holds them', async () => {
		service(() => [200, {}]);
		await run(
			{
				contextMode: 'json',
				contextJson:
					'={{ { at: $json.at, big: $json.big, when: DateTime.fromISO("2026-02-03T04:05:06.000Z", { zone: "utc" }) } }}',
			},
			{ items: [{ at: '2026-01-02', big: 9007199254740993 }] },
		);
		expect(JSON.parse(bodies[0] ?? '')).toEqual({
			slug: SLUG,
			context: { at: '2026-01-02', big: 9007199254740992, when: '2026-02-03T04:05:06.000Z' },
		});
	});

	test('takes slug and context of each item from that item', async () => {
		service(() => [200, {}]);
		await run(
			{ slug: '={{ $json.flow }}', ...fields(['n', 'number', '={{ $json.n }}']) },
			{
				items: [
					{ flow: 'a-1', n: 1 },
					{ flow: 'b-2', n: 2 },
				],
			},
		);
		expect(bodies).toEqual([
			'{"slug":"a-1","context":{"n":1}}',
			'{"slug":"b-2","context":{"n":2}}',
		]);
	});
});

describe('what is refused before anything is sent', () => {
	const withJson = (contextJson: unknown): INodeParameters => ({
		contextMode: 'json',
		contextJson: contextJson as string,
	});

	test.each<[string, INodeParameters, RegExp]>([
		['an array', withJson('={{ [1, 2] }}'), /is a list.*expects a JSON object/],
		[
			'NaN deep inside',
			withJson('={{ { a: [{ b: NaN }] } }}'),
			/context\.a\[0\]\.b is the number NaN/,
		],
		[
			'a slug that is missing in the item',
			{ slug: '={{ $json.nothing }}', contextMode: 'none' },
			/slug is empty/,
		],
		[
			'the form of a request that is not there',
			{ contextMode: 'startEvent' },
			/Start Event Form needs the request/,
		],
		[
			'an option that an expression made NaN',
			{ contextMode: 'none', options: { concurrency: '={{ NaN }}' } },
			/Concurrency is the number NaN/,
		],
	])('%s', async (_what, parameters, message) => {
		service(() => [200, {}]);
		const { error } = await run(parameters);
		expect(error?.message).toMatch(message);
		expect(error?.description).toContain('Nothing was sent');
		expect(error?.context.itemIndex).toBe(0);
		expect(bodies).toEqual([]);
	});

	test('an empty slug is refused by n8n itself, because the parameter is required', async () => {
		service(() => [200, {}]);
		await expect(run({ slug: '', contextMode: 'none' })).rejects.toThrow('"Slug" is required');
		expect(bodies).toEqual([]);
	});

	test('one bad item among good ones: it is named, and none of the good ones is sent', async () => {
		service(() => [200, {}]);
		const { error } = await run(fields(['n', 'number', '={{ $json.n }}']), {
			items: [{ n: 1 }, { n: 2 }, { n: 'x' }],
		});
		expect(error?.context.itemIndex).toBe(2);
		expect(error?.message).toMatch(/ \[item 2\]$/);
		expect(bodies).toEqual([]);
	});

	test('an expression that cannot be evaluated, for its item alone when the node continues', async () => {
		service((body) => [200, body]);
		const { outputs } = await run(
			{ slug: '={{ $json.user.name.toUpperCase() }}', contextMode: 'none' },
			{
				items: [{ user: { name: 'a' } }, { user: {} }],
				settings: { onError: 'continueRegularOutput' },
			},
		);
		expect(jsons(outputs[0])).toEqual([
			{ slug: 'A', context: {} },
			{ error: expect.any(String), details: { outcome: 'notSent', slug: '', attempts: 0 } },
		]);
		expect(bodies).toHaveLength(1);
	});
});

describe('answers', () => {
	test('a file goes to the binary property data, with its name and type', async () => {
		service(() => [
			200,
			Buffer.from('%PDF-1.4'),
			{
				'content-type': 'application/pdf',
				'content-disposition': 'attachment; filename="bill.pdf"',
			},
		]);
		const { outputs } = await run({ contextMode: 'none' });
		expect(outputs[0]).toEqual([
			{
				json: {},
				binary: {
					data: expect.objectContaining({
						mimeType: 'application/pdf',
						fileName: 'bill.pdf',
						data: Buffer.from('%PDF-1.4').toString('base64'),
					}),
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	test('each answer is paired with the item that started the flow, in input order', async () => {
		service((body) => [200, JSON.parse(body).context.n === 2 ? [{ n: '2a' }, { n: '2b' }] : body]);
		const { outputs } = await run(fields(['n', 'number', '={{ $json.n }}']), {
			items: [{ n: 1 }, { n: 2 }, { n: 3 }],
		});
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 1 },
			{ item: 2 },
		]);
	});

	test('an answer that n8n would take for a failure stays on the success branch', async () => {
		service(() => [200, { error: 'not an error here', message: 'fine' }]);
		const { outputs } = await run(
			{ contextMode: 'none' },
			{ settings: { onError: 'continueErrorOutput' } },
		);
		expect(jsons(outputs[0])).toEqual([
			{ error: 'not an error here', message: 'fine', statusCode: 200 },
		]);
		expect(outputs[1] ?? []).toEqual([]);
	});
});

describe('failures', () => {
	const REFUSAL = { message: `slug unknown; your token was ${TOKEN}` };

	test('stop the node with item, status, outcome and what the service said, and no further start', async () => {
		service((body) => (JSON.parse(body).context.n === 2 ? [404, REFUSAL] : [200, {}]));
		const oneByOne = { ...fields(['n', 'number', '={{ $json.n }}']), options: { concurrency: 1 } };
		const { error } = await run(oneByOne, { items: [{ n: 1 }, { n: 2 }, { n: 3 }] });
		expect(error?.message).toBe(
			`1 of 3 started. Item 1: There is no flow "${SLUG}" in the QA environment, or the endpoint URL is wrong (HTTP 404): the flow was not started`,
		);
		expect(error?.description).toContain('The service said: slug unknown');
		expect(error?.description).toMatch(
			/Environment: QA\. All items: 1 started, 1 rejected, 1 not begun\. To start only the rest, use "Retry with currently saved workflow" on execution [\w-]+ in the Executions tab, once\. A new run starts all of them again, and that Retry those whose context you have changed\./,
		);
		expect(error?.context.itemIndex).toBe(1);
		expect(error?.httpCode).toBe('404');
		expect(bodies).toHaveLength(2);
	});

	const FAILED = {
		error: expect.stringMatching(/^The service failed \(HTTP 500\): the flow may have started$/),
		details: { outcome: 'unknown', slug: SLUG, attempts: 1, statusCode: 500, body: 'Oops' },
	};

	test('are items of the documented shape when the node continues', async () => {
		service((body) => (JSON.parse(body).context.n === 2 ? [500, 'Oops'] : [200, { ok: true }]));
		const { outputs } = await run(fields(['n', 'number', '={{ $json.n }}']), {
			items: [{ n: 1 }, { n: 2 }, { n: 3 }],
			settings: { onError: 'continueRegularOutput' },
		});
		expect(outputs[0]).toEqual([
			{ json: { ok: true }, pairedItem: { item: 0 } },
			{ json: FAILED, pairedItem: { item: 1 } },
			{ json: { ok: true }, pairedItem: { item: 2 } },
		]);
	});

	test('go to the error branch, with the input beside them, when there is one', async () => {
		service((body) => (JSON.parse(body).context.n === 2 ? [500, 'Oops'] : [200, { ok: true }]));
		const { outputs } = await run(fields(['n', 'number', '={{ $json.n }}']), {
			items: [{ n: 1 }, { n: 2 }, { n: 3 }],
			settings: { onError: 'continueErrorOutput' },
		});
		expect(jsons(outputs[0])).toEqual([{ ok: true }, { ok: true }]);
		expect(jsons(outputs[1])).toEqual([{ n: 2, ...FAILED }]);
	});

	test('a 401 is not answered by sending once more', async () => {
		service(() => [401, 'no']);
		const { error } = await run({ contextMode: 'none' });
		expect(error?.message).toMatch(/access token of the QA credential was not accepted/);
		expect(bodies).toHaveLength(1);
	});

	test.each<[string, number, object | undefined]>([
		['a token that was not accepted', 401, { cause: 'credential-invalid' }],
		['a service that is busy', 429, { cause: 'rate-limited', retryAfterMs: 0 }],
		['a flow that may have started', 500, undefined],
	])('tell n8n the cause in its own words: %s', async (_what, status, failure) => {
		service(() => [status, '', { 'retry-after': '0' }]);
		const { error } = await run({ contextMode: 'none', options: { maxRetries: 0 } });
		expect(error?.failure).toEqual(failure);
	});

	test('tell n8n that the credential is at fault before anything is sent', async () => {
		const credential = { ...CREDENTIAL, accessToken: '' };
		const { error } = await run({ contextMode: 'none' }, { credential });
		expect(error?.failure).toEqual({ cause: 'credential-invalid' });
	});

	test.each([301, 302, 303, 307, 308])(
		'a %i is not followed, and the token goes nowhere else',
		async (status) => {
			const elsewhere = nock('https://elsewhere.example')
				.persist()
				.get('/')
				.reply(200)
				.put('/')
				.reply(200);
			let followed = 0;
			elsewhere.on('request', () => followed++);
			service(() => [status, '', { location: 'https://elsewhere.example/' }]);
			const { error } = await run({ contextMode: 'none' });
			expect(error?.message).toMatch(/redirect, which is not followed/);
			expect(bodies).toHaveLength(1);
			expect(followed).toBe(0);
		},
	);

	test('a message that n8n would reword (ENOENT in a slug) stays as it is', async () => {
		service(() => [404, '']);
		const { error } = await run({ slug: 'ENOENT-1', contextMode: 'none' });
		expect(error?.message).toContain('"ENOENT-1"');
	});

	test('a service that cannot be reached has not started the flow', async () => {
		nock(ORIGIN)
			.persist()
			.put(PATH)
			.replyWithError(
				Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' }),
			);
		const { outputs } = await run(
			{ contextMode: 'none', options: { maxRetries: 1 } },
			{ settings: { onError: 'continueRegularOutput' } },
		);
		expect(jsons(outputs[0])).toEqual([
			{
				error: 'flows.example.com refused the connection: the flow was not started',
				details: { outcome: 'notStarted', slug: SLUG, attempts: 2 },
			},
		]);
	});
});

describe('Preview Request', () => {
	test('shows each request with the token masked, and sends nothing', async () => {
		service(() => [200, {}]);
		const { outputs } = await run(
			{ operation: 'preview', ...fields(['n', 'number', '={{ $json.n }}']) },
			{ items: [{ n: 1 }, { n: 2 }] },
		);
		expect(jsons(outputs[0])?.[1]).toMatchObject({
			environment: 'QA',
			method: 'PUT',
			url: CREDENTIAL.baseUrl,
			headers: { Authorization: 'Bearer <ACCESS_TOKEN>', 'Content-Type': 'application/json' },
			body: { slug: SLUG, context: { n: 2 } },
		});
		expect(JSON.stringify(outputs)).not.toContain(TOKEN);
		expect(bodies).toEqual([]);
	});

	test('refuses what Start would refuse', async () => {
		const { error } = await run({ operation: 'preview', slug: '={{ "" }}', contextMode: 'none' });
		expect(error?.message).toMatch(/slug is empty/);
	});
});

test.each(['__CUSTOM_API_CALL__', 'stop'])('the operation %s starts nothing', async (operation) => {
	service(() => [200, {}]);
	const { error } = await run({ operation, contextMode: 'none' });
	expect(error?.message).toBe('The selected operation is not one that this node has');
	expect(error?.description).toMatch(/Set Operation to Start/);
	expect(bodies).toEqual([]);
});

// Thrown, the refusal would let n8n hand the input items on as if they had been started.
test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'the operation of another node fails every item with %s',
	async (onError) => {
		service(() => [200, {}]);
		const { outputs } = await run(
			{ operation: '__CUSTOM_API_CALL__', contextMode: 'none' },
			{ items: [{ n: 1 }, { n: 2 }], settings: { onError } },
		);
		const failed = onError === 'continueErrorOutput' ? outputs[1] : outputs[0];
		expect(jsons(failed)).toMatchObject([1, 2].map(() => ({ details: { outcome: 'notSent' } })));
		expect(outputs.flat()).toHaveLength(2);
		expect(bodies).toEqual([]);
	},
);

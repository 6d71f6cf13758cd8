/** Start and Wait on n8n's engine: what is sent, what is stored, and what comes out of the wait. */
import nock from 'nock';
import type { IDataObject, INode, INodeParameters, IRunExecutionData } from 'n8n-workflow';

import { execute, retry, runsOf, type SavedExecution } from './executions.mts';
import { faultyHttp, type FaultyService } from './faultyService.mts';
import { NODE } from './parts/workflow.mts';
import { atLimit, callBack, isWaiting } from './waitingExecution.mts';
import { bySlug } from '../parameters.mts';

const TOKEN = 'secret-token-12345';

let service: FaultyService;
/** Of the starts that were taken. */
const contexts = () =>
	service.taken.map((body) => (JSON.parse(body) as { context: IDataObject }).context);

beforeAll(() => nock.restore());

beforeEach(async () => {
	service = await faultyHttp((response) => response.writeHead(202).end('{"accepted":true}'));
});

afterEach(async () => await service.close());

const credentials = () => ({
	test: { environment: 'qa', baseUrl: service.url, accessToken: TOKEN },
});

const PARAMETERS: INodeParameters = {
	operation: 'startAndWait',
	flow: bySlug('approval'),
	contextMode: 'input',
};

interface Settings {
	items?: IDataObject[];
	parameters?: INodeParameters;
	settings?: Partial<INode>;
}

async function wait({
	items = [{ n: 1 }],
	parameters,
	settings,
}: Settings = {}): Promise<SavedExecution> {
	const node = { parameters: { ...PARAMETERS, ...parameters }, ...settings };
	return await execute({ node }, credentials(), { items, mode: 'trigger' });
}

const urlOf = (context: IDataObject) => /https:[^"]*/.exec(JSON.stringify(context))?.[0] ?? '';

const message = (execution: SavedExecution) => runsOf(execution).at(-1)?.error?.message;

test('a callback to the URL in the context ends the wait, with one start', async () => {
	const execution = await wait();
	expect(isWaiting(execution)).toBe(true);
	const [context = {}] = contexts();
	expect(context).toEqual({ n: 1, callbackUrl: expect.any(String) });
	const url = new URL(context.callbackUrl as string);
	expect(url.origin).toBe('https://n8n.example');
	// 128 bits are 32 hexadecimal digits.
	expect(url.searchParams.get('callbackId')).toMatch(/^[\da-f]{64}$/);

	const taken = await callBack(execution, credentials(), { url: url.href, body: '{"a":1}' });
	expect(taken).toEqual({
		status: 200,
		answer: { received: true },
		output: [[{ json: { a: 1 }, pairedItem: { item: 0 } }]],
	});
	expect(service.taken).toHaveLength(1);
});

test('each start has an id of its own, and the other one is refused', async () => {
	const first = await wait();
	const second = await wait();
	const [one = '', other = ''] = contexts().map(urlOf);
	const forged = new URL(one);
	forged.searchParams.set('callbackId', new URL(other).searchParams.get('callbackId') ?? '');
	for (const url of [forged.href, one.replace(/callbackId=\w+/, ''), `${one}0`]) {
		const taken = await callBack(first, credentials(), { url });
		expect(taken).toEqual({
			status: 409,
			answer: { received: false, message: expect.stringContaining('not the callback') },
			output: undefined,
		});
	}
	expect((await callBack(second, credentials(), { url: other })).status).toBe(200);
});

test('of several callbacks at the same moment, one is taken', async () => {
	const execution = await wait();
	const [url = ''] = contexts().map(urlOf);
	const calls = Array.from({ length: 8 }, () => callBack(execution, credentials(), { url }));
	const statuses = (await Promise.all(calls)).map(({ status }) => status).sort();
	expect(statuses).toEqual([200, ...Array<number>(7).fill(409)]);
});

// n8n goes on by itself when the time is up, and early versions of it do not look whether it goes on already.
test('a callback after the time is up is refused, though n8n still waits', async () => {
	const execution = await wait({ parameters: { waitLimit: 1, waitUnit: 'hours' } });
	const [url = ''] = contexts().map(urlOf);
	const up = Date.now() + 3_600_000;
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => up);
	const tries = [await callBack(execution, credentials(), { url })];
	tries.push(await callBack(execution, credentials(), { url }));
	clock.mockRestore();
	const refused = {
		status: 409,
		answer: { received: false, message: expect.stringContaining('comes too late') },
		output: undefined,
	};
	expect(tries).toEqual([refused, refused]);
});

test('a callback that n8n could not store is taken again later', async () => {
	const execution = await wait();
	const [url = ''] = contexts().map(urlOf);
	const statusOf = async () => (await callBack(execution, credentials(), { url })).status;
	expect([await statusOf(), await statusOf()]).toEqual([200, 409]);
	const later = Date.now() + 30_000;
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
	// It is still stored as waiting, as where n8n's database did not answer.
	expect(await statusOf()).toBe(200);
	clock.mockRestore();
});

test.each<[string, string | Buffer, Record<string, string>, unknown[]]>([
	['an object', '{"a":1}', {}, [{ a: 1 }]],
	['an array', '[{"a":1},null]', {}, [{ a: 1 }, { data: null }]],
	['nothing', '', {}, [{}]],
	['an empty array, which would be no item', '[]', {}, [{ data: [] }]],
	['a text', 'ready', { 'content-type': 'text/plain' }, [{ data: 'ready' }]],
	['what looks like a failure', '{"error":"no"}', {}, [{ error: 'no', statusCode: 202 }]],
	['garbage', Buffer.from([0xff, 0xfe, 0]), {}, [{ data: expect.any(String) }]],
	['the token', `{"seen":"${TOKEN}"}`, {}, [{ seen: '***' }]],
])('%s comes out as an answer does', async (_, body, headers, expected) => {
	const execution = await wait({ settings: { onError: 'continueErrorOutput' } });
	const [url = ''] = contexts().map(urlOf);
	const { status, output } = await callBack(execution, credentials(), { url, body, headers });
	expect(status).toBe(200);
	expect(output?.map((items) => items.map(({ json }) => json))).toEqual([expected, []]);
});

test('the full response is the callback, with what the start was answered', async () => {
	const options = { fullResponse: true, includeInput: true, responseField: 'said' };
	const execution = await wait({ parameters: { options } });
	const [url = ''] = contexts().map(urlOf);
	const { output } = await callBack(execution, credentials(), { url, body: '{"done":1}' });
	expect(output?.[0]?.map(({ json }) => json)).toEqual([
		{
			n: 1,
			said: {
				headers: { 'content-type': 'application/json' },
				body: { done: 1 },
				answer: { statusCode: 202, headers: expect.any(Object), body: { accepted: true } },
			},
		},
	]);
});

describe('when no callback comes in time', () => {
	const error =
		'The flow "approval" (QA) did not call back while this execution waited, 2 days at most: the flow was started. Look in the integration platform what became of it before you start it again, so that it does not run twice.';
	const details = {
		outcome: 'noCallback',
		slug: 'approval',
		attempts: 1,
		body: { accepted: true },
	};
	const parameters = { waitLimit: 2, waitUnit: 'days' };

	test.each([[{}], [{ onError: 'continueRegularOutput' }]] as Array<[Partial<INode>]>)(
		'%j: the run goes on with an item that says so',
		async (settings) => {
			const execution = await wait({ parameters, settings });
			const output = await atLimit(execution, credentials());
			expect(output.flat().map(({ json }) => json)).toEqual([{ error, details }]);
			expect(service.taken).toHaveLength(1);
		},
	);

	test('it goes to the error branch, with the input item', async () => {
		const execution = await wait({ parameters, settings: { onError: 'continueErrorOutput' } });
		const output = await atLimit(execution, credentials());
		const shown = output.map((items) => items.map(({ json }) => json));
		expect(shown).toEqual([[], [{ n: 1, error, details }]]);
	});

	test('what the node before has given stays as it was', async () => {
		const { data } = await wait({ parameters });
		const { resultData } = JSON.parse(data) as { resultData: { runData: { Start: unknown } } };
		expect(JSON.stringify(resultData.runData.Start)).not.toContain('noCallback');
	});
});

describe('refused before anything is sent', () => {
	test.each<[string, Settings, RegExp]>([
		['several items', { items: [{ n: 1 }, { n: 2 }] }, /takes one item at a time, and 2 have come/],
		['no field', { parameters: { callbackField: ' ' } }, /Callback Field names no field/],
		['a dot too many', { parameters: { callbackField: 'a..b' } }, /Callback Field names no field/],
		[
			'no room',
			{ parameters: { callbackField: 'n.url' } },
			/no room for the URL to call back at "n.url"/,
		],
		['no time', { parameters: { waitLimit: 0 } }, /Wait at Most is "0 hours"/],
		['no number', { parameters: { waitLimit: 'soon' } }, /Wait at Most is "soon hours"/],
		['no end', { parameters: { waitLimit: 1e9 } }, /ten years at most/],
		['no unit', { parameters: { waitUnit: 'weeks' } }, /Wait at Most is "24 weeks"/],
	])('%s', async (_, settings, expected) => {
		const execution = await wait(settings);
		expect(message(execution)).toMatch(expected);
		expect(isWaiting(execution)).toBe(false);
		expect(service.taken).toHaveLength(0);
	});
});

test('a form is refused, and the wait goes on', async () => {
	const execution = await wait();
	const [url = ''] = contexts().map(urlOf);
	const headers = { 'content-type': 'multipart/form-data; boundary=x' };
	expect(await callBack(execution, credentials(), { url, headers })).toEqual({
		status: 415,
		answer: { received: false, message: expect.stringContaining('cannot be a form') },
		output: undefined,
	});
	expect((await callBack(execution, credentials(), { url, body: '{}' })).status).toBe(200);
});

test('while the credential cannot be read, a callback is to come later', async () => {
	const execution = await wait();
	const [url = ''] = contexts().map(urlOf);
	expect(await callBack(execution, {}, { url, body: '{}' })).toMatchObject({
		status: 500,
		output: undefined,
	});
	expect((await callBack(execution, credentials(), { url, body: '{}' })).status).toBe(200);
});

test.each([
	['callbackUrl', 'callbackUrl'],
	['callbackUrl', 'callbackUrl.key'],
	['meta.key.url', 'meta.key'],
])(
	'the URL at %s and the start key at %s exclude each other',
	async (callbackField, idempotencyKeyField) => {
		const execution = await wait({
			parameters: { callbackField, options: { idempotencyKeyField } },
		});
		expect(message(execution)).toMatch(/no room for the start key/);
		expect(service.taken).toHaveLength(0);
	},
);

test('the start key and the URL go into the same context, and the key is the same for each try', async () => {
	await wait({
		parameters: { options: { idempotencyKeyField: 'meta.key' }, callbackField: 'meta.url' },
	});
	const [{ meta } = {}] = contexts();
	expect(meta).toEqual({ key: expect.stringMatching(/^[\da-f]{64}$/), url: expect.any(String) });
});

test('what the example has in the field is replaced', async () => {
	const parameters = { callbackField: 'meta.to' };
	await wait({ items: [{ n: 1, meta: { to: 'https://example.com', kept: true } }], parameters });
	const [{ meta } = {}] = contexts();
	expect(meta).toEqual({ to: expect.stringContaining('callbackId='), kept: true });
});

test('a start that is turned away is an error, and nobody waits', async () => {
	await service.close();
	service = await faultyHttp((response) => response.writeHead(422).end('{"message":"no"}'));
	const execution = await wait({
		settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
	});
	expect(isWaiting(execution)).toBe(false);
	expect(message(execution)).toMatch(/the flow was not started/);
});

test('with Retry On Fail, one start that may have happened is not made again', async () => {
	await service.close();
	service = await faultyHttp((response) => response.destroy());
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const execution = await wait({ settings });
	expect(service.taken).toHaveLength(1);
	expect(isWaiting(execution)).toBe(false);
});

test('what was accepted in the end is waited for, also after tries', async () => {
	await service.close();
	service = await faultyHttp((response, _body, nth) =>
		nth === 1
			? response.writeHead(429, { 'retry-after': '0' }).end()
			: response.writeHead(200).end('{}'),
	);
	const execution = await wait();
	expect(service.taken).toHaveLength(2);
	expect(isWaiting(execution)).toBe(true);
	// Both tries carry the same URL.
	expect(new Set(service.taken).size).toBe(1);
});

test.each(['startAndWait', 'start'])(
	'Retry of an execution that waits sends nothing: %s',
	async (operation) => {
		const execution = await wait();
		// As n8n does with one that it broke off behind the node (seen: 2.40.7): it runs the node again.
		const crashed = JSON.parse(execution.data) as IRunExecutionData;
		delete crashed.waitTill;
		crashed.resultData.runData[NODE]?.pop();
		const node = { parameters: { ...PARAMETERS, operation } };
		const saved = { ...execution, data: JSON.stringify(crashed) };
		const again = await retry(saved, credentials(), { current: { node } });
		expect(service.taken).toHaveLength(1);
		expect(message(again)).toMatch(
			new RegExp(
				`was started in execution ${execution.id} and calls back there, so nothing was sent again`,
			),
		);
	},
);

test('a preview shows a URL that calls nothing, and only where a field is named', async () => {
	const preview = async (parameters: INodeParameters) => {
		const execution = await wait({ parameters: { operation: 'preview', ...parameters } });
		return runsOf(execution)[0]?.data?.main?.[0]?.[0]?.json.body;
	};
	expect(await preview({})).toEqual({ slug: 'approval', context: { n: 1 } });
	expect(await preview({ callbackField: 'meta.to' })).toEqual({
		slug: 'approval',
		context: { n: 1, meta: { to: expect.stringMatching(/^https:\/\/n8n\.invalid\//) } },
	});
	expect(service.taken).toHaveLength(0);
});

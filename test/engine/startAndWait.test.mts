/** Start and Wait on n8n's engine: what is sent, what is stored, and what comes out of the wait. */
import type { IDataObject, INode, INodeParameters, IRunExecutionData } from 'n8n-workflow';

import { bySlug, filledForm } from '../parameters.mts';
import { reply, serviceForEach } from './faultyService.mts';
import {
	atLimit,
	callBack,
	GOES_ON,
	NODE,
	retry,
	runNode,
	TOKEN,
	TRIES_AGAIN,
	type Callback,
	type Execution,
	type RunOptions,
} from './harness.mts';

const service = serviceForEach(reply(202, '{"accepted":true}'));

afterEach(() => jest.restoreAllMocks());

const wait = async ({ parameters, ...options }: RunOptions = {}): Promise<Execution> =>
	await runNode({
		url: service.url,
		items: [{ n: 1 }],
		parameters: { operation: 'startAndWait', flow: bySlug('approval'), ...parameters },
		...options,
	});

/** The URL that the first start, or the one at this place, was given. */
const urlAt = (place = 0) =>
	/https:[^"]*/.exec(JSON.stringify(service.contexts()[place]))?.[0] ?? '';

const call = async (execution: Execution, callback: Partial<Callback> = {}) =>
	await callBack(execution, { url: urlAt(), ...callback });

const refusal = (status: number, said: string) => ({
	status,
	answer: { received: false, message: expect.stringContaining(said) },
	output: undefined,
});

const goOnTo = (ms: number) => {
	const later = Date.now() + ms;
	jest.spyOn(Date, 'now').mockImplementation(() => later);
};

test('a callback to the URL in the context ends the wait, with one start', async () => {
	const execution = await wait();
	expect(execution.isWaiting).toBe(true);
	expect(service.contexts()).toEqual([{ n: 1, callbackUrl: expect.any(String) }]);
	const url = new URL(urlAt());
	expect(url.origin).toBe('https://n8n.example');
	expect(url.searchParams.get('callbackId')).toMatch(/^[\da-f-]{36,64}$/);

	expect(await call(execution, { body: '{"a":1}' })).toEqual({
		status: 200,
		answer: { received: true },
		output: [[{ json: { a: 1 }, pairedItem: { item: 0 } }]],
	});
	expect(service.taken).toHaveLength(1);
});

describe('a callback', () => {
	test('of another start, or of none, is refused', async () => {
		const first = await wait();
		const second = await wait();
		const forged = new URL(urlAt(0));
		const other = new URL(urlAt(1)).searchParams.get('callbackId') ?? '';
		forged.searchParams.set('callbackId', other);
		for (const url of [forged.href, urlAt().replace(/callbackId=\w+/, ''), `${urlAt()}0`]) {
			expect(await call(first, { url })).toEqual(refusal(409, 'not the callback'));
		}
		expect((await call(second, { url: urlAt(1) })).status).toBe(200);
	});

	test('is not known by what somebody has written into the workflow', async () => {
		const execution = await wait({ parameters: { pendingCallback: { id: 'known' } } });
		const url = urlAt().replace(/callbackId=\w+/, 'callbackId=known');
		expect(await call(execution, { url })).toEqual(refusal(409, 'not the callback'));
	});

	test('as a multipart form, which n8n has taken apart, is refused', async () => {
		const headers = { 'content-type': 'multipart/form-data; boundary=x' };
		expect(await call(await wait(), { headers })).toEqual(refusal(415, 'multipart form'));
	});

	test('that comes eight times at the same moment is taken once', async () => {
		const execution = await wait();
		const calls = Array.from({ length: 8 }, () => call(execution));
		const statuses = (await Promise.all(calls)).map(({ status }) => status).sort();
		expect(statuses).toEqual([200, ...Array<number>(7).fill(409)]);
	});

	// n8n goes on by itself when the time is up, and early versions of it do not look whether it goes on already.
	test('after the limit is refused, though n8n still waits', async () => {
		const execution = await wait({ parameters: { waitLimit: 1, waitUnit: 'hours' } });
		goOnTo(3_600_000);
		expect(await call(execution)).toEqual(refusal(409, 'too late'));
	});

	test('that n8n could not store is taken again', async () => {
		const execution = await wait();
		const statuses = [(await call(execution)).status, (await call(execution)).status];
		goOnTo(30_000);
		// It is still stored as waiting, as where n8n's database did not answer.
		expect([...statuses, (await call(execution)).status]).toEqual([200, 409, 200]);
	});

	test('is to come later while the credential cannot be read', async () => {
		const execution = await wait();
		const unreadable = { ...execution, options: { ...execution.options, credentials: {} } };
		expect((await call(unreadable)).status).toBe(500);
		expect((await call(execution)).status).toBe(200);
	});

	test.each<[string, string | Buffer, Record<string, string>, unknown[]]>([
		['an array', '[{"a":1},null]', {}, [{ a: 1 }, { data: null }]],
		['nothing', '', {}, [{}]],
		['an empty array, which would be no item', '[]', {}, [{ data: [] }]],
		['a text', 'ready', { 'content-type': 'text/plain' }, [{ data: 'ready' }]],
		['what looks like a failure', '{"error":"no"}', {}, [{ error: 'no', statusCode: 202 }]],
		['the token', `{"seen":"${TOKEN}"}`, {}, [{ seen: '***' }]],
	])('with %s comes out as an answer does', async (_, body, headers, expected) => {
		const execution = await wait({ settings: { onError: 'continueErrorOutput' } });
		const { status, output } = await call(execution, { body, headers });
		expect(status).toBe(200);
		expect(output?.map((items) => items.map(({ json }) => json))).toEqual([expected, []]);
	});

	test('comes with what the start was answered in the full response', async () => {
		const options = { fullResponse: true, includeInput: true };
		const { output } = await call(await wait({ parameters: { options } }), { body: '{"done":1}' });
		expect(output?.[0]?.map(({ json }) => json)).toEqual([
			{
				n: 1,
				headers: { 'content-type': 'application/json' },
				body: { done: 1 },
				answer: { statusCode: 202, headers: expect.any(Object), body: { accepted: true } },
			},
		]);
	});
});

describe('when no callback comes in time', () => {
	const error = expect.stringMatching(
		/^The flow "approval" \(QA\) did not call back .*2 days.*: the flow was started\. .*heck in the integration platform/,
	);
	const details = {
		outcome: 'noCallback',
		slug: 'approval',
		attempts: 1,
		body: { accepted: true },
	};
	const parameters = { waitLimit: 2, waitUnit: 'days' };

	test.each<Partial<INode>>([{}, GOES_ON])(
		'the run goes on with an item that says so: %j',
		async (settings) => {
			const output = await atLimit(await wait({ parameters, settings }));
			expect(output.flat().map(({ json }) => json)).toEqual([{ error, details }]);
			expect(service.taken).toHaveLength(1);
		},
	);

	test('that item goes to the error branch, with the input item', async () => {
		const execution = await wait({ parameters, settings: { onError: 'continueErrorOutput' } });
		const shown = (await atLimit(execution)).map((items) => items.map(({ json }) => json));
		expect(shown).toEqual([[], [{ n: 1, error, details }]]);
	});

	test('what the node before has given stays as it was', async () => {
		const { run } = await wait({ parameters });
		expect(JSON.stringify(run.data.resultData.runData.Start)).not.toContain('noCallback');
	});
});

describe('a wait that cannot be', () => {
	const overlap = (callbackField: string, idempotencyKeyField: string) => ({
		parameters: { callbackField, options: { idempotencyKeyField } },
	});

	test.each<[string, RunOptions, RegExp]>([
		['several items', { items: [{ n: 1 }, { n: 2 }] }, /one item at a time, but received 2/],
		[
			'an n8n that only this machine reaches',
			{ url: 'https://flows.example.com/', waitingUrl: 'http://localhost:5678/webhook-waiting' },
			/cannot call back, .*http:\/\/localhost:5678/,
		],
		[
			'a credential that uses the item',
			{ url: '={{ $json.url }}' },
			/credential with fixed fields/,
		],
		[
			'no field',
			{ parameters: { callbackField: ' ' } },
			/Callback URL Field is empty or has an empty part/,
		],
		['no room', { parameters: { callbackField: 'n.url' } }, /Callback URL Field .*"n\.url"/],
		['no time', { parameters: { waitLimit: 0 } }, /Limit Wait Time is "0 hours"/],
		['no end', { parameters: { waitLimit: '={{ Infinity }}' } }, /Limit Wait Time is "Infinity/],
		['no unit', { parameters: { waitUnit: 'weeks' } }, /Limit Wait Time is "24 weeks"/],
		[
			'the key in the place of the URL',
			overlap('callbackUrl', 'callbackUrl'),
			/Idempotency Key Field/,
		],
		['the key in the way of the URL', overlap('meta.key.url', 'meta.key'), /Idempotency Key Field/],
	])('is refused before anything is sent: %s', async (_, options, expected) => {
		const { error, isWaiting } = await wait(options);
		expect(error?.message).toMatch(expected);
		expect(isWaiting).toBe(false);
		expect(service.taken).toEqual([]);
	});
});

describe('the URL', () => {
	const key = expect.stringMatching(/^[\w-]{43,64}$/);
	const url = expect.stringContaining('callbackId=');
	const form = (value: IDataObject, example: Record<string, string>): INodeParameters => ({
		contextMode: 'form',
		contextMapping: filledForm(example, 'approval', value),
	});

	test.each<[string, IDataObject, INodeParameters, IDataObject]>([
		[
			'beside the key',
			{ n: 1 },
			{ callbackField: 'meta.url', options: { idempotencyKeyField: 'meta.key' } },
			{ n: 1, meta: { key, url } },
		],
		[
			'in place of what the item has there',
			{ meta: { to: 'https://example.com', kept: true } },
			{ callbackField: 'meta.to' },
			{ meta: { to: url, kept: true } },
		],
		['in the only field of a form', {}, form({}, { callbackUrl: '' }), { callbackUrl: url }],
	])('goes into the context %s', async (_where, item, parameters, context) => {
		await wait({ items: [item], parameters });
		expect(service.contexts()).toEqual([context]);
	});

	test('does not count as a field of the form that is filled', async () => {
		const parameters = form({ '/callbackUrl': 'x' }, { callbackUrl: '', amount: '5' });
		expect((await wait({ parameters })).error?.message).toMatch(
			/^Every field of the form is empty/,
		);
		expect(service.taken).toEqual([]);
	});
});

test('a start that is turned away is an error, and nobody waits', async () => {
	service.answers(reply(422));
	const { error, isWaiting } = await wait({ settings: TRIES_AGAIN });
	expect(isWaiting).toBe(false);
	expect(error?.message).toMatch(/the flow was not started/);
});

test('with Retry On Fail, one start that may have happened is not made again', async () => {
	service.answers((response) => response.destroy());
	const { isWaiting } = await wait({ settings: TRIES_AGAIN });
	expect(service.taken).toHaveLength(1);
	expect(isWaiting).toBe(false);
});

test('what is accepted in the end is waited for, with the same URL for each try', async () => {
	service.answers((response, body, nth) =>
		reply(nth === 1 ? 429 : 200, '{}', { 'retry-after': '0' })(response, body, nth),
	);
	expect((await wait()).isWaiting).toBe(true);
	expect(service.taken).toHaveLength(2);
	expect(new Set(service.taken).size).toBe(1);
});

test.each(['startAndWait', 'start'])(
	'Retry of an execution that waits sends nothing: %s',
	async (operation) => {
		const execution = await wait();
		// As n8n does with one that it broke off behind the node (seen: 2.40.7): it runs the node again.
		const crashed = JSON.parse(execution.saved()) as IRunExecutionData;
		delete crashed.waitTill;
		crashed.resultData.runData[NODE]?.pop();
		const saved = () => JSON.stringify(crashed);
		const parameters = { operation, flow: bySlug('approval') };
		const { error } = await retry({ ...execution, saved }, { parameters });
		expect(service.taken).toHaveLength(1);
		expect(error?.message).toContain(`Execution ${execution.id} already started the flow`);
		expect(error?.message).toMatch(/already started the flow .* gets its callback/);
	},
);

/** Start and Wait on n8n's engine: what is sent, what is stored, and what comes out of the wait. */
import type { IDataObject, INode, INodeParameters, IRunExecutionData } from 'n8n-workflow';

import { bySlug, filledForm } from '../parameters.mts';
import { execute, retry, runsOf, type SavedExecution } from './executions.mts';
import { reply, serviceForEach } from './faultyService.mts';
import { credentialFor, TOKEN } from './harness.mts';
import { NODE } from './parts/workflow.mts';
import { atLimit, callBack, isWaiting, type Callback } from './waitingExecution.mts';

const service = serviceForEach(reply(202, '{"accepted":true}'));

const credentials = () => ({ test: credentialFor(service.url) });

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

/** The URL that the first start, or the one at this place, was given. */
const urlAt = (place = 0) =>
	/https:[^"]*/.exec(JSON.stringify(service.contexts()[place]))?.[0] ?? '';

const call = async (execution: SavedExecution, callback: Partial<Callback> = {}) =>
	await callBack(execution, credentials(), { url: urlAt(), ...callback });

const message = (execution: SavedExecution) => runsOf(execution).at(-1)?.error?.message;

const refusal = (status: number, said: string) => ({
	status,
	answer: { received: false, message: expect.stringContaining(said) },
	output: undefined,
});

test('a callback to the URL in the context ends the wait, with one start', async () => {
	const execution = await wait();
	expect(isWaiting(execution)).toBe(true);
	expect(service.contexts()).toEqual([{ n: 1, callbackUrl: expect.any(String) }]);
	const url = new URL(urlAt());
	expect(url.origin).toBe('https://n8n.example');
	// 256 bits are 64 hexadecimal digits.
	expect(url.searchParams.get('callbackId')).toMatch(/^[\da-f]{64}$/);

	expect(await call(execution, { body: '{"a":1}' })).toEqual({
		status: 200,
		answer: { received: true },
		output: [[{ json: { a: 1 }, pairedItem: { item: 0 } }]],
	});
	expect(service.taken).toHaveLength(1);
});

test('each start has an id of its own, and the other one is refused', async () => {
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

test('of several callbacks at the same moment, one is taken', async () => {
	const execution = await wait();
	const calls = Array.from({ length: 8 }, () => call(execution));
	const statuses = (await Promise.all(calls)).map(({ status }) => status).sort();
	expect(statuses).toEqual([200, ...Array<number>(7).fill(409)]);
});

describe('later', () => {
	const goOnTo = (ms: number) => {
		const later = Date.now() + ms;
		jest.spyOn(Date, 'now').mockImplementation(() => later);
	};
	afterEach(() => jest.restoreAllMocks());

	// n8n goes on by itself when the time is up, and early versions of it do not look whether it goes on already.
	test('than the limit, a callback is refused, though n8n still waits', async () => {
		const execution = await wait({ parameters: { waitLimit: 1, waitUnit: 'hours' } });
		goOnTo(3_600_000);
		expect(await call(execution)).toEqual(refusal(409, 'comes too late'));
	});

	test('a callback that n8n could not store is taken again', async () => {
		const execution = await wait();
		const statuses = [(await call(execution)).status, (await call(execution)).status];
		goOnTo(30_000);
		// It is still stored as waiting, as where n8n's database did not answer.
		expect([...statuses, (await call(execution)).status]).toEqual([200, 409, 200]);
	});
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
	const { status, output } = await call(execution, { body, headers });
	expect(status).toBe(200);
	expect(output?.map((items) => items.map(({ json }) => json))).toEqual([expected, []]);
});

test('the full response is the callback, with what the start was answered', async () => {
	const execution = await wait({
		parameters: { options: { fullResponse: true, includeInput: true } },
	});
	const { output } = await call(execution, { body: '{"done":1}' });
	expect(output?.[0]?.map(({ json }) => json)).toEqual([
		{
			n: 1,
			headers: { 'content-type': 'application/json' },
			body: { done: 1 },
			answer: { statusCode: 202, headers: expect.any(Object), body: { accepted: true } },
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

test.each<[string, Settings, RegExp]>([
	['several items', { items: [{ n: 1 }, { n: 2 }] }, /accepts one item at a time, but received 2/],
	['no field', { parameters: { callbackField: ' ' } }, /Callback URL Field is not a field name/],
	['no room', { parameters: { callbackField: 'n.url' } }, /no room for the URL .*"n.url"/],
	['no time', { parameters: { waitLimit: 0 } }, /Limit Wait Time is "0 hours"/],
	['no unit', { parameters: { waitUnit: 'weeks' } }, /Limit Wait Time is "24 weeks"/],
	[
		'another id than its own, by a person who knows it',
		{ parameters: { pendingCallback: { id: 'known', layout: {}, statusCode: 200, input: {} } } },
		/hidden parameter pendingCallback was changed/,
	],
	[
		'another id than its own, by an expression',
		{ parameters: { pendingCallback: "={{ { id: 'known' } }}" } },
		/hidden parameter pendingCallback was changed/,
	],
])('a wait with %s is refused before anything is sent', async (_, settings, expected) => {
	const execution = await wait(settings);
	expect(message(execution)).toMatch(expected);
	expect(isWaiting(execution)).toBe(false);
	expect(service.taken).toEqual([]);
});

test('a callback as a form is refused, and the wait goes on', async () => {
	const execution = await wait();
	const headers = { 'content-type': 'multipart/form-data; boundary=x' };
	expect(await call(execution, { headers })).toEqual(refusal(415, 'cannot be a form'));
	expect((await call(execution)).status).toBe(200);
});

test('while the credential cannot be read, a callback is to come later', async () => {
	const execution = await wait();
	expect((await callBack(execution, {}, { url: urlAt() })).status).toBe(500);
	expect((await call(execution)).status).toBe(200);
});

test.each([
	['callbackUrl', 'callbackUrl'],
	['callbackUrl', 'callbackUrl.key'],
	['meta.key.url', 'meta.key'],
])('the URL at %s and the key at %s exclude each other', async (callbackField, key) => {
	const options = { idempotencyKeyField: key };
	const execution = await wait({ parameters: { callbackField, options } });
	expect(message(execution)).toMatch(/where the idempotency key should go/);
	expect(service.taken).toEqual([]);
});

test('the key and the URL go into the same context', async () => {
	const options = { idempotencyKeyField: 'meta.key' };
	await wait({ parameters: { options, callbackField: 'meta.url' } });
	const meta = { key: expect.stringMatching(/^[\da-f]{64}$/), url: expect.any(String) };
	expect(service.contexts()).toEqual([{ n: 1, meta }]);
});

test('what the item has in the field is replaced', async () => {
	const items = [{ meta: { to: 'https://example.com', kept: true } }];
	await wait({ items, parameters: { callbackField: 'meta.to' } });
	const meta = { to: expect.stringContaining('callbackId='), kept: true };
	expect(service.contexts()).toEqual([{ meta }]);
});

describe('of a form, the field for the URL', () => {
	const form = (value: IDataObject, example: Record<string, string>): INodeParameters => ({
		contextMode: 'form',
		contextMapping: filledForm(example, 'approval', value),
	});

	test('does not count as one that is filled', async () => {
		const parameters = form({ '/callbackUrl': 'x' }, { callbackUrl: '', amount: '5' });
		expect(message(await wait({ parameters }))).toMatch(/^Every field of the form is empty/);
	});

	test('may be the only one', async () => {
		await wait({ parameters: form({}, { callbackUrl: '' }) });
		expect(service.contexts()).toEqual([{ callbackUrl: expect.stringContaining('callbackId=') }]);
	});
});

const TRIES_AGAIN = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

test('a start that is turned away is an error, and nobody waits', async () => {
	service.answers(reply(422));
	const execution = await wait({ settings: TRIES_AGAIN });
	expect(isWaiting(execution)).toBe(false);
	expect(message(execution)).toMatch(/the flow was not started/);
});

test('with Retry On Fail, one start that may have happened is not made again', async () => {
	service.answers((response) => response.destroy());
	const execution = await wait({ settings: TRIES_AGAIN });
	expect(service.taken).toHaveLength(1);
	expect(isWaiting(execution)).toBe(false);
});

test('what was accepted in the end is waited for, with the same URL for each try', async () => {
	service.answers((response, body, nth) =>
		reply(nth === 1 ? 429 : 200, '{}', { 'retry-after': '0' })(response, body, nth),
	);
	expect(isWaiting(await wait())).toBe(true);
	expect(service.taken).toHaveLength(2);
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

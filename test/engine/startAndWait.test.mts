/** Start and Wait on n8n's engine: what it sends, what it stores, and what a callback gives. */
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { StartFlow } from '../../nodes/StartFlow/StartFlow.node.ts';
import { automaticForm, bySlug, filledForm } from '../../tools/n8n/parameters.mts';
import { reply, serviceForEach } from './faultyService.mts';
import {
	atLimit,
	callBack,
	CONTINUE_ON_ERROR,
	createExecuteContext,
	NODE,
	retry,
	runNode,
	TOKEN,
	withSaved,
	type Callback,
	type Execution,
	type RunOptions,
} from './harness.mts';
import { ENGINE } from './parts/engine.mts';

const service = serviceForEach(reply(202, '{"accepted":true}'));

afterEach(() => jest.restoreAllMocks());

const wait = async ({ parameters, ...options }: RunOptions = {}): Promise<Execution> =>
	await runNode({
		url: service.url,
		items: [{ n: 1 }],
		parameters: { operation: 'startAndWait', flow: bySlug('approval'), ...parameters },
		...options,
	});

/** The callback URL in the first start, or in the start at this place. */
const urlAt = (place = 0) =>
	/https:[^"]*/.exec(JSON.stringify(service.contexts()[place]))?.[0] ?? '';

const call = async (execution: Execution, callback: Partial<Callback> = {}) =>
	await callBack(execution, { url: urlAt(), ...callback });

const refusal = (status: number, message: string) => ({
	status,
	answer: { received: false, message: expect.stringContaining(message) },
	output: undefined,
});

const moveClockBy = (ms: number) => {
	const later = Date.now() + ms;
	jest.spyOn(Date, 'now').mockImplementation(() => later);
};

test('a callback to the URL in the context ends the wait, with one start', async () => {
	const execution = await wait();
	expect(execution.isWaiting).toBe(true);
	expect(execution.shown).toEqual([{ waitingFor: 'approval', waitingUntil: expect.any(String) }]);
	expect(service.contexts()).toEqual([{ n: 1, callbackUrl: expect.any(String) }]);
	expect(urlAt()).toMatch(
		/^https:\/\/n8n\.example\/.*\?(?:signature=\w+&)?callbackId=[\da-f-]{36}$/,
	);
	expect(urlAt().includes('signature=')).toBe(ENGINE.signsResumeUrl);

	expect(await call(execution, { body: '{"a":1}' })).toEqual({
		status: 200,
		answer: { received: true },
		output: [[{ json: { a: 1 }, pairedItem: { item: 0 } }]],
	});
	expect(service.received).toHaveLength(1);
});

test('the options for the answer hold for the callback and for the answer to the start', async () => {
	const options = { fullResponse: true, includeInput: true, responseFormat: 'text' };
	const { output } = await call(await wait({ parameters: { options } }), { body: '{"a":1}' });
	const headers = expect.any(Object);
	const answer = { statusCode: 202, headers, body: '{"accepted":true}' };
	const json = { n: 1, headers, body: '{"a":1}', answer };
	expect(output).toEqual([[{ json, pairedItem: { item: 0 } }]]);
});

test('a run that waits names in a hint what it did not send', async () => {
	const contextJson = '={{ { n: $json.n, a: $json.a } }}';
	const { isWaiting, hints } = await wait({ parameters: { contextMode: 'json', contextJson } });
	expect(isWaiting).toBe(true);
	expect(hints).toEqual(['Fields not sent: "a" (the expression found nothing)']);
});

describe('a callback', () => {
	const pdf = { data: { mimeType: 'application/pdf' } };

	test.each([
		['a file', '%PDF', 'application/pdf', { json: {}, binary: pdf }],
		// One more key keeps it off the error branch.
		['a failure', '{"error":"no"}', 'text/plain', { json: { error: 'no', statusCode: 202 } }],
	])('may be %s', async (_what, body, type, item) => {
		const { output } = await call(await wait(), { body, headers: { 'content-type': type } });
		expect(output).toMatchObject([[item]]);
	});

	test('with the id of another start, or without one, is refused', async () => {
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

	test.each<[string, string, IDataObject]>([
		['auto', 'a=1&b=x+%C3%A4&b=y&c=', { a: '1', b: ['x ä', 'y'], c: '' }],
		['auto', `a=${TOKEN.replace('-', '%2d')}`, { a: '***' }],
		['auto', '', {}],
		['json', 'a=1', { a: '1' }],
		['text', 'a=1', { data: 'a=1' }],
	])('as an HTML form gives its fields: %s, %s', async (responseFormat, body, json) => {
		const execution = await wait({ parameters: { options: { responseFormat } } });
		const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
		const { output } = await call(execution, { body, headers });
		expect(output).toEqual([[{ json, pairedItem: { item: 0 } }]]);
	});

	test('as a multipart form is refused, because n8n has parsed it already', async () => {
		const headers = { 'content-type': 'multipart/form-data; boundary=x' };
		expect(await call(await wait(), { headers })).toEqual(refusal(415, 'multipart form'));
	});

	test('that comes eight times at the same moment is accepted once', async () => {
		const execution = await wait();
		const calls = Array.from({ length: 8 }, () => call(execution));
		const accepted = expect.objectContaining({ status: 200 });
		const refused = refusal(409, 'already been received');
		expect(await Promise.all(calls)).toEqual([accepted, ...Array<unknown>(7).fill(refused)]);
	});

	// n8n also continues the execution when the limit passes, and early versions do not check whether it runs already.
	test('after the limit is refused even while n8n still waits', async () => {
		const execution = await wait({ parameters: { waitLimit: 1, waitUnit: 'hours' } });
		moveClockBy(3_600_000);
		expect(await call(execution)).toEqual(refusal(409, 'too late'));
	});

	test('that n8n could not store is accepted again after a while', async () => {
		const execution = await wait();
		const statuses = [];
		// The execution is still stored as waiting, as when n8n's database did not answer.
		for (const ms of [0, 19_999, 2]) {
			moveClockBy(ms);
			statuses.push((await call(execution)).status);
		}
		expect(statuses).toEqual([200, 409, 200]);
	});

	test('gets a 500 while the credential cannot be read, and is accepted later', async () => {
		const execution = await wait();
		const unreadable = { ...execution, options: { ...execution.options, credentials: {} } };
		expect(await call(unreadable)).toEqual(refusal(500, 'Try again later'));
		expect((await call(execution)).status).toBe(200);
	});

	test('for a wait of another version is refused with what to do', async () => {
		const execution = await wait();
		const otherVersion = withSaved(execution, ({ executionData }) =>
			Object.assign(executionData?.contextData[`node:${NODE}`]?.pendingCallback ?? {}, {
				version: 2,
			}),
		);
		const { status, answer, output } = await call(otherVersion);
		expect([status, output]).toEqual([409, undefined]);
		expect(JSON.stringify(answer)).toMatch(/another version .* Install that/);
		expect((await call(execution)).status).toBe(200);
	});
});

describe('when no callback comes in time', () => {
	const error = expect.stringMatching(
		/^The flow "approval" did not call back \(limit: 2 days\): the flow was started\. Check in/,
	);
	const details = {
		outcome: 'noCallback',
		slug: 'approval',
		attempts: 1,
		reason: 'No callback within 2 days',
		body: { accepted: true },
	};
	const parameters = { waitLimit: 2, waitUnit: 'days' };
	const onErrorBranch = { n: 1, error, ...(ENGINE.routesFailedItemWithDetails && { details }) };

	test.each<[Partial<INode>, object[][]]>([
		[{}, [[{ error, details }]]],
		[CONTINUE_ON_ERROR, [[{ error, details }]]],
		[{ onError: 'continueErrorOutput' }, [[], [onErrorBranch]]],
	])('the run continues with an item that has the error: %j', async (settings, expected) => {
		const outputs = await atLimit(await wait({ parameters, settings }));
		expect(outputs.map((items) => items.map(({ json }) => json))).toEqual(expected);
		expect(service.received).toHaveLength(1);
	});

	test('the output of the node before is not changed', async () => {
		// The engine hands on copies (seen in 2.41), so here the node gets the array itself.
		const items = [{ json: { n: 1 } }];
		const n8n = await createExecuteContext({
			url: service.url,
			items,
			parameters: { operation: 'startAndWait', flow: bySlug('approval'), ...parameters },
		});
		const { node } = n8n.getExecuteData();
		await new StartFlow().execute.call(n8n);
		expect(items).toEqual([{ json: { n: 1 } }]);
		expect(n8n.getExecuteData().data.main).toEqual([
			[{ json: { error: expect.any(String), details }, pairedItem: { item: 0 } }],
		]);
		// n8n disables it when the execution goes on. Inputs from other branches share the node's own object.
		expect(n8n.getExecuteData().node).not.toBe(node);
	});
});

describe('a wait that is impossible', () => {
	test.each<[string, RunOptions, RegExp]>([
		[
			'several items',
			{ items: [{ n: 1 }, { n: 2 }] },
			/one item at a time, but received 2\. .* Put Loop Over Items /,
		],
		[
			'an n8n that only this machine reaches',
			{ url: 'https://flows.example.com/', waitingUrl: 'http://localhost:5678/webhook-waiting' },
			/cannot call back, .*http:\/\/localhost:5678\. .* Set .* WEBHOOK_URL .* each worker needs it too.* Then retry/,
		],
		[
			'an n8n whose address lacks https://',
			{ waitingUrl: 'n8n.example.com:5678/webhook-waiting' },
			/cannot call back, .*n8n\.example\.com:5678\/.* WEBHOOK_URL to .* address, which begins/,
		],
		[
			'a credential that uses the item',
			{ url: '={{ $json.url }}' },
			/credential with fixed fields/,
		],
		[
			'an empty field',
			{ parameters: { callbackField: "={{ '' }}" } },
			/Callback URL Field has to.* Then retry/,
		],
		['no room', { parameters: { callbackField: 'n.url' } }, /Callback URL Field .*"n\.url"/],
		[
			'the key in the place of the URL',
			{ parameters: { options: { idempotencyKeyField: 'callbackUrl' } } },
			/Idempotency Key Field/,
		],
	])('is refused before anything is sent: %s', async (_, options, expected) => {
		const { error, isWaiting } = await wait(options);
		expect(`${error?.message}. ${error?.description}`).toMatch(expected);
		expect(isWaiting).toBe(false);
		expect(service.received).toEqual([]);
	});
});

describe('the URL', () => {
	test('may be of this machine if the service is on it, too', async () => {
		const waitingUrl = 'http://localhost:5678/webhook-waiting';
		const { isWaiting } = await wait({ waitingUrl });
		expect(isWaiting).toBe(true);
		expect(service.contexts()).toEqual([
			{ n: 1, callbackUrl: expect.stringContaining(waitingUrl) },
		]);
	});

	const key = expect.stringMatching(/^[\w-]{43,64}$/);
	const url = expect.stringContaining('callbackId=');
	const onlyFilled = { callbackUrl: '', key: '' };

	test.each<[string, IDataObject, INodeParameters, IDataObject]>([
		[
			'beside the key',
			{ n: 1 },
			{ callbackField: 'meta.url', options: { idempotencyKeyField: 'meta.key' } },
			{ n: 1, meta: { key, url } },
		],
		[
			'in place of the value that the item has there',
			{ meta: { to: 'https://example.com', other: true } },
			{ callbackField: 'meta.to' },
			{ meta: { to: url, other: true } },
		],
	])('goes into the context %s', async (_where, item, parameters, context) => {
		await wait({ items: [item], parameters });
		expect(service.contexts()).toEqual([context]);
	});

	test.each([filledForm(onlyFilled, 'approval', {}), automaticForm(onlyFilled, 'approval')])(
		'goes into a form without other fields, beside the key: %#',
		async (contextMapping) => {
			const options = { idempotencyKeyField: 'key' };
			await wait({ items: [{}], parameters: { contextMode: 'form', contextMapping, options } });
			expect(service.contexts()).toEqual([{ callbackUrl: url, key }]);
		},
	);
});

test('nothing waits after a start that is rejected', async () => {
	service.answers(reply(422));
	const { shown, isWaiting } = await wait({ settings: CONTINUE_ON_ERROR });
	expect(shown).toMatchObject([{ details: { outcome: 'rejected' } }]);
	expect(isWaiting).toBe(false);
});

test.each(['startAndWait', 'start'])('a Retry of a wait sends nothing: %s', async (operation) => {
	const execution = await wait();
	// n8n runs the node again after an execution that broke off behind it, with the callback as its input (seen in 2.41.1).
	const crashed = withSaved(execution, (saved) => {
		delete saved.waitTill;
		saved.resultData.runData[NODE]?.pop();
		const [entry] = saved.executionData?.nodeExecutionStack ?? [];
		if (entry) entry.data.main = [[{ json: { approved: true } }]];
	});
	const parameters = { ...execution.options.parameters, operation };
	const { error } = await retry(crashed, { parameters });
	expect(service.received).toHaveLength(1);
	expect(error?.message).toMatch(/the flow was started .*, so it was not sent again$/i);
});

test('a Retry does not make an uncertain start again that gets the same context in another way', async () => {
	service.answers((response) => response.destroy());
	const execution = await wait();
	const sameContext = { contextMode: 'json', contextJson: '{"n":1}' };
	const parameters = { ...execution.options.parameters, ...sameContext };
	const { error } = await retry(execution, { parameters });
	expect(service.received).toHaveLength(1);
	expect(error?.message).toMatch(/may have started, so it was not sent again/);
});

/** Retry from the executions list starts the rest. It repeats no start, and it works only once. */
import { DataDeduplicationService } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';

import { reply, serviceForEach, statusByNumber } from './faultyService.mts';
import { CONTINUE_ON_ERROR, retry, runNode, RETRY_ON_FAIL, type RunOptions } from './harness.mts';

const service = serviceForEach(statusByNumber({ 1: 500 }));

afterEach(() => jest.restoreAllMocks());

const startsAll = () => service.answers(reply(200));

const items = [0, 1, 2, 3, 4].map((n) => ({ n }));
const withParameters = (parameters: INodeParameters = {}) => ({
	parameters: { options: { concurrency: 1 }, ...parameters },
});

const run = async (options: RunOptions = {}) =>
	await runNode({ url: service.url, items, ...withParameters(), ...options });

const TO_START_THE_REST = 'For the rest, keep Context unchanged and retry execution ';

test('Retry starts the rest, each once, and names the start to look for', async () => {
	const first = await run();
	expect(service.numbers()).toEqual([0, 1]);
	expect(first.error?.description).toContain('1 started; 1 may have started: item 1 (1); 3 not ');
	expect(first.error?.description).toContain(TO_START_THE_REST);

	const second = await retry(first);
	expect(service.numbers()).toEqual([0, 1, 2, 3, 4]);
	expect(second.error?.description).toContain(
		'3 started; in a previous run: 1 started; 1 may have started: item 1 (1).',
	);
	await retry(second);
	expect(service.numbers()).toEqual([0, 1, 2, 3, 4]);
});

test('the headline is the failure that ended the Retry, not an uncertain start of a previous run', async () => {
	service.answers(statusByNumber({ 1: 500, 3: 401 }));
	const { error } = await retry(await run());
	expect(error?.message).toMatch(
		/^2 of 5 started\. The QA token was not accepted \(HTTP 401\): the flow was not started$/,
	);
	expect(error?.httpCode).toBe('401');
	expect(error?.context).toMatchObject({ itemIndex: 3 });
	expect(error?.description).toContain(
		'1 started; 1 rejected: item 3 (3); 1 not tried; in a previous run: 1 started; 1 may',
	);
	expect(service.numbers()).toEqual([0, 1, 2, 3]);
});

test('a Retry with another address says that nothing was started there', async () => {
	const first = await run({ mode: 'manual' });
	const live = { url: `${service.url}live/`, credential: { environment: 'production' } };
	const { error } = await retry(first, live);
	expect(error?.message).toMatch(/^0 of 5 started\. Production was not started: /);
	expect(error?.description).toContain('Production: 0 started; 5 refused by the node: ');
	expect(error?.description).not.toMatch(/may have started|run the workflow again/);
});

test('in the second round of a loop, a failure ends the run, and Retry starts only the rest', async () => {
	service.answers(statusByNumber({ 1: 401 }));
	const first = await run({ loopOver: 1 });
	expect(first.error?.description).toContain(TO_START_THE_REST);
	startsAll();
	await retry(first);
	expect(service.numbers()).toEqual([0, 1, 1, 2, 3, 4]);
});

describe('an execution that was retried before', () => {
	beforeEach(() => service.answers(statusByNumber({ 1: 422 })));

	test.each<[string, RunOptions]>([
		['stops on errors', {}],
		['has Retry On Fail', { settings: RETRY_ON_FAIL }],
		['continues after errors', { settings: CONTINUE_ON_ERROR }],
		['continues after errors in a loop', { settings: CONTINUE_ON_ERROR, loopOver: 1 }],
	])('sends nothing with a second Retry: the node %s', async (_how, changes) => {
		const first = await run({ loopOver: changes.loopOver });
		startsAll();
		await retry(first, changes);
		expect(service.numbers()).toEqual([0, 1, 1, 2, 3, 4]);
		const second = await retry(first, changes);
		expect(second.saved()).toMatch(
			/A previous Retry of the same execution may have started the flow/,
		);
		// A Retry of the second Retry sends nothing either.
		await retry(second, changes);
		expect(service.numbers()).toEqual([0, 1, 1, 2, 3, 4]);
	});

	test.each([
		['bad input', { credential: { accessToken: '<ACCESS_TOKEN>' } }, /refused this item, but /],
		['no answer from n8n', {}, /could not check for previous Retries.* may have started$/],
	])('can be retried again when nothing was sent: %s', async (_why, changes, message) => {
		const query = jest.spyOn(DataDeduplicationService.getInstance(), 'checkProcessedAndRecord');
		const noDatabase = new Error('No database');
		// The first run does not ask n8n. The second time, Retry On Fail asks again.
		query.mockRejectedValueOnce(noDatabase).mockRejectedValueOnce(noDatabase);
		const first = await run();
		const refused = await retry(first, changes);
		expect(refused.error?.message).toMatch(message);
		expect(service.numbers()).toEqual([0, 1]);
		startsAll();
		await retry(first, { settings: RETRY_ON_FAIL });
		expect(service.numbers()).toEqual([0, 1, 1, 2, 3, 4]);
	});

	test('tells a bug of the node from a database that does not answer', async () => {
		const query = jest.spyOn(DataDeduplicationService.getInstance(), 'checkProcessedAndRecord');
		query.mockRejectedValueOnce(new TypeError('A bug'));
		const refused = await retry(await run());
		expect(refused.error?.description).toMatch(
			/^Technical reason: The node itself failed\. The cause is in n8n's log/,
		);
	});

	test.each([
		['n8n says which one it is', '57'],
		['n8n does not say it', ''],
	])('can be retried once, too, if it failed before it reached this node and %s', async (_, id) => {
		startsAll();
		const failing = "={{ $('No').item }}" as unknown as number;
		const failEarlier = async (changes: RunOptions = {}) => {
			const execution = await run({ loopOver: failing, ...changes });
			// n8n adds an entry like this before an agent's tool runs.
			const toolCall = '"runData":{"Tool":[{"startTime":0,"executionTime":0,"source":[]}],';
			const saved = execution.saved().replace('"runData":{', toolCall);
			return { ...execution, saved: () => saved };
		};
		const first = await failEarlier();
		expect(first.rounds).toEqual([]);
		const failedAgain = await retry(first, {}, id);
		await retry(first, { loopOver: 5 }, id);
		const second = await retry(first, { loopOver: 5 }, id);
		expect(second.error?.message).toContain('A previous Retry of the same execution ');
		const third = await retry(failedAgain, { loopOver: 5 }, id && '59');
		expect(third.error?.message).toContain('A previous Retry of the same execution ');
		expect(service.numbers()).toEqual([0, 1, 2, 3, 4]);
		const another = await failEarlier({ items: [{ n: 5 }] });
		await retry(another, { loopOver: 5 }, id && '58');
		expect(service.numbers()).toEqual([0, 1, 2, 3, 4, 5]);
	});
});

test('a Retry of what another version of the node has saved sends nothing, and leaves it to that version', async () => {
	service.answers(statusByNumber({ 1: 422 }));
	const first = await run();
	const part = '"startFlow":{"version":';
	const changed = first.saved().replace(`${part}1`, `${part}2`);
	expect(changed).not.toBe(first.saved());
	const { error, saved } = await retry({ ...first, saved: () => changed });
	expect(error?.message).toMatch(
		/The node cannot read what the previous run saved, so this run sent nothing: .* may have started/,
	);
	expect(error?.description).toMatch(
		/another version .* Check .* which flows have run\. Then run .* with the items that are left\. Environment: QA\.$/,
	);
	expect(service.numbers()).toEqual([0, 1]);
	expect(saved()).toContain(`${part}2`);
});

/** An execution can be retried once. A Retry that sent nothing does not count. */
import { DataDeduplicationService } from 'n8n-core';
import type { INode } from 'n8n-workflow';

import { bySlug } from '../parameters.mts';
import { execute, retry, runsOf, type SavedExecution } from './executions.mts';
import { serviceForEach, statusByNumber } from './faultyService.mts';
import { credentialFor } from './harness.mts';
import type { WorkflowSettings } from './parts/workflow.mts';

const service = serviceForEach(statusByNumber({ 1: 422 }));

afterEach(() => jest.restoreAllMocks());

const credentials = (token?: string) => ({
	test: credentialFor(service.url, token === undefined ? {} : { accessToken: token }),
});

const workflow = (settings: Partial<INode> = {}, more: WorkflowSettings = {}) => ({
	...more,
	node: {
		parameters: {
			flow: bySlug('order-1'),
			contextMode: 'input',
			options: { concurrency: 1 },
		},
		...settings,
	},
});

const items = [0, 1, 2].map((n) => ({ n }));
const numbers = () => service.contexts().map(({ n }) => n);

const failed = async (more: WorkflowSettings = {}) =>
	await execute(workflow({}, more), credentials(), { items, mode: 'trigger' });

const errorOf = (execution: SavedExecution) => runsOf(execution).at(-1)?.error;

const GOES_ON = { onError: 'continueRegularOutput' } as const;
const TRIES_AGAIN = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

test.each<[string, Partial<INode>, WorkflowSettings]>([
	['stops on errors', {}, {}],
	['stops on errors, and tries again', TRIES_AGAIN, {}],
	['goes on after errors', GOES_ON, {}],
	['goes on after errors, and tries again', { ...GOES_ON, ...TRIES_AGAIN }, {}],
	['goes on after errors in a loop', GOES_ON, { loopOver: 1 }],
])('a node that %s sends nothing with a second Retry', async (_how, settings, more) => {
	const first = await failed(more);
	const current = workflow(settings, more);
	service.answers((response) => response.end('{}'));
	await retry(first, credentials(), { current });
	expect(numbers()).toEqual([0, 1, 1, 2]);
	const second = await retry(first, credentials(), { current });
	expect(JSON.stringify(runsOf(second))).toContain(
		`Execution ${first.id} was retried before, so nothing was sent: the flow may have started there`,
	);
	// Nor with a Retry of that one.
	await retry(second, credentials(), { current });
	expect(numbers()).toEqual([0, 1, 1, 2]);
});

test('the newer execution can be retried, once', async () => {
	const first = await failed();
	const second = await retry(first, credentials());
	expect(numbers()).toEqual([0, 1, 1]);
	await retry(second, credentials());
	expect(numbers()).toEqual([0, 1, 1, 1]);
	const third = await retry(second, credentials());
	expect(errorOf(third)?.message).toContain(`Execution ${second.id} was retried before`);
	expect(errorOf(third)?.description).toContain('Retry the newer execution instead.');
	expect(numbers()).toEqual([0, 1, 1, 1]);
});

test('a Retry that was refused before anything was sent does not count', async () => {
	const first = await failed();
	const mistaken = await retry(first, credentials('<ACCESS_TOKEN>'));
	expect(errorOf(mistaken)?.message).toMatch(/access token/);
	service.answers((response) => response.end('{}'));
	await retry(first, credentials());
	expect(numbers()).toEqual([0, 1, 1, 2]);
});

test('while n8n cannot tell, nothing is sent, and a later Retry may', async () => {
	const first = await failed();
	const table = DataDeduplicationService.getInstance();
	jest.spyOn(table, 'checkProcessedAndRecord').mockRejectedValueOnce(new Error('No database'));
	const untold = await retry(first, credentials());
	expect(errorOf(untold)?.message).toContain('could not check whether execution');
	expect(errorOf(untold)?.description).toContain('No database');
	expect(numbers()).toEqual([0, 1]);
	await retry(untold, credentials());
	await retry(first, credentials());
	expect(numbers()).toEqual([0, 1, 1]);
});

test('of two Retries at the same moment, one sends something', async () => {
	const first = await failed();
	await Promise.all([retry(first, credentials()), retry(first, credentials())]);
	expect(numbers()).toEqual([0, 1, 1]);
});

test('an execution that sent nothing, because of a mistake, can be retried once, too', async () => {
	service.answers((response) => response.end('{}'));
	const first = await execute(workflow(), credentials('<ACCESS_TOKEN>'), {
		items,
		mode: 'trigger',
	});
	expect(numbers()).toEqual([]);
	await retry(first, credentials());
	expect(numbers()).toEqual([0, 1, 2]);
	const second = await retry(first, credentials());
	expect(errorOf(second)?.message).toContain(`Execution ${first.id} was retried before`);
	expect(numbers()).toEqual([0, 1, 2]);
});

/** One start may have happened, and the run stops there. Retry starts the rest, and not that one. */
import type { INode, INodeParameters } from 'n8n-workflow';

import { bySlug, filledForm } from '../parameters.mts';
import { execute, retry, runsOf, type SavedExecution, type SavedWorkflow } from './executions.mts';
import { serviceForEach, statusByNumber } from './faultyService.mts';
import { credentialFor } from './harness.mts';

const service = serviceForEach(statusByNumber({ 1: 500 }));

const sent = () => service.contexts().map(({ n }) => n);

const items = [0, 1, 2, 3, 4].map((n) => ({ n }));

const workflow = (settings: Partial<INode> = {}, parameters: INodeParameters = {}) => ({
	node: {
		parameters: {
			flow: bySlug('order-1'),
			contextMode: 'input',
			options: { concurrency: 1 },
			...parameters,
		},
		...settings,
	},
});

const credentials = () => ({ test: credentialFor(service.url) });

const run = async (flow: SavedWorkflow = workflow()) =>
	await execute(flow, credentials(), { items, mode: 'trigger' });

const errorOf = (execution: SavedExecution) => runsOf(execution).at(-1)?.error;
const descriptionOf = (execution: SavedExecution) => errorOf(execution)?.description;

const TO_START_THE_REST = 'To start only the rest, use "Retry with currently saved workflow"';

test('Retry starts those that were not begun, each once, and names the one to look for', async () => {
	const failed = await run();
	expect(sent()).toEqual([0, 1]);
	expect(descriptionOf(failed)).toContain('1 started, 1 may have started, 3 not begun.');
	expect(descriptionOf(failed)).toContain(TO_START_THE_REST);

	const retried = await retry(failed, credentials());
	expect(sent()).toEqual([0, 1, 2, 3, 4]);
	expect(descriptionOf(retried)).toContain(
		'3 started, 1 may have started; 1 was started earlier and not sent again.',
	);
	// There is no rest.
	expect(descriptionOf(retried)).not.toContain('To start only the rest');

	await retry(retried, credentials());
	expect(sent()).toEqual([0, 1, 2, 3, 4]);
});

test('what ends the Retry is its headline, ahead of what an earlier try left in doubt', async () => {
	service.answers(statusByNumber({ 1: 500, 3: 401 }));
	const retried = await retry(await run(), credentials());
	const error = errorOf(retried);
	expect(error?.message).toMatch(
		/^2 of 5 started\. The access token of the QA credential was not accepted \(HTTP 401\).* \[item 3\]$/,
	);
	expect(error).toMatchObject({ httpCode: '401', failure: { cause: 'credential-invalid' } });
	expect(error?.context).toMatchObject({ itemIndex: 3 });
	expect(error?.description).toContain(
		' The service failed (HTTP 500): the flow may have started in an earlier try of this run, so it was not sent again [item 1]. ',
	);
	expect(sent()).toEqual([0, 1, 2, 3]);
});

test('of one run, each outcome is told, with its first item', async () => {
	service.answers(statusByNumber({ 0: 500, 2: 500, 3: 401, 4: 401 }));
	const error = errorOf(await run(workflow({}, { options: { concurrency: 5 } })));
	expect(error?.message).toBe(
		'1 of 5 started. The service failed (HTTP 500): the flow may have started [item 0]',
	);
	expect(error?.description?.match(/\[item \d+\]/g)).toEqual(['[item 3]']);
});

test('set to go on after errors, Retry hands on all answers, and the one that may have started', async () => {
	const current = workflow({ onError: 'continueRegularOutput' });
	const retried = await retry(await run(), credentials(), { current });
	const [output] = runsOf(retried).at(-1)?.data?.main ?? [];
	expect(output?.map(({ json }) => json)).toEqual([
		{},
		{
			error: expect.stringMatching(/may have started in an earlier try/),
			details: { outcome: 'unknown', slug: 'order-1', attempts: 1, statusCode: 500 },
		},
		{},
		{},
		{},
	]);
	expect(sent()).toEqual([0, 1, 2, 3, 4]);
});

test('within one execution, Retry On Fail does not go past it', async () => {
	await run(workflow({ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 }));
	expect(sent()).toEqual([0, 1]);
});

test.each<[string, INodeParameters, RegExp]>([
	['a start that fails', {}, /^Environment: QA\. This round: 0 started, 1 rejected\. /],
	[
		'a mistake',
		{ flow: bySlug('={{ $json.n === 2 ? " " : "order-1" }}') },
		/Rounds before this one may have started flows/,
	],
])(
	'in a later round of a loop, %s says how to start only the rest',
	async (_what, parameters, said) => {
		service.answers(statusByNumber({ 2: 401 }));
		const failed = await run({ ...workflow({}, parameters), loopOver: 1 });
		expect(descriptionOf(failed)).toMatch(said);
		expect(descriptionOf(failed)).toContain(TO_START_THE_REST);
		service.answers(statusByNumber({}));
		await retry(failed, credentials());
		expect(sent().filter((n) => Number(n) < 2)).toEqual([0, 1]);
	},
);

test.each<[string, Record<number, number>, string, number[]]>([
	['was started', { 1: 422 }, 'started', [0, 1]],
	['may have started', { 0: 500 }, 'may have started', [0]],
])(
	'a Retry with other contexts starts again what %s, and says so',
	async (_what, statuses, words, before) => {
		service.answers(statusByNumber(statuses));
		const failed = await run();
		expect(descriptionOf(failed)).toContain('that Retry those whose context you have changed.');
		service.answers(statusByNumber({}));
		const contextJson = '={{ ({ n: $json.n, ...($json.n < 2 && { zip: "1" }) }) }}';
		const current = workflow({}, { contextMode: 'json', contextJson });
		const retried = await retry(failed, credentials(), { current });
		expect(sent()).toEqual([...before, 0, 1, 2, 3, 4]);
		expect(runsOf(retried).at(-1)?.hints).toMatchObject([
			{
				message: `QA: 5 started; 1 of them ${words} earlier, with another context`,
				type: 'warning',
			},
		]);
	},
);

const EXAMPLE = { n: 0, tags: ['red', 'blue'] };
const mapped = (tags: unknown, flow = 'order-1') =>
	workflow(
		{},
		{
			contextMode: 'form',
			contextMapping: filledForm(EXAMPLE, flow, {
				'/n': '={{ $json.n }}',
				'/tags': tags as string,
			}),
		},
	);

test('a form that says the same in another way starts only what was not started', async () => {
	service.answers(statusByNumber({ 1: 422 }));
	const failed = await run(mapped('["red", "blue"]'));
	expect(sent()).toEqual([0, 1]);
	await retry(failed, credentials(), { current: mapped('red, blue') });
	expect(sent()).toEqual([0, 1, 1]);
});

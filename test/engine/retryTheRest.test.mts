/** One start may have happened, and the run stops there. Retry starts the rest, and not that one. */
import nock from 'nock';
import type { INode } from 'n8n-workflow';

import { execute, retry, runsOf } from './executions.mts';
import { faultyHttp, type FaultyService } from './faultyService.mts';

let service: FaultyService;

/** By the number of the item; 200 for the others. */
let statuses: Record<number, number>;

beforeAll(() => nock.restore());

beforeEach(async () => {
	statuses = { 1: 500 };
	service = await faultyHttp((response, body) => {
		const { context } = JSON.parse(body) as { context: { n: number } };
		response.writeHead(statuses[context.n] ?? 200).end('{}');
	});
});

afterEach(async () => await service.close());

const sent = () =>
	service.taken.map((body) => (JSON.parse(body) as { context: { n: number } }).context.n);

const items = [0, 1, 2, 3, 4].map((n) => ({ n }));

const workflow = (settings: Partial<INode> = {}, concurrency = 1) => ({
	node: {
		parameters: {
			flow: 'slug',
			slug: 'order-1',
			contextMode: 'input',
			options: { concurrency },
		},
		...settings,
	},
});

const credentials = () => ({
	test: { environment: 'qa', baseUrl: service.url, accessToken: 'secret-token-12345' },
});

const descriptionOf = (execution: Parameters<typeof runsOf>[0]) =>
	runsOf(execution).at(-1)?.error?.description;

test('Retry starts those that were not begun, each once, and names the one to look for', async () => {
	const failed = await execute(workflow(), credentials(), { items, mode: 'trigger' });
	expect(sent()).toEqual([0, 1]);
	expect(descriptionOf(failed)).toContain('1 started, 1 may have started, 3 not begun.');
	expect(descriptionOf(failed)).toContain(
		'To start only the rest, use "Retry with currently saved workflow"',
	);

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
	statuses = { 1: 500, 3: 401 };
	const failed = await execute(workflow(), credentials(), { items, mode: 'trigger' });
	const retried = await retry(failed, credentials());
	const error = runsOf(retried).at(-1)?.error;
	expect(error?.message).toMatch(
		/^2 of 5 started\. Item 3: The access token of the QA credential was not accepted \(HTTP 401\)/,
	);
	expect(error).toMatchObject({ httpCode: '401', failure: { cause: 'credential-invalid' } });
	expect(error?.context).toMatchObject({ itemIndex: 3 });
	expect(error?.description).toMatch(
		/once\. A new run starts all of them again, and that Retry those whose context you have changed\. Item 1: The service failed \(HTTP 500\): the flow may have started in an earlier try of this run, so it was not sent again\. /,
	);
	expect(sent()).toEqual([0, 1, 2, 3]);
});

test('of one run, each outcome is told, with its first item', async () => {
	statuses = { 0: 500, 2: 500, 3: 401, 4: 401 };
	const failed = await execute(workflow({}, 5), credentials(), { items, mode: 'trigger' });
	const error = runsOf(failed).at(-1)?.error;
	expect(error?.message).toBe(
		'1 of 5 started. Item 0: The service failed (HTTP 500): the flow may have started',
	);
	expect(error?.description?.match(/Item \d+: /g)).toEqual(['Item 3: ']);
	expect(error?.description).toMatch(
		/Item 3: The access token of the QA credential was not accepted \(HTTP 401\)[^.]*\. Look in/,
	);
});

test('set to go on after errors, Retry hands on all answers, and the one that may have started', async () => {
	const failed = await execute(workflow(), credentials(), { items, mode: 'trigger' });
	const current = workflow({ onError: 'continueRegularOutput' });
	const retried = await retry(failed, credentials(), { current });
	const output = runsOf(retried)
		.at(-1)
		?.data?.main?.[0]?.map(({ json }) => json);
	expect(output).toEqual([
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
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	await execute(workflow(settings), credentials(), { items, mode: 'trigger' });
	expect(sent()).toEqual([0, 1]);
});

test.each([
	['a start that fails', {}, 401, /^Environment: QA\. This round: 0 started, 1 rejected\. /],
	[
		'a mistake',
		{ slug: '={{ $json.n === 2 ? "" : "order-1" }}' },
		200,
		/slug .*Rounds before this/,
	],
])(
	'in a later round of a loop, %s says how to start only the rest',
	async (_what, changes, status, said) => {
		statuses = { 2: status };
		const { node } = workflow();
		const parameters = { ...node.parameters, ...changes };
		const failed = await execute({ node: { parameters }, loopOver: 1 }, credentials(), {
			items,
			mode: 'trigger',
		});
		expect(descriptionOf(failed)).toMatch(said);
		expect(descriptionOf(failed)).toContain(
			'To start only the rest, use "Retry with currently saved workflow"',
		);
		statuses = {};
		await retry(failed, credentials());
		expect(sent().filter((n) => n < 2)).toEqual([0, 1]);
	},
);

test.each([
	['was started', { 1: 422 }, 'started', [0, 1]],
	['may have started', { 0: 500 }, 'may have started', [0]],
])(
	'a Retry with other contexts starts again what %s, and says so',
	async (_what, answers, words, before) => {
		statuses = answers;
		const failed = await execute(workflow(), credentials(), { items, mode: 'trigger' });
		expect(descriptionOf(failed)).toContain('that Retry those whose context you have changed.');
		statuses = {};
		const current = workflow();
		Object.assign(current.node.parameters, {
			contextMode: 'json',
			contextJson: '={{ ({ n: $json.n, ...($json.n < 2 && { zip: "1" }) }) }}',
		});
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

/** Retry of an execution in which n8n was killed: n8n rebuilds it from its journal, and nobody knows what was started. */
import type { IRunData, ITaskData } from 'n8n-workflow';

import { contextOf, reply, serviceForEach } from './faultyService.mts';
import {
	CONTINUE_ON_ERROR,
	NODE,
	retry,
	runNode,
	withSaved,
	type Execution,
	type RunOptions,
} from './harness.mts';
import { ENGINE } from './parts/engine.mts';
import { START } from './parts/workflow.mts';

const service = serviceForEach();

const OPTIONS = { concurrency: 1, idempotencyKeyField: 'key' };

const run = async (options: RunOptions = {}) =>
	await runNode({
		url: service.url,
		items: [0, 1, 2].map((n) => ({ n })),
		parameters: { options: OPTIONS },
		...options,
	});

const retryUnknown = { parameters: { options: { ...OPTIONS, retryUnknown: true } } };

const entry = (more: Partial<ITaskData> = {}): ITaskData => ({
	startTime: 1,
	executionIndex: 0,
	executionTime: 0,
	source: [],
	...more,
});

/** What n8n puts in the place of the items of a node that had finished. */
const RECOVERED = entry({
	data: { main: [[{ json: { isArtificialRecoveredEventItem: true }, pairedItem: undefined }]] },
});
const DONE = entry({ data: { main: [[{ json: {} }]] } });
const CRASHED = entry({ executionStatus: 'crashed', error: { message: 'crashed' } as never });

/** When the executions of a test began: n8n's record shows it. */
let second = 0;
beforeEach(() => second++);

/** The execution as n8n saves it after its process was killed. The stack begins at the trigger again. */
function killed(execution: Execution, runData: IRunData, firstNode = START): Execution {
	const items = (execution.options.items ?? []).map((json) => ({ json }));
	// Not the node that ran last, but the last one in the workflow.
	const lastNodeExecuted = Object.keys(runData).at(-1);
	for (const one of Object.values(runData).flat()) one.startTime = second;
	const first = { node: { name: firstNode } as never, data: { main: [items] }, source: null };
	return withSaved(execution, ({ resultData, executionData }) => {
		Object.assign(resultData, { runData, lastNodeExecuted });
		Object.assign(executionData ?? {}, { contextData: {}, nodeExecutionStack: [first] });
	});
}

const SHAPES: Array<[string, IRunData]> = [
	['in the middle of this node', { [START]: [RECOVERED], [NODE]: [CRASHED] }],
	['in the middle, where this node was added first', { [NODE]: [CRASHED], [START]: [RECOVERED] }],
	['after a wait, of which n8n kept the record', { [START]: [DONE], [NODE]: [CRASHED] }],
	['while a later node runs', { [START]: [RECOVERED], [NODE]: [RECOVERED] }],
];

describe.each(SHAPES)('a Retry after n8n was killed %s', (_when, runData) => {
	test('starts nothing, and says that each flow may have started', async () => {
		const second = await retry(killed(await run(), runData));
		expect(service.numbers()).toEqual([0, 1, 2]);
		expect(second.error?.message).toMatch(
			/^3 of 3 may have started\. n8n was restarted during the run: the flow may have started/,
		);
		expect(second.error?.description).toContain('3 may have started');
		// What the Retry knows is kept for a Retry of itself.
		await retry(second);
		expect(service.numbers()).toEqual([0, 1, 2]);
	});

	test('sends with the keys of the run that was cut off with Retry Uncertain Starts, once', async () => {
		const cutOff = killed(await run(), runData);
		const second = await retry(cutOff, retryUnknown);
		expect(second.error).toBeUndefined();
		const keys = service.received.map((body) => contextOf(body).key);
		expect(keys).toHaveLength(6);
		if (ENGINE.tellsRetriedExecution) expect(keys.slice(3)).toEqual(keys.slice(0, 3));
		const third = await retry(cutOff, retryUnknown);
		expect(third.error?.message).toMatch(/A previous Retry of the same execution /);
		expect(service.received).toHaveLength(6);
	});

	test('starts nothing in any round of a loop', async () => {
		const first = await run({ loopOver: 1 });
		const changes = { settings: CONTINUE_ON_ERROR };
		const { error, rounds } = await retry(killed(first, runData), changes);
		expect(error).toBeUndefined();
		expect(rounds.slice(-3)).toHaveLength(3);
		expect(service.received).toHaveLength(3);
	});
});

test.each<[string, IRunData, string]>([
	['n8n was killed while an earlier node ran', { [START]: [RECOVERED], Earlier: [CRASHED] }, START],
	['n8n refused to run the node', { [START]: [DONE], [NODE]: [] }, NODE],
])('a Retry starts everything, once, where %s', async (_what, runData, firstNode) => {
	service.answers(reply(200));
	const first = killed(await run(), runData, firstNode);
	// n8n 1.x does not say which execution is retried.
	for (const _ of ['first', 'second']) await retry(first, {}, '');
	expect(service.numbers()).toEqual([0, 1, 2, 0, 1, 2]);
});

test('executions that n8n cut off in the same second can each be retried', async () => {
	for (const n of [0, 1]) {
		const begun = entry({ data: { main: [[{ json: { n } }]] } });
		// Recovered in the order of the workflow, in which the trigger was added last, and run again in one millisecond.
		const settings = [RECOVERED, { ...DONE, executionIndex: 1 }];
		const runData = { Settings: settings, [START]: [RECOVERED, begun], Earlier: [CRASHED] };
		await retry(killed(await run({ items: [{ n }] }), runData));
	}
	expect(service.numbers()).toEqual([0, 0, 1, 1]);
});

/** What is damaged, or was saved by another version of the node, is not read, and nothing is sent. */
import type { IRunExecutionData } from 'n8n-workflow';

import { reply, serviceForEach, statusByNumber } from './faultyService.mts';
import { callBack, NODE, retry, runNode, type Execution } from './harness.mts';

const service = serviceForEach(reply(200));

/** The same execution, with changes in what the node has saved. */
function withSaved(execution: Execution, key: string, changes: object): Execution {
	const data = JSON.parse(execution.saved()) as IRunExecutionData;
	const nodeContext = data.executionData?.contextData[`node:${NODE}`] ?? {};
	nodeContext[key] = { ...(nodeContext[key] as object), ...changes };
	return { ...execution, saved: () => JSON.stringify(data) };
}

/** What the node remembers in an execution. */
function readMemory(execution: Execution): unknown {
	const data = JSON.parse(execution.saved()) as IRunExecutionData;
	return data.executionData?.contextData[`node:${NODE}`]?.startFlow;
}

test('Retry sends nothing, says so, and leaves the record to the version that can read it', async () => {
	service.answers(statusByNumber({ 1: 422 }));
	const items = [{ n: 0 }, { n: 1 }, { n: 2 }];
	const parameters = { options: { concurrency: 1 } };
	const first = await runNode({ url: service.url, items, parameters });
	expect(service.numbers()).toEqual([0, 1]);
	const changed = withSaved(first, 'startFlow', { version: 2 });
	const second = await retry(changed);
	expect(second.error?.message).toMatch(
		/The node cannot read what the previous run has saved, so nothing was sent: .* may have started/,
	);
	expect(second.error?.description).toMatch(
		/another version .* Check .* which flows have run\. Then run .* with the items that are left\. Environment: QA\.$/,
	);
	expect(service.numbers()).toEqual([0, 1]);
	expect(readMemory(second)).toEqual(readMemory(changed));
});

test.each([
	['another version', { version: 2 }],
	['damaged', { itemOptions: { layout: {} } }],
])('a callback is refused with what to do: %s', async (_what, changes) => {
	const parameters = { operation: 'startAndWait' };
	const execution = await runNode({ url: service.url, items: [{ n: 1 }], parameters });
	const url = /https:[^"]*/.exec(JSON.stringify(service.contexts()[0]))?.[0] ?? '';
	const changed = withSaved(execution, 'pendingCallback', changes);
	expect(await callBack(changed, { url })).toMatchObject({
		status: 409,
		answer: { received: false, message: expect.stringMatching(/another version .* Install that/) },
		output: undefined,
	});
	expect((await callBack(execution, { url })).status).toBe(200);
});

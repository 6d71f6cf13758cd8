/** What another version of the node has saved is not read, and nothing is sent. */
import type { IRunExecutionData } from 'n8n-workflow';

import { reply, serviceForEach, statusByNumber } from './faultyService.mts';
import { callBack, NODE, retry, runNode, type Execution } from './harness.mts';

const service = serviceForEach(reply(200));

/** The same execution, as if a newer version of the node had saved it. */
function asSavedByNewerVersion(execution: Execution, key: string): Execution {
	const data = JSON.parse(execution.saved()) as IRunExecutionData;
	const nodeContext = data.executionData?.contextData[`node:${NODE}`] ?? {};
	nodeContext[key] = { ...(nodeContext[key] as object), version: 2 };
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
	const changed = asSavedByNewerVersion(first, 'startFlow');
	const second = await retry(changed);
	expect(second.error?.message).toMatch(
		/Another version of this node made the previous run, so nothing was sent: .* may have started/,
	);
	expect(second.error?.description).toMatch(
		/^Check .* which flows have run\. Then run .* with the items that are left\. Environment: QA\.$/,
	);
	expect(service.numbers()).toEqual([0, 1]);
	expect(readMemory(second)).toEqual(readMemory(changed));
});

test('a callback is refused with what to do', async () => {
	const parameters = { operation: 'startAndWait' };
	const execution = await runNode({ url: service.url, items: [{ n: 1 }], parameters });
	const url = /https:[^"]*/.exec(JSON.stringify(service.contexts()[0]))?.[0] ?? '';
	const changed = asSavedByNewerVersion(execution, 'pendingCallback');
	expect(await callBack(changed, { url })).toMatchObject({
		status: 409,
		answer: { received: false, message: expect.stringMatching(/^Another version .* Install that/) },
		output: undefined,
	});
	expect((await callBack(execution, { url })).status).toBe(200);
});

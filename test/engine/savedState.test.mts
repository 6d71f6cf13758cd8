/** What another version of the node has saved is not read, and nothing is sent. */
import type { IRunExecutionData } from 'n8n-workflow';

import { reply, serviceForEach, statusByNumber } from './faultyService.mts';
import { callBack, NODE, retry, runNode, type Execution } from './harness.mts';

const service = serviceForEach(reply(200));

afterEach(() => jest.restoreAllMocks());

const items = [{ n: 0 }, { n: 1 }, { n: 2 }];

/** The same execution, as if another version of the node had saved it. */
function withSaved(execution: Execution, key: string, change: (saved: object) => unknown) {
	const data = JSON.parse(execution.saved()) as IRunExecutionData;
	const nodeContext = data.executionData?.contextData[`node:${NODE}`] ?? {};
	nodeContext[key] = change(nodeContext[key] as object);
	return { ...execution, saved: () => JSON.stringify(data) };
}

const otherVersions: Array<[string, (saved: object) => unknown]> = [
	['a newer version', (saved) => ({ ...saved, version: 2 })],
	['a version without a number', (saved) => ({ ...saved, version: undefined })],
	['nothing that can be read', () => 'lost'],
];

describe.each(otherVersions)('after %s', (_what, change) => {
	test('Retry sends nothing, says so, and leaves the record to the version that can read it', async () => {
		service.answers(statusByNumber({ 1: 422 }));
		const options = { parameters: { options: { concurrency: 1 } } };
		const first = await runNode({ url: service.url, items, ...options });
		expect(service.numbers()).toEqual([0, 1]);
		const second = await retry(withSaved(first, 'startFlow', change));
		expect(second.error?.message).toMatch(
			/Another version of this node made the previous run, so nothing was sent/,
		);
		expect(second.error?.message).toMatch(/may have started/);
		expect(second.error?.description).not.toContain('retry execution');
		expect(service.numbers()).toEqual([0, 1]);

		expect(savedIn(second)).toEqual(savedIn(withSaved(first, 'startFlow', change)));
	});

	test('a callback is refused with what to do', async () => {
		const parameters = { operation: 'startAndWait' };
		const execution = await runNode({ url: service.url, items: [{ n: 1 }], parameters });
		const url = /https:[^"]*/.exec(JSON.stringify(service.contexts()[0]))?.[0] ?? '';
		const changed = withSaved(execution, 'pendingCallback', change);
		expect(await callBack(changed, { url })).toMatchObject({
			status: 409,
			answer: { received: false, message: expect.stringContaining('Another version') },
			output: undefined,
		});
		expect((await callBack(execution, { url })).status).toBe(200);
	});
});

/** What the node has saved in an execution, as JSON. */
function savedIn(execution: Execution): unknown {
	const data = JSON.parse(execution.saved()) as IRunExecutionData;
	return data.executionData?.contextData[`node:${NODE}`]?.startFlow;
}

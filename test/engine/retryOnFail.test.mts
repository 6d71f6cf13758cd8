/** Retry On Fail runs the whole node again. The service counts the starts, and none is repeated. */
import { StartFlow } from '../../nodes/StartFlow/StartFlow.node.ts';
import { reply, serviceForEach, statusByNumber } from './faultyService.mts';
import {
	CONTINUE_ON_ERROR,
	createExecuteContext,
	NODE,
	runNode,
	RETRY_ON_FAIL,
	type Execution,
	type RunOptions,
} from './harness.mts';

const service = serviceForEach();

const run = async ({ settings, ...options }: RunOptions = {}): Promise<Execution> =>
	await runNode({
		url: service.url,
		items: [0, 1, 2, 3].map((n) => ({ n })),
		settings: { ...RETRY_ON_FAIL, ...settings },
		...options,
	});

const readMemory = ({ run: saved }: Execution) =>
	saved.data.executionData?.contextData[`node:${NODE}`] as { startFlow?: unknown } | undefined;

// n8n reads a field `error` of the first item as a failure, whatever its value is. Only since 2.34, null and false are none.
test.each(['""', '0', '[]', '"x"', 'null', 'false'])(
	'an answer {"error": %s} may make n8n run the node again, so nothing is started twice',
	async (error) => {
		service.answers(reply(200, `{"error":${error},"other":true}`));
		const result = await run({ mode: 'manual' });
		expect(result.shown).toHaveLength(4);
		// For a person, all runs of Retry On Fail are one.
		expect(result.hints).toEqual(['QA: 4 started']);
		expect(service.numbers().sort()).toEqual([0, 1, 2, 3]);
		const remembered = (readMemory(result)?.startFlow as { starts: object }).starts;
		expect(Object.keys(remembered)).toHaveLength(4);
	},
);

test('after a start that may have happened, the next try sends nothing', async () => {
	service.answers(statusByNumber({ 1: 500 }));
	await run({ parameters: { options: { concurrency: 1 } } });
	expect(service.numbers()).toEqual([0, 1]);
});

test('equal items are different starts, in the rounds of a loop as well', async () => {
	// The node remembers a round whose first item failed, because n8n may run it again.
	service.answers((response, _body, nth) => response.writeHead(nth === 1 ? 500 : 200).end('{}'));
	const items = [{ n: 1 }, { n: 1 }, { n: 1 }, { n: 1 }];
	await run({
		items,
		loopOver: 2,
		settings: CONTINUE_ON_ERROR,
		parameters: { options: { concurrency: 1 } },
	});
	expect(service.numbers()).toEqual([1, 1, 1, 1]);
});

test('a loop keeps only what its last round has started', async () => {
	service.answers(statusByNumber({ 0: 422, 2: 422 }));
	const result = await run({ loopOver: 2, settings: CONTINUE_ON_ERROR });
	expect(readMemory(result)?.startFlow).toHaveProperty('starts', { 1: [expect.anything()] });
});

test('the memory is saved before the first request, but a preview saves nothing', async () => {
	const items = [{ json: {} }];
	const seen: unknown[] = [];
	for (const operation of ['preview', 'start']) {
		const parameters = { operation };
		const n8n = await createExecuteContext({ url: service.url, items, parameters, mode: 'manual' });
		const memory = n8n.getContext('node');
		service.answers((response) => response.end(JSON.stringify(seen.push(memory.startFlow))));
		await new StartFlow().execute.call(n8n);
		seen.push(memory.startFlow);
	}
	const saved = expect.objectContaining({ starts: {} });
	expect(seen).toEqual([undefined, saved, saved]);
});

/** The key that the node puts into a context: the same for all attempts of a start, and for no other start. */
import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import { StartFlow } from '../../nodes/StartFlow/StartFlow.node.ts';
import { bySlug } from '../../tools/n8n/parameters.mts';
import { contextOf, reply, serviceForEach, statusByNumber } from './faultyService.mts';
import { createExecuteContext, RETRY_ON_FAIL, retry, runNode, TOOL } from './harness.mts';

const parameters = { options: { idempotencyKeyField: 'key', maxRetries: 0, concurrency: 1 } };

describe('the key', () => {
	/** What n8n's object is made of. */
	interface Parts {
		getInstanceId: () => string;
		workflow: { id: string };
		additionalData: { executionId: string };
		node: { name: string };
		runIndex: number;
	}

	/** The keys of two equal items of execution 57. */
	async function keysOf(
		change: (n8n: Parts) => unknown,
		settings: Partial<INode> = {},
		json: IDataObject = {},
	) {
		const n8n = await createExecuteContext({
			items: [{ json }, { json }],
			url: 'https://flows.example.com/start',
			parameters: { ...parameters, operation: 'preview' },
			mode: 'manual',
			settings,
		});
		const parts = n8n as IExecuteFunctions & Parts;
		parts.additionalData.executionId = '57';
		change(parts);
		const [output = []] = await new StartFlow().execute.call(n8n);
		return output.map((item) => contextOf(JSON.stringify(item.json.body)).key);
	}

	const usual = async () => await keysOf(() => {});

	test('is the same in another attempt, and another one for an equal item or another one', async () => {
		const [first, second] = await usual();
		expect([first, second]).toEqual(await usual());
		expect(first).toEqual(expect.stringMatching(/^[\w-]{43,64}$/));
		expect(second).not.toBe(first);
		expect(await keysOf(() => {}, {}, { n: 1 })).not.toContain(first);
	});

	test.each<[string, (n8n: Parts) => unknown]>([
		['n8n', (n8n) => (n8n.getInstanceId = () => 'another')],
		['workflow', (n8n) => (n8n.workflow.id = 'another')],
		['execution', (n8n) => (n8n.additionalData.executionId = '58')],
		['node', (n8n) => (n8n.node.name = 'Another')],
		['round of a loop', (n8n) => (n8n.runIndex = 1)],
	])('is another one in another %s', async (_what, change) => {
		const [first] = await usual();
		expect(await keysOf(change)).not.toContain(first);
	});

	test('is random where an agent calls the tool itself, because all its calls are the first item', async () => {
		const called = async (json: IDataObject) => (await keysOf(() => {}, { type: TOOL }, json))[0];
		expect(await called({})).not.toBe(await called({}));
		const throughEngine = { toolCallId: 'call-1' };
		expect(await called(throughEngine)).toBe(await called(throughEngine));
	});
});

describe('a start that fails', () => {
	const service = serviceForEach(statusByNumber({ 1: 422 }));

	test('has the same key in Retry On Fail and in Retry, and its input item gets none', async () => {
		const items = [{ n: 0 }, { n: 1 }];
		await retry(await runNode({ url: service.url, items, parameters, settings: RETRY_ON_FAIL }));
		const [other, key] = service.contexts().map((context) => context.key);
		expect(service.contexts()).toEqual([{ n: 0, key: other }, ...Array(6).fill({ n: 1, key })]);
		expect(items).toEqual([{ n: 0 }, { n: 1 }]);
	});

	test('has another key after a change that makes another start of one that was made, and keeps it', async () => {
		service.answers(reply(500));
		const options = { ...parameters.options, retryUnknown: true };
		const first = await runNode({ url: service.url, items: [{}], parameters: { options } });
		const another = { parameters: { options, flow: bySlug('another-flow') } };
		const second = await retry(await retry(first, another), another);
		await retry(second, { parameters: { options } });
		const keys = service.contexts().map((context) => context.key);
		expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 1, 1, 0]);
	});
});

/** What a run does once, and not for each item. */
import { StartFlow } from '../../nodes/StartFlow/StartFlow.node.ts';
import { bySlug } from '../../tools/n8n/parameters.mts';
import { serviceForEach } from './faultyService.mts';
import { createExecuteContext } from './harness.mts';

const service = serviceForEach();

const items = ['order-1', 'order-2', 'order-3'].map((flow) => ({ json: { flow } }));

test.each([
	[bySlug('order-1'), 1],
	[bySlug('={{ $json.flow }}'), 3],
])('reads the flow %j as often as it can differ', async (flow, reads) => {
	const n8n = await createExecuteContext({ url: service.url, items, parameters: { flow } });
	const read = jest.spyOn(n8n, 'getNodeParameter');
	await new StartFlow().execute.call(n8n);
	expect(read.mock.calls.filter(([name]) => String(name) === 'flow')).toHaveLength(reads);
	expect(service.received).toHaveLength(3);
});

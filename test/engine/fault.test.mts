import { StartFlow } from '../../nodes/StartFlow/StartFlow.node.ts';
import { serviceForEach } from './faultyService.mts';
import { CONTINUE_ON_ERROR, createExecuteContext, TOKEN } from './harness.mts';

const service = serviceForEach();

test('a bug of the node is told as one: nothing is sent, no person is blamed, and its cause is logged', async () => {
	const n8n = await createExecuteContext(new AbortController().signal, {
		url: service.url,
		items: [{ json: { n: 1 } }],
		settings: CONTINUE_ON_ERROR,
	});
	const log = jest.spyOn(n8n.logger, 'error').mockImplementation(() => {});
	const getNodeParameter = n8n.getNodeParameter.bind(n8n) as (...all: unknown[]) => unknown;
	n8n.getNodeParameter = ((name: string, ...others: unknown[]) => {
		if (name === 'flow') throw new TypeError(`Cannot read properties of '${TOKEN}'`);
		return getNodeParameter(name, ...others);
	}) as never;
	const [[item] = []] = await new StartFlow().execute.call(n8n);
	expect(item?.json).toEqual({
		error: 'The node itself failed while it prepared this item: nothing was sent',
		details: { outcome: 'notSent', slug: '', attempts: 0 },
	});
	expect(service.received).toEqual([]);
	const logged = log.mock.calls.flat().join();
	expect(logged).toContain('Cannot read properties of');
	expect(logged).not.toContain(TOKEN);
	jest.restoreAllMocks();
});

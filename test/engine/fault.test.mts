/** A bug of the node itself is told as one. It is neither bad input nor a lost connection, and its cause is in n8n's log. */
import { StartFlow } from '../../nodes/StartFlow/StartFlow.node.ts';
import { reply, serviceForEach } from './faultyService.mts';
import { CONTINUE_ON_ERROR, createExecuteContext, TOKEN } from './harness.mts';

const service = serviceForEach(reply(429));

afterEach(() => jest.restoreAllMocks());

/** Runs the node on an object of n8n that has a bug, and keeps what it writes into n8n's log. */
async function runWithBug(putIn: (n8n: Awaited<ReturnType<typeof createExecuteContext>>) => void) {
	const settings = CONTINUE_ON_ERROR;
	const items = [{ json: { n: 1 } }];
	const options = { url: service.url, items, settings };
	const n8n = await createExecuteContext(new AbortController().signal, options);
	const log = jest.spyOn(n8n.logger, 'error').mockImplementation(() => {});
	putIn(n8n);
	const [output = []] = await new StartFlow().execute.call(n8n);
	return { json: output[0]?.json, logged: log.mock.calls.flat().join() };
}

const bug = () => {
	throw new TypeError(`Cannot read properties of undefined (reading '${TOKEN}')`);
};

test('while an item is prepared: nothing is sent, and no person is blamed', async () => {
	const { json, logged } = await runWithBug((n8n) => {
		const getNodeParameter = n8n.getNodeParameter.bind(n8n) as (...all: unknown[]) => unknown;
		n8n.getNodeParameter = ((name: string, ...others: unknown[]) =>
			name === 'flow' ? bug() : getNodeParameter(name, ...others)) as never;
	});
	expect(json).toEqual({
		error: 'The node itself failed while it prepared this item: nothing was sent',
		details: { outcome: 'notSent', slug: '', attempts: 0 },
	});
	expect(service.received).toEqual([]);
	expect(logged).toContain('Cannot read properties of undefined');
	expect(logged).not.toContain(TOKEN);
});

test('in the third attempt: the flow may have started, after three attempts', async () => {
	jest.spyOn(Math, 'random').mockReturnValue(0);
	const createTimeout = AbortSignal.timeout.bind(AbortSignal);
	jest
		.spyOn(AbortSignal, 'timeout')
		.mockImplementation((ms) => (service.received.length === 2 ? bug() : createTimeout(ms)));
	const { json, logged } = await runWithBug(() => {});
	expect(json).toEqual({
		error: 'The node itself failed: the flow may have started',
		details: { outcome: 'unknown', slug: 'order-1', attempts: 3 },
	});
	expect(service.received).toHaveLength(2);
	expect(logged).toContain('Cannot read properties of undefined');
	expect(logged).not.toContain(TOKEN);
});

/** While the node works on thousands of items, n8n's event loop still turns. */
import { TriggerFlow } from '../../nodes/TriggerFlow/TriggerFlow.node.ts';
import { serviceForEach } from './faultyService.mts';
import { createExecuteContext } from './harness.mts';

const service = serviceForEach();
const { signal } = new AbortController();

/** How often n8n's event loop turns from `begin` on until `work` is done. */
async function turnsDuring(work: (begin: () => void) => Promise<unknown>): Promise<number> {
	let turns = 0;
	let isOver = false;
	const turn = () => {
		turns++;
		if (!isOver) setImmediate(turn);
	};
	await work(turn).finally(() => (isOver = true));
	return turns;
}

test('n8n can do other work while 10,000 items are prepared and shown', async () => {
	const n8n = await createExecuteContext(signal, {
		url: service.url,
		items: Array.from({ length: 10_000 }, (_, n) => ({ json: { n } })),
		parameters: { operation: 'preview', contextMode: 'json', contextJson: '={{ { n: $json.n } }}' },
	});
	const turns = await turnsDuring(async (begin) => {
		begin();
		await new TriggerFlow().execute.call(n8n);
	});
	// With so many pauses, no part of the work can last long.
	expect(turns).toBeGreaterThan(20);
}, 60_000);

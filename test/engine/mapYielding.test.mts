/** Thousands of items do not keep n8n from everybody else's work. */
import { TriggerFlow } from '../../nodes/TriggerFlow/TriggerFlow.node.ts';
import { serviceForEach } from './faultyService.mts';
import { executeContext } from './harness.mts';

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

test('while a preview is made', async () => {
	const items = Array.from({ length: 3_000 }, (_, n) => ({ json: { n } }));
	const parameters = {
		operation: 'preview',
		contextMode: 'json',
		contextJson: '={{ { n: $json.n } }}',
		options: {},
	};
	const context = await executeContext(signal, { url: service.url, items, parameters });
	const turns = await turnsDuring(async (begin) => {
		begin();
		await new TriggerFlow().execute.call(context);
	});
	expect(turns).toBeGreaterThan(4);
});

test('while it is found out what was started', async () => {
	const count = 50;
	const large = Array.from({ length: 20_000 }, (_, n) => n);
	const context = await executeContext(signal, {
		url: service.url,
		items: Array.from({ length: count }, (_, n) => ({ json: { n, large } })),
		parameters: { contextMode: 'fields', contextFields: {}, options: { concurrency: 1 } },
	});
	const turns = await turnsDuring(async (begin) => {
		// All others are answered by then: what is left is to remember them.
		service.answers((response, _body, nth) => {
			response.writeHead(nth === count ? 422 : 200).end('{}');
			if (nth === count) begin();
		});
		const run = new TriggerFlow().execute.call(context);
		await expect(run).rejects.toThrow('49 of 50 started');
	});
	expect(turns).toBeGreaterThan(count / 2);
});

import { sleep } from 'n8n-workflow';

/** How long the node works before n8n does something else, in ms. */
const SPELL = 20;

/**
 * What `work` gives for each of the items, in their order. An `await` of something that is done already
 * does not let n8n's event loop turn, so n8n gets its turn after every spell of work.
 * @throws whatever `work` throws; the items after it are left.
 */
export async function mapYielding<Item, Result>(
	items: readonly Item[],
	work: (item: Item, index: number) => Result | Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	let begin = Date.now();
	for (const [index, item] of items.entries()) {
		const result = work(item, index);
		results.push(result instanceof Promise ? await result : result);
		if (Math.abs(Date.now() - begin) < SPELL) continue;
		await sleep(0);
		begin = Date.now();
	}
	return results;
}

/** How long Stop may take to end a wait, in ms. */
const SLICE = 50;

/** Waits `ms`, or less when `over` aborts. In slices, because `sleep` cannot be ended early. */
export async function wait(ms: number, over: AbortSignal): Promise<void> {
	const end = Date.now() + ms;
	for (let left = ms; left > 0 && !over.aborted; left = end - Date.now()) {
		await sleep(Math.min(left, SLICE));
	}
}

import { sleep } from 'n8n-workflow';

const MAX_WORK_MS = 20;

/**
 * Works on one item after the other, and lets n8n work in between. To await a promise that is already resolved does not
 * let n8n's event loop turn, so a real pause comes after every `MAX_WORK_MS`.
 * @throws Whatever `work` throws. The items after it are left out.
 */
export async function mapYielding<Item, Result>(
	items: readonly Item[],
	work: (item: Item, index: number) => Result | Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	let startedAt = Date.now();
	for (const [index, item] of items.entries()) {
		const result = work(item, index);
		results.push(result instanceof Promise ? await result : result);
		if (Date.now() - startedAt < MAX_WORK_MS) continue;
		await sleep(0);
		startedAt = Date.now();
	}
	return results;
}

/** A wait ends at most this long after Stop. */
const MAX_SLEEP_MS = 50;

/** Waits `ms`, or less if `ended` aborts. It sleeps many times, because `sleep` cannot be ended early. */
export async function wait(ms: number, ended: AbortSignal): Promise<void> {
	const until = Date.now() + ms;
	for (let remaining = ms; remaining > 0 && !ended.aborted; remaining = until - Date.now()) {
		await sleep(Math.min(remaining, MAX_SLEEP_MS));
	}
}

import { sleep } from 'n8n-workflow';

import type { Clock } from '../shared/clock';

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

export const clock: Clock = {
	now: () => performance.now(),
	getDate: () => Date.now(),
	wait: async (ms) =>
		await new Promise((resolve) => {
			// This timer does not keep n8n from ending.
			AbortSignal.timeout(Math.max(0, Math.ceil(ms))).addEventListener('abort', () => resolve());
		}),
	random: () => Math.random(),
};

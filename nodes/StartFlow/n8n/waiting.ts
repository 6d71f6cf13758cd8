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
	wait,
	random: () => Math.random(),
};

/** What ends the waits, by the signal. With one listener for each of them, Node would write a warning into n8n's log. */
const endWaitsBySignal = new WeakMap<AbortSignal, Set<() => void>>();

async function wait(ms: number, ended: AbortSignal): Promise<void> {
	if (ended.aborted) return;
	const endWaits = getEndWaits(ended);
	await new Promise<void>((resolve) => {
		const time = AbortSignal.timeout(Math.ceil(ms));
		const endWait = () => {
			time.onabort = null;
			endWaits.delete(endWait);
			resolve();
		};
		time.onabort = endWait;
		endWaits.add(endWait);
	});
}

function getEndWaits(ended: AbortSignal): Set<() => void> {
	const known = endWaitsBySignal.get(ended);
	if (known !== undefined) return known;
	const endWaits = new Set<() => void>();
	endWaitsBySignal.set(ended, endWaits);
	ended.addEventListener('abort', () => {
		for (const endWait of endWaits) endWait();
	});
	return endWaits;
}

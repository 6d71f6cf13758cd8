import { sleep } from 'n8n-workflow';

import type { Clock } from '../shared/clock';

/** Longer work would hold up n8n's other runs, and its editor. */
const MAX_WORK_MS = 20;

/** The work since n8n's event loop has last turned, of all runs. */
let work: { beganAt: number; end: Promise<void> } | undefined;

async function endWork(): Promise<void> {
	await sleep(0);
	work = undefined;
}

/**
 * Lets n8n work in between if the node has worked for long. To await a promise that is already resolved does not let n8n's
 * event loop turn.
 */
async function pauseIfBusy(): Promise<void> {
	for (;;) {
		work ??= { beganAt: performance.now(), end: endWork() };
		if (performance.now() - work.beganAt < MAX_WORK_MS) return;
		await work.end;
	}
}

/**
 * Works on one item after the other, and lets n8n work in between.
 * @throws Whatever `workOn` throws. The items after it are left out.
 */
export async function mapYielding<Item, Result>(
	items: readonly Item[],
	workOn: (item: Item, index: number) => Result | Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	for (const [index, item] of items.entries()) {
		await pauseIfBusy();
		results.push(await workOn(item, index));
	}
	return results;
}

export const clock: Clock = {
	now: () => performance.now(),
	pauseIfBusy,
	getDate: () => Date.now(),
	wait: async (ms) =>
		await new Promise((resolve) => {
			// This timer does not keep n8n from ending.
			AbortSignal.timeout(Math.max(0, Math.ceil(ms))).addEventListener('abort', () => resolve());
		}),
	random: () => Math.random(),
};

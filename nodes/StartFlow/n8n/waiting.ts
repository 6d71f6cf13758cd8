import { sleep } from 'n8n-workflow';

import type { Clock } from '../shared/clock';

/** Longer work would hold up n8n's other runs, and its editor. */
const MAX_WORK_MS = 20;

/** More requests at once would hold up n8n's other work. */
const MAX_REQUESTS_PER_TURN = 20;

/** A turn of n8n's event loop. All runs share it. */
interface LoopTurn {
	beganAt: number;
	requestCount: number;
	end: Promise<void>;
}

let loopTurn: LoopTurn | undefined;

function getLoopTurn(): LoopTurn {
	loopTurn ??= { beganAt: performance.now(), requestCount: 0, end: endLoopTurn() };
	return loopTurn;
}

async function endLoopTurn(): Promise<void> {
	await sleep(0);
	loopTurn = undefined;
}

/**
 * Lets n8n work in between if the node has worked for long. To await a promise that is already resolved does not let n8n's
 * event loop turn.
 */
async function pauseIfBusy(): Promise<void> {
	while (performance.now() - getLoopTurn().beganAt >= MAX_WORK_MS) await getLoopTurn().end;
}

/** Limits how many requests begin in one turn of the event loop, in all runs. */
async function waitForEventLoop(): Promise<void> {
	while (getLoopTurn().requestCount >= MAX_REQUESTS_PER_TURN) await getLoopTurn().end;
	getLoopTurn().requestCount++;
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
	waitForEventLoop,
	getWallTime: () => Date.now(),
	wait: async (ms) =>
		await new Promise((resolve) => {
			// This timer does not keep n8n from ending.
			AbortSignal.timeout(Math.max(0, Math.ceil(ms))).addEventListener('abort', () => resolve());
		}),
	random: () => Math.random(),
};

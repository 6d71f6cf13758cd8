import { sleep } from 'n8n-workflow';

import type { Clock } from '../shared/clock';

/** Longer work would hold up n8n's other runs, and its editor. */
const MAX_WORK_MS = 20;

/** More requests at once would hold up n8n's other work. */
const MAX_REQUESTS_PER_TURN = 20;

/** A turn of n8n's event loop. All runs share it. */
interface Turn {
	beganAt: number;
	requestCount: number;
	end: Promise<void>;
}

let turn: Turn | undefined;

function getTurn(): Turn {
	turn ??= { beganAt: performance.now(), requestCount: 0, end: endTurn() };
	return turn;
}

async function endTurn(): Promise<void> {
	await sleep(0);
	turn = undefined;
}

/**
 * Lets n8n work in between if the node has worked for long. To await a promise that is already resolved does not let n8n's
 * event loop turn.
 */
async function pauseIfBusy(): Promise<void> {
	while (performance.now() - getTurn().beganAt >= MAX_WORK_MS) await getTurn().end;
}

/** Many requests may leave at the same time. They do their work only after this, so here they are counted. */
async function takeTurn(): Promise<void> {
	while (getTurn().requestCount >= MAX_REQUESTS_PER_TURN) await getTurn().end;
	getTurn().requestCount++;
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
	takeTurn,
	getWallTime: () => Date.now(),
	wait: async (ms) =>
		await new Promise((resolve) => {
			// This timer does not keep n8n from ending.
			AbortSignal.timeout(Math.max(0, Math.ceil(ms))).addEventListener('abort', () => resolve());
		}),
	random: () => Math.random(),
};

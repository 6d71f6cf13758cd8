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

/** More requests at once would hold up n8n's other work. */
const MAX_REQUESTS_PER_TURN = 20;

let requestsInTurn = 0;
let endOfTurn: Promise<void> | undefined;

async function endTurn(): Promise<void> {
	await sleep(0);
	requestsInTurn = 0;
	endOfTurn = undefined;
}

/** Many requests may leave at the same time. They do their work only after this, so here they are counted. */
async function takeTurn(): Promise<void> {
	while (requestsInTurn >= MAX_REQUESTS_PER_TURN) await endOfTurn;
	requestsInTurn++;
	endOfTurn ??= endTurn();
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

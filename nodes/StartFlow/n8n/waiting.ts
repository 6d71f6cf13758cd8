import { sleep } from 'n8n-workflow';

import type { Clock } from '../shared/clock';

/** Longer work would hold up n8n's other runs, and its editor. */
const MAX_WORK_MS = 20;

/** More requests at once would hold up n8n's other work. */
const MAX_REQUESTS_PER_TURN = 20;

/** The turns of n8n's event loop, which all runs share. */
export class EventLoop {
	private turn: { beganAt: number; requestCount: number; end: Promise<void> } | undefined;

	/** @param endTurn Resolves in the next turn. */
	constructor(
		private readonly now: () => number,
		private readonly endTurn: () => Promise<void>,
	) {}

	private joinTurn() {
		const end = async () => {
			await this.endTurn();
			this.turn = undefined;
		};
		return (this.turn ??= { beganAt: this.now(), requestCount: 0, end: end() });
	}

	/**
	 * Lets n8n work in between if the node has worked for long. To await a promise that is already resolved does not let n8n's
	 * event loop turn.
	 */
	async pauseIfBusy(): Promise<void> {
		while (this.now() - this.joinTurn().beganAt >= MAX_WORK_MS) await this.joinTurn().end;
	}

	/** Limits how many requests begin in one turn, in all runs. */
	async waitForRequest(): Promise<void> {
		while (this.joinTurn().requestCount >= MAX_REQUESTS_PER_TURN) await this.joinTurn().end;
		this.joinTurn().requestCount++;
	}
}

const now = () => performance.now();

const eventLoop = new EventLoop(now, async () => await sleep(0));

/**
 * Works on one item after the other, and lets n8n work in between.
 * @param signal After Stop, the items that are left need not be worked on.
 * @throws Whatever `workOn` throws, and the reason of the signal.
 */
export async function mapYielding<Item, Result>(
	items: readonly Item[],
	workOn: (item: Item, index: number) => Result | Promise<Result>,
	signal?: AbortSignal,
): Promise<Result[]> {
	const results: Result[] = [];
	for (const [index, item] of items.entries()) {
		await eventLoop.pauseIfBusy();
		signal?.throwIfAborted();
		results.push(await workOn(item, index));
	}
	return results;
}

export const clock: Clock = {
	now,
	waitForEventLoop: async () => await eventLoop.waitForRequest(),
	getWallTime: () => Date.now(),
	wait: async (ms) =>
		await new Promise((resolve) => {
			// This timer does not keep n8n from ending.
			AbortSignal.timeout(Math.max(0, Math.ceil(ms))).addEventListener('abort', () => resolve());
		}),
	random: () => Math.random(),
};

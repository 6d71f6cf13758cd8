import type { PendingCallback } from './pendingCallback';

/** For how long n8n may go through what its last process left, counted from when it loads its nodes, in ms. */
const STARTING = 60_000;

/** In ms: 5 s were not enough for 90 executions on 2.41.1. A flow that gives up meanwhile has called back as well. */
const HOLD = 15_000;

/** How long before the end of the wait at the latest the callback goes on, in ms. */
const IN_TIME = 1_000;

/**
 * For how long to hold a callback back, in ms.
 *
 * n8n takes callbacks while it still goes through the executions that its last process left. One that goes on
 * meanwhile looks as if it had been left as well: n8n may save it as crashed, though it ran to its end, or show it
 * as waiting (seen on 2.4.8 and 2.20.12).
 *
 * @param loadedAt When this process loaded the node, in ms.
 */
export function holdAfterRestart(
	{ since = 0, until = Infinity }: Partial<PendingCallback>,
	loadedAt: number,
	now = Date.now(),
): number {
	const isHeld = since < loadedAt && now - loadedAt < STARTING;
	return isHeld ? Math.max(0, Math.min(HOLD, until - now - IN_TIME)) : 0;
}

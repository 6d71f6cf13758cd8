import type { PendingCallback } from './pendingCallback';

/** For how long n8n may go through what its last process left, counted from when it loads its nodes, in ms. */
const STARTING = 60_000;

/** In ms. A flow that gives up meanwhile has called back all the same. */
const HOLD = 15_000;

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
	{ since = 0 }: Partial<PendingCallback>,
	loadedAt: number,
	now = Date.now(),
): number {
	return since < loadedAt && now - loadedAt < STARTING ? HOLD : 0;
}

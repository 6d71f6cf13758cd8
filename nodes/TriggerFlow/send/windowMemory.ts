import { openWindow, type Window } from './window';

/** After this time, the service may accept more or fewer starts. */
const KEEP_WINDOW_MS = 10 * 60_000;

const MAX_KEPT_ADDRESSES = 100;

/** Keeps the windows of past runs by address. The next run to an address begins with the size found there. */
export class WindowMemory {
	private readonly kept = new Map<string, { window: Window; keptAt: number }>();

	/** @param now In ms since the epoch. */
	open(address: string, maxSize: number, now: number): Window {
		const opened = openWindow(maxSize);
		const kept = this.kept.get(address);
		if (kept === undefined || now - kept.keptAt >= KEEP_WINDOW_MS) return opened;
		const { size, bestMedianMs, isCareful } = kept.window;
		// Below the size that was too much in the end.
		const firstSize = isCareful ? Math.max(1, Math.floor(0.75 * size)) : size;
		return { ...opened, size: Math.min(firstSize, maxSize), bestMedianMs, isCareful };
	}

	keep(address: string, window: Window, now: number): void {
		// Deleted first, so that it becomes the last one, and the first one is the oldest.
		this.kept.delete(address);
		this.kept.set(address, { window, keptAt: now });
		const [oldest] = this.kept.keys();
		if (this.kept.size > MAX_KEPT_ADDRESSES && oldest !== undefined) this.kept.delete(oldest);
	}
}

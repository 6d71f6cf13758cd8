import { openWindow, type Window } from './window';

/** After this time, the service may accept more or fewer starts. */
const KEEP_WINDOW_MS = 10 * 60_000;

const MAX_KEPT_WINDOWS = 100;

/** Keeps what past runs found out, by address and flow. The next run begins with it, but not above the slow-start limit. */
export class WindowMemory {
	private readonly entries = new Map<string, { window: Window; keptAt: number }>();

	/** @param target The address and the flow. */
	open(target: string, maxSize: number, now: number): Window {
		const opened = openWindow(maxSize);
		const entry = this.entries.get(target);
		if (entry === undefined || now - entry.keptAt >= KEEP_WINDOW_MS) return opened;
		const { size, slowStartLimit, bestMedianMs } = entry.window;
		return { ...opened, size: Math.min(size, slowStartLimit), slowStartLimit, bestMedianMs };
	}

	keep(target: string, window: Window, now: number): void {
		if (!window.hasNews) return;
		// Deleted first, so that it becomes the last one, and the first one is the oldest.
		this.entries.delete(target);
		this.entries.set(target, { window, keptAt: now });
		const [oldest] = this.entries.keys();
		if (this.entries.size > MAX_KEPT_WINDOWS && oldest !== undefined) this.entries.delete(oldest);
	}
}

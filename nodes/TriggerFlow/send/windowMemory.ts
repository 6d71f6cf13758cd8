import { openWindow, type Window } from './window';

/** In ms. After so long, the service may take more or less. */
const KEPT = 10 * 60_000;

const MOST_ADDRESSES = 100;

/** How far the windows of earlier runs came, by address: the next run to the same one begins there. */
export class WindowMemory {
	private readonly known = new Map<string, { window: Window; at: number }>();

	/** @param now In ms. */
	open(address: string, limit: number, now: number): Window {
		const known = this.known.get(address);
		const isFresh = known !== undefined && now - known.at < KEPT;
		const opened = openWindow(limit);
		if (!isFresh) return opened;
		const { size, best, isCareful } = known.window;
		// Below what was too much in the end.
		const begin = isCareful ? Math.max(1, Math.floor(0.75 * size)) : size;
		return { ...opened, size: Math.min(begin, limit), best, isCareful };
	}

	remember(address: string, window: Window, now: number): void {
		// Behind all others, so that the first one is the oldest.
		this.known.delete(address);
		this.known.set(address, { window, at: now });
		const [oldest] = this.known.keys();
		if (this.known.size > MOST_ADDRESSES && oldest !== undefined) this.known.delete(oldest);
	}
}

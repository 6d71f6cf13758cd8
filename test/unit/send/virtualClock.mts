import type { Clock } from '../../../nodes/StartFlow/shared/clock';

/** A round date, so that an HTTP date can name it to the second. */
const BEGINNING = Date.UTC(2030, 0, 1);

/** More than any test needs, so that an endless loop fails instead of hanging. */
const MOST_WAITS = 200_000;

interface Due {
	at: number;
	act: () => void;
}

/** Runs everything that does not wait for time to pass. */
const settle = async () => await new Promise<void>((done) => setImmediate(done));

/**
 * A clock that does not move until it is driven. Then it jumps from one due event to the next,
 * once everything has settled that the previous event caused.
 */
export class VirtualClock implements Clock {
	private time = BEGINNING;

	/** Sorted by when they are due, then by when they were set. */
	private readonly events: Due[] = [];

	/** How many waits there have been. */
	waits = 0;

	readonly now = () => this.time;

	readonly getWallTime = this.now;

	/** Here, n8n has no other work. */
	readonly waitForEventLoop = async () => {};

	/** The jitter is always half of its maximum. */
	random = () => 0.5;

	readonly wait = async (ms: number): Promise<void> => {
		if (++this.waits > MOST_WAITS) throw new Error('There is no end to the waits');
		await new Promise<void>((done) => this.in(ms, done));
	};

	/** How much time has passed, in ms. */
	get elapsed(): number {
		return this.time - BEGINNING;
	}

	/** Runs an action in `ms` from now. */
	in(ms: number, act: () => void): void {
		if (!(ms >= 0)) throw new Error(`Nobody can wait for ${ms} ms`);
		const at = this.time + ms;
		let index = 0;
		let end = this.events.length;
		while (index < end) {
			const middle = Math.floor((index + end) / 2);
			if ((this.events[middle] as Due).at <= at) index = middle + 1;
			else end = middle;
		}
		this.events.splice(index, 0, { at, act });
	}

	/** Drives the clock until `promise` is settled. Fails when nothing is due and it still waits. */
	async run<T>(promise: Promise<T>): Promise<T> {
		let isSettled = false;
		const watched = promise.finally(() => (isSettled = true));
		// The caller, who awaits the result, gets a failure. Here it only ends the loop.
		watched.catch(() => undefined);
		await settle();
		while (!isSettled) {
			if (!(await this.step())) throw new Error('Nothing is due, and yet it is not finished');
		}
		return await watched;
	}

	/** Drives the clock for `ms`, and runs everything that is due by then. */
	async pass(ms: number): Promise<void> {
		const end = this.time + ms;
		await settle();
		while (this.events[0] !== undefined && this.events[0].at <= end) await this.step();
		this.time = end;
	}

	/** Drives the clock until nothing is due. */
	async runOut(): Promise<void> {
		await settle();
		while (await this.step());
	}

	private async step(): Promise<boolean> {
		const next = this.events.shift();
		if (next === undefined) return false;
		this.time = next.at;
		next.act();
		await settle();
		return true;
	}
}

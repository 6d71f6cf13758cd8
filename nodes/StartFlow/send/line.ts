import type { OpenStart } from './openStart';

/** How a request leaves. */
export interface Departure {
	/** Whether the limit has no place for it, and it may not wait for one. */
	isBeyondLimit: boolean;
}

/** A request that waits. */
export interface WaitingRequest {
	run: object;
	start: OpenStart;
	/** Whether its run has a place for it. */
	hasPlace: () => boolean;
	/** Ends the wait. `undefined`: the run has ended. */
	leave: (departure?: Departure) => void;
}

/** Who waits. Runs take turns: the first request of each leaves, then the second one of each, and so on. */
export class Line {
	private readonly waiting: Array<{ request: WaitingRequest; isNew: boolean; turn: number }> = [];
	/** Of the latest one that left. */
	private currentTurn = 0;

	/** The next one first. */
	get requests(): WaitingRequest[] {
		return this.waiting.map(({ request }) => request);
	}

	/** A further attempt of a start goes before what is new, but only one of each run. */
	join(request: WaitingRequest): void {
		const { run, start } = request;
		const isNew = start.attempts === 0;
		const ofRun = this.waiting.filter((other) => other.request.run === run && other.isNew === isNew);
		const turn = this.currentTurn + ofRun.length + (isNew ? 1 : 0);
		const index = this.waiting.findIndex(
			(other) => other.turn > turn || (other.turn === turn && other.isNew && !isNew),
		);
		const place = index === -1 ? this.waiting.length : index;
		this.waiting.splice(start.letsOnePass ? Math.max(1, place) : place, 0, { request, isNew, turn });
	}

	remove(request: WaitingRequest): void {
		const index = this.waiting.findIndex((other) => other.request === request);
		for (const { turn } of this.waiting.splice(index, 1)) {
			this.currentTurn = Math.max(this.currentTurn, turn);
		}
	}
}

import type { OpenStart } from './openStart';

/** Starts that wait. Runs take turns: the first one of each leaves, then the second one of each, and so on. */
export class Line {
	/** The next one first. */
	private starts: OpenStart[] = [];
	/** Of the latest one that left. */
	private currentTurn = 0;

	/**
	 * The new starts of a run get the turns 1, 2, and so on, counted from now. So the first one of another run leaves after the first
	 * of this one. Further attempts get the turns 0, 1, and so on, and go before new starts of their turn.
	 */
	add(start: OpenStart): void {
		const { isNew, run } = start;
		const alike = this.starts.filter((other) => other.run === run && other.isNew === isNew);
		start.turn = this.currentTurn + alike.length + (isNew ? 1 : 0);
		const isBehind = (other: OpenStart) =>
			other.turn > start.turn || (other.turn === start.turn && other.isNew && !isNew);
		const index = this.starts.findIndex(isBehind);
		const place = index === -1 ? this.starts.length : index;
		this.starts.splice(start.letsOnePass ? Math.max(1, place) : place, 0, start);
	}

	/** Returns those that wait now, the next one first. They may leave meanwhile. */
	list(): OpenStart[] {
		return [...this.starts];
	}

	remove(start: OpenStart): void {
		this.starts = this.starts.filter((other) => other !== start);
	}

	/** It is sent, which counts as a turn of its run. */
	leave(start: OpenStart): void {
		this.remove(start);
		this.currentTurn = Math.max(this.currentTurn, start.turn);
	}
}

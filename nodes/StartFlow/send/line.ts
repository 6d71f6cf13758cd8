import type { OpenStart } from './openStart';

/** Starts that wait. Runs take turns: the first one of each leaves, then the second one of each, and so on. */
export class Line {
	/** The next one first. */
	private starts: OpenStart[] = [];
	/** Of the latest one that left. */
	private currentTurn = 0;

	/** From now on, the further attempts of a run have the turns 0, 1, … and its new starts 1, 2, … Within a turn, what is new goes last. */
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

/** How a start stands in a line. */
export interface Place {
	/** A start that was tried before goes before those that were not. */
	isFurtherAttempt: boolean;
	/** Before it, one start leaves that was not tried before: see `TurnAways`. */
	letsOnePass: boolean;
}

/** Who waits, the next one first. Further attempts go first, in the order in which they came back. */
export class Line<Waiting extends Place> {
	private readonly all: Waiting[] = [];

	get first(): Waiting | undefined {
		return this.all[0];
	}

	join(waiting: Waiting, { atEnd } = { atEnd: false }): void {
		const firstNew = this.all.findIndex(({ isFurtherAttempt }) => !isFurtherAttempt);
		if (atEnd || !waiting.isFurtherAttempt || firstNew === -1) this.all.push(waiting);
		else this.all.splice(waiting.letsOnePass ? firstNew + 1 : firstNew, 0, waiting);
	}

	leave(waiting: Waiting): void {
		const index = this.all.indexOf(waiting);
		if (index !== -1) this.all.splice(index, 1);
	}

	/** Empties the line. Returns who was in it. */
	clear(): Waiting[] {
		return this.all.splice(0);
	}
}

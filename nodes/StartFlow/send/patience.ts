/** As long as a service has taken a start within this time, or has turned starts away for less, it is tried again. */
const PATIENCE_MS = 3 * 60_000;

/** Each open execution costs n8n about 10 MB, whatever it waits for. */
const MAX_WAITING_RUNS = 100;

/** How long starts that a service turns away are tried again. It counts all flows of an address and a token. */
export class Patience {
	private takenAt = -Infinity;
	/** Since a start was taken. `undefined` if none was turned away since. */
	private turnedAwaySince: number | undefined;
	private readonly waitingRuns = new Set<object>();

	countTaken(now: number): void {
		this.takenAt = now;
		this.turnedAwaySince = undefined;
	}

	countTurnedAway(now: number): void {
		this.turnedAwaySince ??= now;
	}

	/**
	 * Lets a run wait, if it may. Until it ends, it counts as one that waits. While the service takes nothing, only some runs may, so
	 * that n8n's memory is enough.
	 */
	admit(run: object, now: number): boolean {
		const isOver = now - (this.turnedAwaySince ?? now) >= PATIENCE_MS;
		const hasRoom = this.waitingRuns.has(run) || this.waitingRuns.size < MAX_WAITING_RUNS;
		const mayWait = !isOver && (hasRoom || now - this.takenAt < PATIENCE_MS);
		if (mayWait) this.waitingRuns.add(run);
		return mayWait;
	}

	endRun(run: object): void {
		this.waitingRuns.delete(run);
	}
}

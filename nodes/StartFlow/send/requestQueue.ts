import type { Clock } from '../shared/clock';
import type { Slowdown } from '../start/itemStart';
import type { LimitedRun, ReturnedRequest, ServiceLimit } from './serviceLimit';
import { countSlots, updateWindow, type Window } from './window';

/**
 * The requests of a run to one service. A request leaves when the run's window and the limit that all runs share have a place
 * for it.
 */
export class RequestQueue implements LimitedRun {
	private sentSoFar = 0;
	private inFlight = 0;
	/** The resolvers of waiting requests: `true` sends one, `false` ends its wait. */
	private readonly waiting: Array<(mayLeave: boolean) => void> = [];

	readonly slowdown: Slowdown = { turnedAwayCount: 0, heldBackMs: 0 };
	private isHeldBack = false;
	private checkedAt = 0;

	private hasEnded = false;
	private resolveEnded = () => {};
	/** Resolves when nothing more may be sent. */
	readonly ended = new Promise<void>((resolve) => (this.resolveEnded = resolve));

	constructor(
		readonly maxRetries: number,
		public window: Window,
		private readonly limit: ServiceLimit,
		private readonly clock: Pick<Clock, 'now' | 'waitForEventLoop'>,
	) {
		limit.runs.add(this);
	}

	/** Ends the run: nothing more is sent. To be called whenever a run is over: otherwise, the shared limit keeps the queue. */
	end(): void {
		this.hasEnded = true;
		this.resolveEnded();
		this.limit.runs.delete(this);
		for (const endWait of this.waiting.splice(0)) endWait(false);
		this.updateHeldBack();
	}

	get hasNext(): boolean {
		return this.waiting.length > 0 && this.inFlight < countSlots(this.window);
	}

	sendNext(): void {
		this.inFlight++;
		this.waiting.shift()?.(true);
		this.updateHeldBack();
	}

	/**
	 * Sends a request when it is its turn, and adapts to how it came back. Then it decides what comes of the result, before another
	 * request leaves.
	 * @param isFurtherAttempt It goes before new starts.
	 * @returns What `decide` returns. `undefined` if the run ended before the request's turn.
	 */
	async enqueue<Result extends ReturnedRequest, Decision>(
		send: () => Promise<Result>,
		{ isFurtherAttempt }: { isFurtherAttempt: boolean },
		decide: (result: Result) => Decision,
	): Promise<Decision | undefined> {
		if (!(await this.waitForTurn(isFurtherAttempt))) return undefined;
		try {
			await this.clock.waitForEventLoop();
			if (this.hasEnded) {
				// It may have been the limit's probe. Another one may leave now.
				this.limit.learn({ load: 'noEvidence' }, this.maxRetries, this.clock.now());
				return undefined;
			}
			const limitHoldsRunBack = this.isHeldBack;
			const requestNumber = this.sentSoFar++;
			const sentAt = this.clock.now();
			const result = await send();
			this.limit.learn(result, this.maxRetries, sentAt);
			if (result.load === 'turnedAway') this.slowdown.turnedAwayCount++;
			// While the limit holds the run back, the window is not full, so times say nothing about its size.
			if (!limitHoldsRunBack) {
				const { sentSoFar } = this;
				const timeMs = this.clock.now() - sentAt;
				const request = { load: result.load, requestNumber, sentSoFar, timeMs };
				this.window = updateWindow(this.window, request);
			}
			return decide(result);
		} finally {
			this.inFlight--;
			this.limit.countReturned();
			this.updateHeldBack();
		}
	}

	/** Whether a start that was turned away is not tried again. */
	get isServiceGivenUp(): boolean {
		return this.limit.isGivenUp(this.maxRetries);
	}

	private async waitForTurn(isFurtherAttempt: boolean): Promise<boolean> {
		if (this.hasEnded) return false;
		return await new Promise((endWait) => {
			if (isFurtherAttempt) this.waiting.unshift(endWait);
			else this.waiting.push(endWait);
			this.limit.release();
			this.updateHeldBack();
		});
	}

	/** It is called after each change, so the time since the last call counts as a whole. */
	private updateHeldBack(): void {
		const now = this.clock.now();
		if (this.isHeldBack) this.slowdown.heldBackMs += now - this.checkedAt;
		this.checkedAt = now;
		this.isHeldBack = this.hasNext;
	}
}

import type { Clock } from '../shared/clock';
import type { ReturnedRequest, ServiceLimit } from './serviceLimit';
import { countSlots, updateWindow, type Window } from './window';

/**
 * The requests of a run to one service. A request leaves when the run's window and the limit that all runs share have a place
 * for it.
 */
export class RequestQueue {
	private sentSoFar = 0;
	private inFlight = 0;
	private readonly waiting: Array<() => void> = [];

	readonly heldBack = { attempts: 0, ms: 0 };
	/** The starts that wait at the limit, and since when there is at least one. */
	private heldBackCount = 0;
	private heldBackSince = 0;

	private hasEnded = false;
	private resolveEnded = () => {};
	/** Resolves when nothing more may be sent. */
	readonly ended = new Promise<void>((resolve) => (this.resolveEnded = resolve));

	constructor(
		public window: Window,
		readonly limit: ServiceLimit,
		private readonly clock: Pick<Clock, 'now'>,
	) {}

	/** Ends the run: nothing more is sent. It must be called in the end, to give back the turns of the run. */
	end(): void {
		this.hasEnded = true;
		this.resolveEnded();
		this.release();
		this.limit.dismiss(this);
	}

	/**
	 * Sends a request when it is its turn, and adapts to how it came back before another request leaves.
	 * @param isRetry It goes before new starts. @param maxRetries The option of its start.
	 * @returns `undefined` if the run ended before the request's turn.
	 */
	async enqueue<Result extends ReturnedRequest>(
		send: () => Promise<Result>,
		{ isRetry, maxRetries }: { isRetry: boolean; maxRetries: number },
	): Promise<Result | undefined> {
		await new Promise<void>((resolve) => {
			if (isRetry) this.waiting.unshift(resolve);
			else this.waiting.push(resolve);
			this.release();
		});
		try {
			if (this.hasEnded) return undefined;
			const mayLeave =
				this.limit.tryEnter(maxRetries) || (await this.waitForTurn(isRetry, maxRetries));
			if (!mayLeave) return undefined;
			try {
				return this.hasEnded ? undefined : await this.send(send);
			} finally {
				this.limit.leave();
			}
		} finally {
			this.inFlight--;
			this.release();
		}
	}

	private async waitForTurn(isRetry: boolean, maxRetries: number): Promise<boolean> {
		if (this.heldBackCount++ === 0) this.heldBackSince = this.clock.now();
		try {
			return await this.limit.waitForTurn(this, isRetry, maxRetries);
		} finally {
			if (--this.heldBackCount === 0) this.heldBack.ms += this.clock.now() - this.heldBackSince;
		}
	}

	private async send<Result extends ReturnedRequest>(send: () => Promise<Result>): Promise<Result> {
		const requestNumber = this.sentSoFar++;
		const sentAt = this.clock.now();
		const isHeldBack = this.limit.holdsBack;
		const result = await send();
		if (result.load === 'turnedAway') this.heldBack.attempts++;
		// Times say nothing about the window while it is not the window that decides.
		if (isHeldBack) return result;
		const timeMs = this.clock.now() - sentAt;
		const { sentSoFar } = this;
		this.window = updateWindow(this.window, { ...result, requestNumber, sentSoFar, timeMs });
		return result;
	}

	/** Gives a place to as many waiting requests as there is room for. When the run has ended, all get one, and `enqueue` sends none. */
	private release(): void {
		while (this.hasEnded || this.inFlight < countSlots(this.window)) {
			const resolve = this.waiting.shift();
			if (resolve === undefined) return;
			this.inFlight++;
			resolve();
		}
	}
}

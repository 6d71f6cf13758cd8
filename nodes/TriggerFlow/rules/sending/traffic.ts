import type { Attempt } from '../outcome/attempt';
import { afterAnswer, loadOf, openWindow, type Window } from './window';

/** Waits `ms`, or less when `over` aborts. Injected: the rules have no clock of their own. */
export type Wait = (ms: number, over: AbortSignal) => Promise<void>;

/** The time in ms since the epoch. */
export type Now = () => number;

/**
 * Lets requests out: no more at once than the window allows, and none before the time that the
 * service asked to be left alone for. One per run, for all of its starts.
 */
export class Traffic {
	private window: Window;

	private sent = 0;

	private inFlight = 0;

	/** Whether something was thrown: nothing more may leave before the run has ended for it. */
	private isBroken = false;

	/** Requests that wait for their turn: what is tried again goes before what is new. */
	private readonly waiting: Record<'again' | 'first', Array<() => void>> = { again: [], first: [] };

	/** While the service has asked to be left alone: since when, and until when, by `now`. */
	private pause: { since: number; until: number } | undefined;

	private heldUpBefore = 0;

	/**
	 * @param limit The most requests at once.
	 * @param over Aborts when nothing more is to be sent.
	 */
	constructor(
		limit: number,
		private readonly over: AbortSignal,
		private readonly wait: Wait,
		private readonly now: Now,
	) {
		this.window = openWindow(limit);
		over.addEventListener('abort', () => this.letNextGo());
	}

	/** How long the service has held up this run with Retry-After, in ms. */
	get heldUp(): number {
		return this.heldUpBefore + (this.pause === undefined ? 0 : this.now() - this.pause.since);
	}

	/**
	 * Sends as soon as it is this request's turn; gives `undefined` when the run is over by then.
	 *
	 * @param decide What follows from the attempt. It is asked before another request can leave, so
	 * that it can still hold up or end the run.
	 * @throws whatever `request` or `decide` throws; nothing is sent from then on.
	 */
	async send<T>(
		turn: 'again' | 'first',
		request: () => Promise<Attempt>,
		decide: (attempt: Attempt) => T,
	): Promise<T | undefined> {
		await this.turnOf(turn);
		let isDecided = false;
		try {
			const decision = this.over.aborted ? undefined : decide(await this.sendNow(request));
			isDecided = true;
			return decision;
		} finally {
			this.isBroken ||= !isDecided;
			this.inFlight--;
			this.letNextGo();
		}
	}

	/** Lets nothing out for the next `ms`: the service has asked for it. */
	holdUp(ms: number): void {
		if (ms <= 0) return;
		const until = this.now() + ms;
		if (this.pause !== undefined) {
			this.pause.until = Math.max(this.pause.until, until);
			return;
		}
		const pause = { since: this.now(), until };
		this.pause = pause;
		void this.sitOut(pause);
	}

	private async sitOut(pause: { until: number }): Promise<void> {
		// It may be prolonged while it lasts.
		while (pause.until > this.now() && !this.over.aborted) {
			await this.wait(pause.until - this.now(), this.over);
		}
		this.heldUpBefore = this.heldUp;
		this.pause = undefined;
		this.letNextGo();
	}

	private async sendNow(request: () => Promise<Attempt>): Promise<Attempt> {
		const number = this.sent++;
		const attempt = await request();
		this.window = afterAnswer(this.window, loadOf(attempt), number, this.sent);
		return attempt;
	}

	private async turnOf(turn: 'again' | 'first'): Promise<void> {
		await new Promise<void>((resolve) => {
			this.waiting[turn].push(resolve);
			this.letNextGo();
		});
	}

	private letNextGo(): void {
		while (this.over.aborted || this.hasRoom()) {
			const go = this.waiting.again.shift() ?? this.waiting.first.shift();
			if (go === undefined) return;
			this.inFlight++;
			go();
		}
	}

	private hasRoom(): boolean {
		return !this.isBroken && this.pause === undefined && this.inFlight < this.window.size;
	}
}

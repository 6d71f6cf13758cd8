import type { Clock } from '../shared/clock';
import type { KnownFlow } from './knownServices';
import { Line } from './line';
import type { ReturnedRequest, ServiceLimit } from './serviceLimit';
import type { TurnAways } from './turnAways';
import { getRoom, openWindow, updateWindow, type Window } from './window';

/** How a request leaves. */
type Departure = Pick<ReturnedRequest, 'number' | 'isBeyondLimit'>;

/** Ends the wait of a request. `undefined`: the run has ended. */
type EndWait = (departure: Departure | undefined) => void;

/** How a request came back, as far as its sender knows. */
export type RequestResult = Pick<ReturnedRequest, 'load' | 'retryAfterMs'>;

/** A place in flight. Whoever has it sends one request, and gives it back. */
export interface Lease {
	/** As which one of its service the request leaves. */
	number: number;
	/** Gives the place back, and says how the request came back. Only now, others may leave. */
	giveBack: (result: RequestResult) => void;
}

/**
 * The requests of a run to one flow. A request leaves when the run's window has a place for it, and for a joined flow also the limit
 * that all runs share.
 */
export class RequestQueue {
	/** What this run has found out. */
	window: Window;
	turnedAwayCount = 0;
	private sentSoFar = 0;
	private inFlight = 0;
	private readonly line = new Line<EndWait>();

	private hasEnded = false;
	private resolveEnded = () => {};
	/** Resolves when nothing more may be sent. */
	readonly ended = new Promise<void>((resolve) => (this.resolveEnded = resolve));

	private readonly limit: ServiceLimit;

	constructor(
		readonly flow: KnownFlow,
		concurrency: number,
		private readonly clock: Pick<Clock, 'now' | 'waitForEventLoop'>,
	) {
		this.limit = flow.service.limit;
		this.window = openWindow(concurrency, flow.window);
		flow.runs.add(this);
		flow.service.runs.add(this);
	}

	/** Lets starts that were turned away wait for another attempt, if they may: see `Patience`. */
	admit(): boolean {
		return this.limit.patience.admit(this, this.clock.now());
	}

	/** Whether a request waits for which the run has a place. */
	get isWaiting(): boolean {
		return this.line.elements.length > 0 && this.inFlight < getRoom(this.window);
	}

	/** Ends the run: nothing more is sent, and nothing of it waits for the limit. Keeps what it has found out so far. */
	end(): void {
		this.hasEnded = true;
		this.resolveEnded();
		for (const endWait of this.line.elements) endWait(undefined);
		const { flow } = this;
		for (const known of [flow, flow.service]) {
			known.runs.delete(this);
			known.usedAt = this.clock.now();
		}
		if (this.window.hasNews) flow.window = this.window;
		this.limit.patience.endRun(this);
		this.limit.line.remove(this);
		this.limit.release();
	}

	/**
	 * Waits for a place in flight.
	 * @param turnAways What the start has met so far. @returns `undefined` if the run ends before.
	 */
	async enter(isFurtherAttempt: boolean, turnAways: TurnAways): Promise<Lease | undefined> {
		if (this.hasEnded) return undefined;
		const departure = await new Promise<Departure | undefined>((endWait) => {
			const place = isFurtherAttempt ? turnAways.place : 'last';
			const [next] = this.line.elements;
			this.line.join(endWait, place);
			// A run has one place in the line of the limit: that of its next request.
			if (next !== this.line.elements[0]) {
				this.limit.line.remove(this);
				this.limit.line.join(this, place);
			}
			this.limit.release();
		});
		if (departure === undefined) return undefined;
		await this.clock.waitForEventLoop();
		const sentAt = this.clock.now();
		if (this.hasEnded) {
			this.takeBack({ ...departure, load: 'noEvidence', sentAt, turnAways });
			return undefined;
		}
		const requestNumber = this.sentSoFar++;
		// While the limit holds the run back, the window is not full, so times say nothing about its size.
		const isHeldBack = this.flow.isJoined && this.isWaiting;
		return {
			number: departure.number,
			giveBack: (result) => {
				if (!isHeldBack) this.learn(result.load, requestNumber, sentAt);
				this.takeBack({ ...departure, ...result, sentAt, turnAways });
			},
		};
	}

	/**
	 * Sends the next request. The run has a place for it, and then goes to the end of the line, so that a single call waits only for
	 * one of many further attempts of a run.
	 */
	sendNext({ isBeyondLimit }: { isBeyondLimit: boolean }): void {
		const [endWait] = this.line.elements;
		if (endWait === undefined) return;
		this.line.remove(endWait);
		this.limit.line.remove(this);
		if (this.line.elements.length > 0) this.limit.line.join(this, 'last');
		this.inFlight++;
		endWait({ number: this.limit.countSent(this.flow), isBeyondLimit });
	}

	private learn(load: ReturnedRequest['load'], requestNumber: number, sentAt: number): void {
		const { sentSoFar } = this;
		const timeMs = this.clock.now() - sentAt;
		this.window = updateWindow(this.window, { load, requestNumber, sentSoFar, timeMs });
	}

	private takeBack(request: ReturnedRequest): void {
		this.inFlight--;
		if (request.load === 'turnedAway') this.turnedAwayCount++;
		for (const other of this.flow.turnAways) {
			if (other !== request.turnAways) other.see(request);
		}
		this.limit.takeBack(this.flow, request);
	}
}

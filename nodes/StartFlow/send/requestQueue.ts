import type { Clock } from '../shared/clock';
import type { KnownFlow } from './knownServices';
import { Line, type Place } from './line';
import type { ReturnedRequest, ServiceLimit } from './serviceLimit';
import type { TurnAways } from './turnAways';
import { getRoom, openWindow, updateWindow, type Window } from './window';

/** A request that waits for its turn. */
export interface QueuedRequest extends Place {
	queue: RequestQueue;
	/** Ends its wait. `undefined`: the run has ended. */
	endWait: (leave: Leave | undefined) => void;
}

/** How a request leaves. */
type Leave = Pick<ReturnedRequest, 'number' | 'isBeyondLimit'>;

/** A place in flight. Whoever has it sends one request, and gives it back. */
export interface Lease {
	/** As which one of its service the request leaves. */
	number: number;
	/** Gives the place back, and says how the request came back. Only now, others may leave. */
	leave: (result: Pick<ReturnedRequest, 'load' | 'retryAfterMs'>) => void;
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
	private readonly line = new Line<QueuedRequest>();
	/** Stands for this run in the line of the limit. */
	private nextInLimit: QueuedRequest | undefined;

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

	/** Whether a start that was turned away may wait for another attempt. */
	get mayWait(): boolean {
		return this.limit.patience.mayWait(this, this.clock.now());
	}

	/** Ends the run: nothing more is sent, and nothing of it waits for the limit. Keeps what it has found out so far. */
	end(): void {
		this.hasEnded = true;
		this.resolveEnded();
		for (const { endWait } of this.line.clear()) endWait(undefined);
		const { flow } = this;
		for (const known of [flow, flow.service]) {
			known.runs.delete(this);
			known.usedAt = this.clock.now();
		}
		if (this.window.hasNews) flow.window = this.window;
		this.limit.patience.endRun(this);
		this.update();
	}

	/**
	 * Waits for a place in flight.
	 * @param turnAways What the start has met so far. @returns `undefined` if the run ends before.
	 */
	async enter(isFurtherAttempt: boolean, turnAways: TurnAways): Promise<Lease | undefined> {
		if (this.hasEnded) return undefined;
		const leave = await new Promise<Leave | undefined>((endWait) => {
			const { letsOnePass } = turnAways;
			this.line.join({ isFurtherAttempt, letsOnePass, queue: this, endWait });
			this.update();
		});
		if (leave === undefined) return undefined;
		await this.clock.waitForEventLoop();
		const sentAt = this.clock.now();
		if (this.hasEnded) {
			this.takeBack({ ...leave, load: 'noEvidence', sentAt, turnAways });
			return undefined;
		}
		const requestNumber = this.sentSoFar++;
		// While the limit holds the run back, the window is not full, so times say nothing about its size.
		const isHeldBack = this.nextInLimit !== undefined;
		return {
			number: leave.number,
			leave: (result) => {
				if (!isHeldBack) this.learn(result.load, requestNumber, sentAt);
				this.takeBack({ ...leave, ...result, sentAt, turnAways });
			},
		};
	}

	/** Sends the next request. Its run has a place for it. */
	sendNext({ isBeyondLimit }: { isBeyondLimit: boolean }): void {
		const next = this.line.first;
		if (next === undefined) return;
		this.line.leave(next);
		this.inFlight++;
		this.flow.inFlight++;
		const number = this.limit.countSent(this.flow);
		this.standInLimit({ isNextTurn: true });
		next.endWait({ number, isBeyondLimit });
	}

	private learn(load: ReturnedRequest['load'], requestNumber: number, sentAt: number): void {
		const { sentSoFar } = this;
		const timeMs = this.clock.now() - sentAt;
		this.window = updateWindow(this.window, { load, requestNumber, sentSoFar, timeMs });
	}

	private takeBack(request: ReturnedRequest): void {
		if (request.load === 'turnedAway') this.turnedAwayCount++;
		this.inFlight--;
		this.flow.inFlight--;
		for (const other of this.flow.turnAways) {
			if (other !== request.turnAways) other.see(request);
		}
		this.limit.returned(this.flow, request);
		this.update();
	}

	/** Sends what need not wait for the limit, and then what the limit has room for. */
	private update(): void {
		const { isJoined } = this.flow;
		while (this.next && !(isJoined && this.mayWait)) this.sendNext({ isBeyondLimit: isJoined });
		this.standInLimit();
		this.limit.release();
	}

	/** The next request for which the run has a place. */
	private get next(): QueuedRequest | undefined {
		return this.inFlight < getRoom(this.window) ? this.line.first : undefined;
	}

	/**
	 * A run has one place in the line of the limit: that of its next request. After a turn, it goes to the end, so that a single call
	 * waits only for one of many further attempts of a run.
	 */
	private standInLimit({ isNextTurn } = { isNextTurn: false }): void {
		const next = this.flow.isJoined ? this.next : undefined;
		if (next === this.nextInLimit) return;
		const { line, patience } = this.limit;
		if (this.nextInLimit) line.leave(this.nextInLimit);
		if (next) {
			line.join(next, { atEnd: isNextTurn });
			patience.addWaitingRun(this);
		}
		this.nextInLimit = next;
	}
}

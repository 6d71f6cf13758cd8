import { isTaken } from '../outcome/table';
import type { Clock } from '../shared/clock';
import type { KnownFlow } from './knownServices';
import type { ReturnedRequest, ServiceLimit } from './serviceLimit';
import { getRoom, openWindow, updateWindow, type Window } from './window';

/** How a request leaves. */
type Leave = Pick<ReturnedRequest, 'isBeyondLimit'>;

/** Ends the wait of a request. `undefined`: the run has ended. */
type EndWait = (leave: Leave | undefined) => void;

/** How a request came back, as far as its sender knows. */
export type RequestResult = Omit<ReturnedRequest, 'sentAt' | 'isBeyondLimit'>;

/**
 * A place in flight. Whoever has it sends one request, and then gives it back, and says how the request came back. Only now, others
 * may leave.
 */
export type Lease = (result: RequestResult) => void;

/**
 * The requests of a run to one flow. A request leaves when the run's window has a place for it, and for a joined flow also the limit
 * that all runs share.
 */
export class RequestQueue {
	/** What this run has found out. */
	window: Window;
	turnedAwayCount = 0;
	/** Whether it goes before other runs: since its last turn, a start of it has come back that is tried again. */
	goesFirst = false;
	private sentSoFar = 0;
	private inFlight = 0;
	/** Who waits: first those that were tried before. */
	private readonly waiting: EndWait[] = [];
	private triedBeforeCount = 0;

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

	/** Whether a start that was turned away may wait for another attempt. Until it ends, the run then counts as one that waits. */
	mayWait(): boolean {
		return this.limit.patience.admit(this, this.clock.now());
	}

	/** Whether a request waits for which the run has a place. */
	get isWaiting(): boolean {
		return this.waiting.length > 0 && this.inFlight < getRoom(this.window);
	}

	/** Ends the run: nothing more is sent, and nothing of it waits for the limit. Keeps what it has found out so far. */
	end(): void {
		this.hasEnded = true;
		this.resolveEnded();
		for (const endWait of this.waiting.splice(0)) endWait(undefined);
		const { flow } = this;
		for (const known of [flow, flow.service]) {
			known.runs.delete(this);
			known.usedAt = this.clock.now();
		}
		if (this.window.hasNews) flow.window = this.window;
		this.limit.patience.endRun(this);
		this.limit.line.delete(this);
		this.limit.release();
	}

	/** Waits for a place in flight. @returns `undefined` if the run ends before. */
	async enter(isFurtherAttempt: boolean): Promise<Lease | undefined> {
		if (this.hasEnded) return undefined;
		const leave = await new Promise<Leave | undefined>((endWait) => {
			if (isFurtherAttempt) {
				this.goesFirst ||= this.triedBeforeCount === 0;
				this.waiting.splice(this.triedBeforeCount++, 0, endWait);
			} else this.waiting.push(endWait);
			this.limit.line.add(this);
			this.limit.release();
		});
		if (leave === undefined) return undefined;
		await this.clock.waitForEventLoop();
		const sentAt = this.clock.now();
		if (this.hasEnded) {
			this.takeBack({ ...leave, load: 'noEvidence', sentAt });
			return undefined;
		}
		const requestNumber = this.sentSoFar++;
		// While the limit holds the run back, the window is not full, so times say nothing about its size.
		const isHeldBack = this.flow.isJoined && this.isWaiting;
		return (result) => {
			if (!isHeldBack) this.learn(result.load, requestNumber, sentAt);
			this.takeBack({ ...leave, ...result, sentAt });
		};
	}

	/** Sends the next request. The run has a place for it, and then goes to the end of the line. */
	sendNext({ isBeyondLimit }: { isBeyondLimit: boolean }): void {
		const endWait = this.waiting.shift();
		if (this.triedBeforeCount > 0) this.triedBeforeCount--;
		this.goesFirst = false;
		this.limit.line.delete(this);
		if (this.waiting.length > 0) this.limit.line.add(this);
		this.inFlight++;
		this.flow.inFlight++;
		this.limit.countSent(this.flow);
		endWait?.({ isBeyondLimit });
	}

	private learn(load: ReturnedRequest['load'], requestNumber: number, sentAt: number): void {
		const { sentSoFar } = this;
		const timeMs = this.clock.now() - sentAt;
		this.window = updateWindow(this.window, { load, requestNumber, sentSoFar, timeMs });
	}

	private takeBack(request: ReturnedRequest): void {
		this.inFlight--;
		this.flow.inFlight--;
		if (request.load === 'turnedAway') {
			this.turnedAwayCount++;
			this.flow.turnedAwayCount++;
		} else if (isTaken(request.load)) this.flow.takenCount++;
		this.limit.returned(this.flow, request);
		this.limit.release();
	}
}

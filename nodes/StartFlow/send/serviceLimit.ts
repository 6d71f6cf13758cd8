import type { FailedJudgement, Judgement } from '../outcome/judge';
import { isTaken } from '../outcome/table';
import type { Clock } from '../shared/clock';
import { Line } from './line';
import type { OpenStart } from './openStart';
import { Pace } from './pace';
import type { Patience } from './patience';
import { Probe } from './probe';

/** How a request came back. */
export type RequestResult = Pick<Judgement, 'load'> & Pick<FailedJudgement, 'retryAfterMs'>;

/**
 * How many starts a service takes, for all runs of this n8n process. As long as nothing was turned away, that is any number.
 *
 * An example: six starts are in flight, and one comes back turned away. The five others become the limit, as if the service took no
 * more at once, so one start leaves for each that comes back. After a wait, one more leaves (the probe). If it is turned away, too,
 * the next wait is longer. If it is taken, the limit was too low: it doubles to 10, and the starts since the last such moment say
 * what rate the service takes (`Pace`). What less would cost is in docs/architecture.md.
 */
export class ServiceLimit {
	/** Whether a start waits for it. */
	isHoldingBack = false;
	private readonly line = new Line();
	private readonly pace = new Pace();
	private readonly probe: Probe;
	private inFlight = 0;
	private maxInFlight = Infinity;

	/** No start leaves before this time. The pause ends early if the service takes a start that left after the one that asked for it. */
	private askedUntil = -Infinity;
	private askedServiceNumber = 0;
	/** When it releases next by itself. */
	private wakesAt = Infinity;

	constructor(
		private readonly clock: Clock,
		private readonly service: { patience: Patience; sentCount: number },
	) {
		this.probe = new Probe(clock);
	}

	private get isFull(): boolean {
		return this.inFlight >= this.maxInFlight;
	}

	/** Takes over what is in flight and what waits under another limit, which is not used any more. */
	absorb(other: ServiceLimit): void {
		this.inFlight += other.inFlight;
		for (const start of other.line.list()) {
			other.line.remove(start);
			this.line.add(start);
		}
	}

	/** Lets a start wait. @returns Whether it has left, and may be sent. Otherwise, its run has ended. */
	async enqueue(start: OpenStart): Promise<boolean> {
		const hasLeft = new Promise<boolean>((resolve) => (start.endWait = resolve));
		this.line.add(start);
		this.release();
		return await hasLeft;
	}

	endWaits(run: object): void {
		for (const start of this.line.list().filter((waiting) => waiting.run === run)) {
			this.line.remove(start);
			start.endWait(false);
		}
	}

	/** Sends as many of the starts that wait as there is room for, and those that may not wait. */
	release(): void {
		const now = this.clock.now();
		if (this.probe.countsAsTaken) this.learnProbeTaken();
		let nextAt: number | undefined;
		for (const start of this.line.list()) {
			if (!start.window.hasRoom) continue;
			const leavesAt = this.findLeaveTime();
			if (leavesAt > now && this.service.patience.admit(start.run, now)) nextAt = leavesAt;
			else this.letLeave(start, now);
		}
		this.isHoldingBack = nextAt !== undefined;
		this.pace.noteWaiting(this.isHoldingBack, now);
		if (nextAt !== undefined) void this.wake(nextAt);
	}

	private letLeave(start: OpenStart, now: number): void {
		const serviceNumber = ++this.service.sentCount;
		if (this.isFull) this.probe.leave(serviceNumber, this.maxInFlight === 0);
		this.inFlight++;
		this.pace.countStart(now);
		this.line.leave(start);
		start.enterFlight(serviceNumber);
	}

	/** Learns from a request that is back. */
	learn(start: OpenStart, { load, retryAfterMs = 0 }: RequestResult): void {
		this.inFlight--;
		const mayBeProbe = this.probe.mayBe(start);
		if (isTaken(load)) {
			if (start.serviceNumber > this.askedServiceNumber) this.askedUntil = -Infinity;
			if (mayBeProbe) this.learnProbeTaken();
		} else if (load === 'turnedAway' && !start.isLimitUnlikely) {
			this.learnTurnedAway(start, retryAfterMs);
		} else if (mayBeProbe) {
			this.probe.forget();
		}
	}

	private findLeaveTime(): number {
		const leavesAt = Math.max(this.askedUntil, this.pace.nextAt);
		return this.isFull ? Math.max(leavesAt, this.probe.leavesAt) : leavesAt;
	}

	/** The service took the probe, or did not turn it away in time. So the limit doubles, and the next probe may leave at once. */
	private learnProbeTaken(): void {
		const now = this.clock.now();
		this.service.patience.countTaken(now);
		if (this.probe.waitCount > 0) this.pace.measure(now);
		this.probe.restart();
		this.maxInFlight = Math.max(1, 2 * this.maxInFlight);
	}

	private learnTurnedAway(start: OpenStart, retryAfterMs: number): void {
		const now = this.clock.now();
		this.pace.countTurnedAway();
		if (now + retryAfterMs > this.askedUntil) {
			this.askedUntil = now + retryAfterMs;
			this.askedServiceNumber = start.serviceNumber;
		}
		const isTooHigh = !this.isFull;
		if (isTooHigh) this.maxInFlight = this.inFlight;
		this.probe.delay(start, isTooHigh, this.maxInFlight === 0, retryAfterMs);
	}

	/** Releases at a time, unless it does so earlier. */
	private async wake(at: number): Promise<void> {
		if (at >= this.wakesAt) return;
		this.wakesAt = at;
		await this.clock.wait(at - this.clock.now());
		if (this.wakesAt === at) this.wakesAt = Infinity;
		this.release();
	}
}

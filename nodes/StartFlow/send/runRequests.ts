import type { Clock } from '../shared/clock';
import type { KnownFlow } from './knownServices';
import { OpenStart } from './openStart';
import type { RequestResult } from './serviceLimit';
import { Window } from './window';

/** Says how a request came back. Nothing else leaves in its place yet. */
export type ReportResult = (result: RequestResult) => void;

/**
 * The requests of a run. One leaves when the run's window for its flow has a place for it, and so has the flow's limit. A flow that is
 * held back delays the others only once all workers wait for it.
 */
export class RunRequests {
	turnedAwayCount = 0;
	/** What this run finds out. */
	private readonly windows = new Map<KnownFlow, Window>();
	hasEnded = false;
	private resolveEnded = () => {};
	/** Resolves when nothing more may be sent. */
	readonly ended = new Promise<void>((resolve) => (this.resolveEnded = resolve));

	constructor(
		private readonly concurrency: number,
		private readonly clock: Pick<Clock, 'now' | 'waitForEventLoop'>,
	) {}

	open(flow: KnownFlow): OpenStart {
		const window = this.windows.get(flow) ?? new Window(this.concurrency, flow.window);
		this.windows.set(flow, window);
		return new OpenStart(this, flow, window);
	}

	/** Nothing more is sent, and nothing waits. Keeps what the run has found out. */
	end(): void {
		this.hasEnded = true;
		this.resolveEnded();
		for (const [flow, window] of this.windows) {
			flow.endRun(this);
			if (window.hasNews) flow.window = window;
		}
	}

	/**
	 * Waits for a place in flight. `sendOne` sends one request and reports how it came back. The place is free again when it ends.
	 * @returns `undefined` if the run ends before.
	 */
	async withPlace<T>(
		start: OpenStart,
		flow: KnownFlow,
		sendOne: (report: ReportResult) => Promise<T>,
	): Promise<T | undefined> {
		const { clock } = this;
		const { window } = start;
		if (this.hasEnded || !(await flow.limit.enqueue(start))) return undefined;
		let isReported = false;
		try {
			await clock.waitForEventLoop();
			if (this.hasEnded) return undefined;
			start.beginAttempt(clock.now());
			const requestNumber = window.countSent();
			// While the limit holds starts back, the window is not full, so times say nothing about its size.
			const { isHoldingBack } = flow.limit;
			return await sendOne((result) => {
				isReported = true;
				if (result.load === 'turnedAway') this.turnedAwayCount++;
				if (!isHoldingBack) window.learn(result.load, requestNumber, clock.now() - start.sentAt);
				flow.learn(start, result);
			});
		} finally {
			if (!isReported) flow.learn(start, { load: 'noEvidence' });
			flow.limit.release();
		}
	}
}

import type { Clock } from '../shared/clock';
import type { KnownFlow } from './knownServices';
import type { Departure } from './line';
import type { OpenStart } from './openStart';
import type { ReturnedRequest } from './serviceLimit';
import { Window } from './window';

/** Gives back the place in flight, and says how the request came back. Only now, others may leave. */
export type GiveBack = (result: Pick<ReturnedRequest, 'load' | 'retryAfterMs'>) => void;

/** The requests of a run to one flow. One leaves when the run's window has a place for it, and so has the flow's limit. */
export class RequestQueue {
	turnedAwayCount = 0;
	private inFlight = 0;
	/** What this run finds out. */
	private readonly window: Window;

	private hasEnded = false;
	private resolveEnded = () => {};
	/** Resolves when nothing more may be sent. */
	readonly ended = new Promise<void>((resolve) => (this.resolveEnded = resolve));

	/** @param run Runs take turns. A run has a queue for each of its flows. */
	constructor(
		readonly flow: KnownFlow,
		private readonly run: object,
		concurrency: number,
		private readonly clock: Pick<Clock, 'now' | 'waitForEventLoop'>,
	) {
		this.window = new Window(concurrency, flow.window);
	}

	/** Lets a start that was turned away wait for another attempt, if it may: see `Patience`. */
	admit(): boolean {
		return this.flow.service.patience.admit(this.run, this.clock.now());
	}

	/** Nothing more is sent, and nothing waits. Keeps what the run has found out. */
	end(): void {
		this.hasEnded = true;
		this.resolveEnded();
		const { flow, run } = this;
		flow.limit.endWaits(run);
		flow.service.patience.endRun(run);
		if (this.window.hasNews) flow.window = this.window;
	}

	/** Waits for a place in flight. Whoever has it sends one request, and gives it back. @returns `undefined` if the run ends before. */
	async enter(start: OpenStart): Promise<GiveBack | undefined> {
		if (this.hasEnded) return undefined;
		const { clock, flow, window, run } = this;
		const departure = await new Promise<Departure | undefined>((resolve) => {
			const hasPlace = () => this.inFlight < window.size;
			const leave = (how?: Departure) => {
				if (how) this.inFlight++;
				resolve(how);
			};
			flow.limit.enter({ run, start, hasPlace, leave });
		});
		if (departure === undefined) return undefined;
		await clock.waitForEventLoop();
		const takeBack: GiveBack = (result) => {
			this.inFlight--;
			if (result.load === 'turnedAway') this.turnedAwayCount++;
			flow.takeBack({ ...departure, ...result, start });
		};
		if (this.hasEnded) {
			takeBack({ load: 'noEvidence' });
			return undefined;
		}
		start.countSent(++flow.service.sentCount, clock.now());
		const number = window.countSent();
		// While the limit holds starts back, the window is not full, so times say nothing about its size.
		const { isHoldingBack } = flow.limit;
		return (result) => {
			if (!isHoldingBack) window.learn(result.load, number, clock.now() - start.sentAt);
			takeBack(result);
		};
	}
}

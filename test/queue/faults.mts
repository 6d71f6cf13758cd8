import { setTimeout as sleep } from 'node:timers/promises';

import type { Cluster } from './cluster.mts';
import { inHandOf, workerOf } from './worker.mts';

/** How long the flow service is down, in ms. */
const OUTAGE = 10_000;

/** How long it may take until the next start arrives, in ms. */
const NEXT_START = 60_000;

/** What goes wrong while calls come in, each at its share of them. */
export class Faults {
	/** Executions that were in the hands of the worker when it was killed. */
	inHand = 0;

	private readonly plan: Map<number, () => Promise<void>>;

	private readonly underWay: Array<Promise<void>> = [];

	constructor(
		private readonly cluster: Cluster,
		calls: number,
		private readonly onStep: (title: string) => void,
	) {
		this.plan = new Map([
			[Math.round(calls * 0.25), () => this.killWorker()],
			[Math.round(calls * 0.5), () => this.restartRedis()],
			[Math.round(calls * 0.75), () => this.outage()],
		]);
	}

	/** To be told of each call before it is sent. */
	onCall(number: number): void {
		const fault = this.plan.get(number);
		if (fault === undefined) return;
		const work = fault();
		this.underWay.push(work);
		// Told by `over`, which nobody waits for yet.
		work.catch(() => {});
	}

	/** Resolves when all is up again. @throws when something could not be started again. */
	async over(): Promise<void> {
		await Promise.all(this.underWay);
	}

	/** Kills a worker that has just started a flow and waits for the answer. */
	private async killWorker(): Promise<void> {
		const { log } = this.cluster.standIn;
		await log.waitFor(log.starts.length + 1, AbortSignal.timeout(NEXT_START));
		const execution = String(log.starts.at(-1)?.context.execution);
		const worker = await workerOf(this.cluster.workers, execution);
		this.onStep(`Killing ${worker.name} with SIGKILL, and starting it again as Docker would`);
		await worker.program.kill();
		this.inHand = await inHandOf(worker);
		await this.cluster.revive(worker);
		this.onStep(`${worker.name} is back`);
	}

	private async restartRedis(): Promise<void> {
		this.onStep('Restarting Redis');
		await this.cluster.restartRedis();
		this.onStep('Redis is back');
	}

	private async outage(): Promise<void> {
		this.onStep(`The flow service goes down for ${OUTAGE / 1000} s`);
		await this.cluster.standIn.close();
		await sleep(OUTAGE);
		await this.cluster.standIn.reopen();
		this.onStep('The flow service is back');
	}
}

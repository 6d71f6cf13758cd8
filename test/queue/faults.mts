import { setTimeout as sleep } from 'node:timers/promises';

import type { Cluster } from './cluster.mts';
import { busyWorker, inHandOf } from './worker.mts';

/** How long the flow service is down, in ms. */
const OUTAGE = 10_000;

/** What goes wrong while calls come in, each at its share of them. */
export class Faults {
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

	private async killWorker(): Promise<void> {
		const worker = await busyWorker(this.cluster);
		this.onStep(`Killing ${worker.name} with SIGKILL, and starting it again as Docker would`);
		await worker.program.kill();
		this.onStep(`It had ${await inHandOf(worker)} executions in its hands`);
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

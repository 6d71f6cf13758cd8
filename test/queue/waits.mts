import assert from 'node:assert/strict';

import type { SavedCredential, Workflow } from '../../tools/n8n/api.mts';
import { bySlug } from '../../tools/n8n/parameters.mts';
import { chain, webhook } from '../../tools/n8n/workflow.mts';
import { showStep } from '../../tools/progress.mts';
import { request } from '../../tools/request.mts';
import { callerBack } from '../../tools/stand-in/callBack.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';
import type { LoggedStart } from '../../tools/stand-in/startLog.mts';

import { startFlow } from '../n8n/workflow.mts';
import type { QueueTest } from './cluster.mts';
import { sendCalls, statusesOf, worked } from './evidence.mts';

export interface WaitLoad {
	/** Executions that wait at the same moment. */
	atOnce: number;
	/** Within how many seconds their callbacks come, in random order. */
	seconds: number;
	/** Executions that wait while n8n's processes are killed. */
	overKills: number;
}

/** Calls a second. They are more than n8n can handle, so that many starts are in flight at any time. */
const RATE = 50;

/** A context that identifies its start. */
const INVOICE = `={{ { call: $json.body.call, execution: $execution.id, invoice: 'INV-' + $json.body.call } }}`;

/** A context that names the execution that went on, and its callback. */
const WENT_ON = `={{ { call: $('Webhook').first().json.body.call, execution: $execution.id, answer: $json } }}`;

/** Executions wait for callbacks. Another process of n8n handles them than the one that started the flow. */
export async function waits(test: QueueTest, load: WaitLoad): Promise<void> {
	const { cluster, scenario } = test;
	const { atOnce, seconds, overKills } = load;
	const waiting = await Waits.begin(test, 'waits', atOnce);
	await waiting.callBack(seconds);
	await scenario.step(`${atOnce} executions wait, and each goes on once with its own answer`, () =>
		waiting.assertAnswers(),
	);

	const { main, webhook, workers } = cluster;
	const killed = await Waits.begin(test, 'waits-killed', overKills);
	showStep('Killing a worker, the main and the webhook process');
	const [worker = main] = workers;
	for (const program of [worker, main, webhook]) await program.kill();
	await Promise.all([worker.start(), main.start()]);
	await scenario.step(`${overKills} executions wait on after the kills`, async () => {
		assert.deepEqual(await killed.statuses(), { waiting: overKills });
		// The main process handles no webhooks, and no callbacks either.
		const { status } = await request(`${cluster.mainUrl}${killed.path}`, { method: 'POST' });
		assert.equal(status, 404);
	});
	showStep('The flows call back while the webhook process is down, and send again');
	await killed.callBack(0);
	await webhook.start();
	await scenario.step('After the kills, each goes on once with its own answer', () =>
		killed.assertAnswers(),
	);
}

/** Executions of one workflow that wait at the same moment. */
class Waits {
	private constructor(
		private readonly test: QueueTest,
		private readonly workflowId: string,
		private readonly starts: () => LoggedStart[],
		private readonly count: number,
	) {}

	/** Resolves once n8n waits for all of them. */
	static async begin(test: QueueTest, path: string, count: number): Promise<Waits> {
		const { cluster } = test;
		const { id } = await cluster.api.publish(waitingWorkflow(path, cluster.credential));
		const waits = new Waits(test, id, cluster.standIn.log.watch(), count);
		const accepted = await sendCalls(cluster.urlOf(path), { calls: count, rate: RATE });
		assert.ok(accepted.every(Boolean), 'n8n has not accepted all calls');
		await worked(`${count} executions: n8n puts them to wait`, async () => {
			const { waiting = 0, error = 0, crashed = 0 } = await waits.statuses();
			return count - waiting - error - crashed;
		});
		assert.deepEqual(await waits.statuses(), { waiting: count });
		return waits;
	}

	/** The path of the first callback URL, for any address of n8n. */
	get path(): string {
		const [start] = this.started(SLUGS.silent);
		const { pathname, search } = new URL(String(start?.context.callbackUrl));
		return pathname + search;
	}

	async statuses(): Promise<Record<string, number>> {
		return await statusesOf(this.test.cluster, this.workflowId);
	}

	/**
	 * Lets each flow call back as a good one does, with data of its start, at a random moment within some
	 * seconds. Resolves when each has called back once.
	 */
	async callBack(seconds: number): Promise<void> {
		const firstAttempts = this.started(SLUGS.silent).map((start) => {
			const afterMs = Math.random() * seconds * 1000;
			return callerBack(start)(answerTo(start), { afterMs }).firstAttempt;
		});
		await Promise.all(firstAttempts);
	}

	/** Fails unless each call has started one flow, and its execution went on once with the flow's answer. */
	async assertAnswers(): Promise<void> {
		const callbacks = () => this.started(SLUGS.silent).flatMap((start) => start.callbacks);
		await worked(
			'The flows call back',
			() => callbacks().filter(({ isAccepted }) => isAccepted === undefined).length,
		);
		await worked('n8n handles the callbacks', async () => {
			const { new: queued = 0, running = 0 } = await this.statuses();
			return queued + running;
		});
		const { processes } = this.test.cluster;
		assert.ok(processes.every(({ isRunning }) => isRunning));
		assert.deepEqual(await this.statuses(), { success: this.count });

		const started = this.started(SLUGS.silent);
		assert.equal(started.length, this.count);
		const wentOn = this.started(SLUGS.echo).map(({ context }) => context);
		assert.equal(wentOn.length, this.count);
		for (const start of started) {
			const { call, execution } = start.context;
			const own = wentOn.find((context) => context.call === call);
			assert.deepEqual(own, { call, execution, answer: answerTo(start) });
		}
	}

	private started(slug: string): LoggedStart[] {
		return this.starts().filter((start) => start.slug === slug);
	}
}

function answerTo({ context }: LoggedStart): object {
	return { approved: true, invoice: context.invoice };
}

/** Webhook that answers at once → a flow that calls back → a flow that gets the callback. */
function waitingWorkflow(path: string, credential: SavedCredential): Workflow {
	const start = (slug: string, contextJson: string, more: object = {}) =>
		startFlow(credential, { flow: bySlug(slug), contextMode: 'json', contextJson, ...more });
	const silent = start(SLUGS.silent, INVOICE, { operation: 'startAndWait' });
	const after = { ...start(SLUGS.echo, WENT_ON), id: 'After', name: 'After' };
	return chain(path, [webhook(path), silent, after]);
}

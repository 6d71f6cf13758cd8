import assert from 'node:assert/strict';

import { callerBack } from '../../stand-in/callBack.mts';
import { SILENT_SLUG } from '../../stand-in/flows.mts';
import type { LoggedStart } from '../../stand-in/startLog.mts';
import { request } from '../../tools/n8n/request.mts';
import { ECHO } from '../n8n/testBed.mts';
import { sendCalls } from './calls.mts';
import { evidenceOf, type Published, type QueueTest, worked } from './queueTest.mts';
import { waitingWorkflow } from './workflow.mts';

export interface WaitLoad {
	/** Executions that wait at the same moment. */
	atOnce: number;
	/** Within how many seconds their callbacks come, in random order. */
	seconds: number;
	/** Executions that wait while n8n's processes are killed. */
	overKills: number;
}

/** Calls a second: more than n8n works off, so that many starts are under way at any time. */
const RATE = 50;

/** Executions that wait for callbacks, which come to another process of n8n than the one that has started the flow. */
export async function waits(
	test: QueueTest,
	{ atOnce, seconds, overKills }: WaitLoad,
): Promise<void> {
	const waiting = await Waits.begin(test, 'waits', atOnce);
	await test.scenario.step(`${atOnce} executions wait at once, each for one flow`, async () => {
		waiting.assertStarts();
		assert.deepEqual(await waiting.statuses(), { waiting: atOnce });
	});
	await waiting.callBack(seconds);
	await assertAnswers(test, waiting);
	await overKilled(test, overKills);
}

async function overKilled(test: QueueTest, count: number): Promise<void> {
	const { cluster, scenario, onStep } = test;
	const { main, webhook, workers } = cluster;
	const [worker] = workers as [(typeof workers)[0]];
	const waiting = await Waits.begin(test, 'waits-killed', count);
	onStep(`While ${count} executions wait: killing a worker, the main and the webhook process`);
	for (const { program } of [worker, main, webhook]) await program.kill();
	await Promise.all([cluster.revive(worker), cluster.revive(main)]);
	await scenario.step(`${count} executions wait on after the processes were killed`, async () =>
		assert.deepEqual(await waiting.statuses(), { waiting: count }),
	);
	await scenario.step('The main process, which takes no webhooks, takes no callbacks', async () => {
		const { status } = await request(`${cluster.mainUrl}${waiting.path}`, { method: 'POST' });
		assert.equal(status, 404);
	});
	onStep('Their flows call back while the webhook process is down, and try again');
	await waiting.callBack(0);
	await cluster.revive(webhook);
	await assertAnswers(test, waiting);
}

async function assertAnswers(test: QueueTest, waiting: Waits): Promise<void> {
	const { scenario, cluster } = test;
	const { count } = waiting;
	await waiting.over();
	assert.deepEqual(cluster.ended, []);
	await scenario.step(
		`${count} callbacks are taken, and each execution goes on once, with its own answer`,
		async () => {
			waiting.assertStarts();
			waiting.assertAnswers();
			assert.deepEqual(await waiting.statuses(), { success: count });
		},
	);
	await scenario.step('Workers have begun each twice: at first, and at its callback', async () => {
		const { runs } = await evidenceOf(test, waiting.workflow, [waiting.workflow], []);
		assert.deepEqual([...runs.values()], Array(count).fill(2));
	});
}

/** Executions of one workflow that wait at the same moment. */
class Waits {
	private constructor(
		private readonly test: QueueTest,
		readonly workflow: Published,
		private readonly from: number,
		readonly count: number,
	) {}

	/** Resolves once n8n has begun all of them, and works at none. */
	static async begin(test: QueueTest, path: string, count: number): Promise<Waits> {
		const { cluster, credential, onStep } = test;
		const { api, standIn, webhookUrl } = cluster;
		const saved = await api.createWorkflow(waitingWorkflow({ path, credential }));
		await api.activate(saved);
		const waits = new Waits(test, { path, id: saved.id }, standIn.log.starts.length, count);

		onStep(`${count} webhook calls, ${RATE} a second, whose executions are to wait`);
		const urlOf = () => `${webhookUrl}/webhook/${path}`;
		const calls = await sendCalls({ calls: count, rate: RATE, urlOf });
		assert.ok(calls.every(({ isAccepted }) => isAccepted));
		await worked(`${count} executions: n8n puts them to wait`, async () => {
			const { waiting = 0, error = 0, crashed = 0 } = await waits.statuses();
			return count - waiting - error - crashed;
		});
		return waits;
	}

	/** Where the first of them is called back, at any address of n8n. */
	get path(): string {
		const [start] = this.started(SILENT_SLUG);
		const { pathname, search } = new URL(String(start?.context.callbackUrl));
		return pathname + search;
	}

	/** How many of them n8n shows in each status. */
	async statuses(): Promise<Record<string, number>> {
		const rows = await this.test.cluster.database.query<{ status: string; count: number }>(`
			SELECT status, count(*) AS count FROM execution_entity
			WHERE "workflowId" = '${this.workflow.id}' GROUP BY status`);
		return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
	}

	/**
	 * Lets each flow call back as a good one does, with what its own start had, at a moment within some
	 * seconds. Resolves when each has tried once.
	 */
	async callBack(seconds: number): Promise<void> {
		const firstTries = this.started(SILENT_SLUG).map((start) => {
			const afterMs = Math.random() * seconds * 1000;
			return callerBack(start)(answerTo(start), { afterMs }).firstTry;
		});
		await Promise.all(firstTries);
	}

	/** Resolves when every flow has been heard or has given up, and n8n has ended what goes on. */
	async over(): Promise<void> {
		await worked(
			'The flows call back',
			async () => this.callbacks().filter(({ isTaken }) => isTaken === undefined).length,
		);
		// Not those that wait: a callback that was not taken would keep them waiting.
		await worked('Called back: n8n works them off', async () => {
			const { new: queued = 0, running = 0 } = await this.statuses();
			return queued + running;
		});
	}

	/** Fails unless each call has started one flow. */
	assertStarts(): void {
		const calls = this.started(SILENT_SLUG).map(({ context }) => Number(context.call));
		assert.deepEqual(
			calls.sort((a, b) => a - b),
			Array.from({ length: this.count }, (_, index) => index + 1),
		);
	}

	/**
	 * Fails unless each execution went on once, with its own answer, and each flow was told so once: one
	 * that waits too long for n8n's answer does not hear it.
	 */
	assertAnswers(): void {
		for (const { tries } of this.callbacks()) {
			const told = tries.filter((answer) => answer === '200 {"received":true}').length;
			const isUnanswered = tries.some((answer) => !/^\d{3} /.test(answer));
			assert.ok(told === 1 || (told === 0 && isUnanswered), tries.join('\n'));
		}
		const expected = this.started(SILENT_SLUG).map((start) => {
			const { call, execution } = start.context;
			return { call, execution, answer: answerTo(start) };
		});
		const wentOn = this.started(ECHO).map(({ context }) => context);
		assert.deepEqual(wentOn.sort(byCall), expected.sort(byCall));
	}

	private started(slug: string): LoggedStart[] {
		const { starts } = this.test.cluster.standIn.log;
		return starts.slice(this.from).filter((start) => start.slug === slug);
	}

	private callbacks() {
		return this.started(SILENT_SLUG).flatMap(({ callbacks }) => callbacks);
	}
}

function answerTo({ context }: LoggedStart): object {
	return { approved: true, invoice: context.invoice };
}

function byCall(a: { call?: unknown }, b: { call?: unknown }): number {
	return Number(a.call) - Number(b.call);
}

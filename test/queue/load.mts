import assert from 'node:assert/strict';

import { fromList } from '../../tools/n8n/parameters.mts';
import { chain, webhook } from '../../tools/n8n/workflow.mts';
import { showStep } from '../../tools/progress.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';
import { until } from '../../tools/until.mts';
import { eachOnce } from '../n8n/testBed.mts';
import { startFlow } from '../n8n/workflow.mts';
import type { QueueTest } from './cluster.mts';
import { runsOf, sendCalls, statusesOf, worked, workerOf } from './evidence.mts';

/** How many calls, and how many of them a second. */
export interface Load {
	calls: number;
	rate: number;
}

/** How long the flow takes to answer, in seconds: long enough to be killed meanwhile. */
const FLOW_SECONDS = 1;

/** A context that names the call and the execution of a start. */
const CONTEXT = `={{ { call: $json.body.call, execution: $execution.id, seconds: ${FLOW_SECONDS} } }}`;

/** Calls at a steady rate through both workers. */
export async function steady(test: QueueTest, load: Load): Promise<void> {
	const { cluster, scenario } = test;
	const { starts, accepted } = await runCalls(test, 'steady', load);

	await scenario.step(`Each of ${load.calls} calls starts its flow once`, () => {
		assert.ok(accepted.every(Boolean), 'n8n has not accepted all calls');
		eachOnce(starts(), load.calls, 'call');
		eachOnce(starts(), load.calls, 'startKey');
	});
	const shares = await Promise.all(cluster.workers.map(runsOf));
	await scenario.step(
		`Both workers have worked: ${shares.map((ids) => ids.length).join(', ')}`,
		() => assert.ok(shares.every(({ length }) => length >= load.calls / 10)),
	);
}

/** Makes a workflow live, sends the calls, and waits until n8n has ended all of them. */
export async function runCalls(
	{ cluster }: QueueTest,
	path: string,
	load: Load,
	onCall?: (call: number) => void,
) {
	const starts = cluster.standIn.log.watch();
	const flow = startFlow(cluster.credential, {
		flow: fromList(SLUGS.slow),
		contextMode: 'json',
		contextJson: CONTEXT,
		options: { idempotencyKeyField: 'startKey' },
	});
	const { id } = await cluster.api.publish(chain(path, [webhook(path), flow]));
	const accepted = await sendCalls(cluster.urlOf(path), load, onCall);
	await worked(`${path}: n8n works off ${load.calls} calls`, async () => {
		const { new: queued = 0, running = 0, waiting = 0 } = await statusesOf(cluster, id);
		return queued + running + waiting;
	});
	return { id, accepted, starts };
}

/** Kills a worker that has just started a flow, and starts it again as Docker would. */
export async function killBusyWorker({ cluster }: QueueTest): Promise<void> {
	const starts = cluster.standIn.log.watch();
	await until('start the next flow', async () => starts().length > 0);
	const execution = String(starts().at(-1)?.context.execution);
	const worker = await workerOf(cluster.workers, execution);
	showStep('Killing the worker that started it');
	await worker.kill();
	await worker.start();
	showStep('The worker is back');
}

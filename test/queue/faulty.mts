import assert from 'node:assert/strict';

import { accountOf, brokenPromises, lostOf, saysNotStarted } from './account.mts';
import { Faults } from './faults.mts';
import {
	drained,
	evidenceOf,
	publish,
	runCalls,
	type Published,
	type QueueTest,
	type Rate,
} from './queueTest.mts';
import type { Column } from './table.mts';

/** What docs/production-and-queue-mode.md advises: enough to outlast half a minute. */
const ADVISED_RETRIES = 10;

/** How a workflow's node can be set, by what the table calls it. */
const SETTINGS = [
	{ path: 'defaults', title: 'Faults, defaults', options: {} },
	{ path: 'retries', title: '… Max Retries 10', options: { maxRetries: ADVISED_RETRIES } },
	{
		path: 'unknown',
		title: '… and Retry Uncertain Starts',
		options: { maxRetries: ADVISED_RETRIES, retryUnknown: true },
	},
];

/**
 * Calls at a steady rate while a worker is killed, Redis is restarted and the flow service is down,
 * by turns to workflows with each of the settings. What the node promises is asserted; what n8n
 * loses or repeats is counted.
 */
export async function faulty(test: QueueTest, load: Rate): Promise<Column[]> {
	const { scenario, cluster, onStep } = test;
	const workflows: Published[] = [];
	for (const { path, options } of SETTINGS) workflows.push(await publish(test, { path, options }));

	const faults = new Faults(cluster, load.calls, onStep);
	const onCall = (call: number) => faults.onCall(call);
	const answered = await runCalls(test, { label: 'With faults', workflows, onCall, ...load });
	await scenario.step('After the faults, all that was down is up again', async () => {
		await faults.over();
		assert.deepEqual(cluster.ended, []);
	});

	const columns: Column[] = [];
	for (const [index, { title, options }] of SETTINGS.entries()) {
		const workflow = workflows[index] as Published;
		const mayRepeat = options.retryUnknown === true;
		const collect = async () => await evidenceOf(test, workflow, workflows, answered);
		const evidence = await collect();
		const account = accountOf(evidence);
		await scenario.step(
			`${title}: what n8n ran once has started the flow ${mayRepeat ? 'with one key' : 'once'}, or says that it did not or may not have`,
			() => {
				assert.deepEqual(brokenPromises(evidence, { mayRepeat }), []);
				assert.equal(account.recognised, account.duplicates);
			},
		);

		const notStarted = evidence.executions.filter(saysNotStarted);
		let lost = 0;
		await scenario.step(
			`${title}: Retry from the executions list starts each that was not, once (${notStarted.length})`,
			async () => {
				for (const { id } of notStarted) await cluster.api.retry(id, 'original');
				await drained(cluster, title, [workflow]);
				const after = await collect();
				lost = lostOf(after);
				const started = after.starts.slice(evidence.starts.length).map(({ call }) => call);
				assert.deepEqual(started.sort(), notStarted.map(({ call }) => call).sort());
				assert.deepEqual(brokenPromises(after, { mayRepeat }), []);
			},
		);
		columns.push({ title, account, lost });
	}
	return columns;
}

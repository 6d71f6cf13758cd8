import assert from 'node:assert/strict';

import { accountOf, brokenPromises, saysNotStarted } from './account.mts';
import { retryBrokenOff } from './brokenOff.mts';
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
import { retryAll } from './retry.mts';
import type { Column } from './table.mts';

/** What docs/queue-mode.md advises: enough to outlast half a minute. */
const ADVISED_RETRIES = 10;

/** How a workflow's node can be set, by what the table calls it. */
const SETTINGS = [
	{ path: 'defaults', title: 'Faults, defaults', options: {} },
	{ path: 'retries', title: '… Max Retries 10', options: { maxRetries: ADVISED_RETRIES } },
	{
		path: 'unknown',
		title: '… and Retry Unknown',
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
	onStep(`The killed worker had ${faults.inHand} executions in its hands`);

	const columns: Column[] = [];
	for (const [index, { title, options }] of SETTINGS.entries()) {
		const workflow = workflows[index] as Published;
		const mayRepeat = options.retryUnknown === true;
		const collect = async () => await evidenceOf(test, workflow, workflows, answered);
		const evidence = await collect();
		await scenario.step(
			`${title}: what n8n ran once has started the flow ${mayRepeat ? 'with one key' : 'once'}, or says that it did not or may not have`,
			() => assert.deepEqual(brokenPromises(evidence, { mayRepeat }), []),
		);
		await scenario.step(`${title}: the flow recognises every duplicate by its key`, () => {
			const { duplicates, recognised } = accountOf(evidence);
			assert.equal(recognised, duplicates);
		});

		const notStarted = evidence.executions.filter(saysNotStarted);
		const refused = await retryAll(cluster, title, notStarted);
		await drained(cluster, title, [workflow]);
		const after = await collect();
		await scenario.step(
			`${title}: Retry from the executions list starts each that was not, once (${notStarted.length})`,
			() => {
				assert.deepEqual(refused, []);
				assert.deepEqual(
					after.starts
						.slice(evidence.starts.length)
						.map(({ call }) => call)
						.sort(),
					notStarted.map(({ call }) => call).sort(),
				);
				assert.deepEqual(brokenPromises(after, { mayRepeat }), []);
			},
		);
		const lost = await retryBrokenOff(test, workflow, workflows, answered);
		columns.push({ title, account: accountOf(evidence), lost });
	}
	return columns;
}

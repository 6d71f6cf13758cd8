import assert from 'node:assert/strict';

import type { Feature } from './feature.mts';
import type { Workflow } from '../../tools/n8n/api.mts';
import { FAILING, fieldsOf, items, timesStarted, UNKNOWN_FLOW, type TestBed } from './testBed.mts';
import { node, testWorkflow, type TestWorkflow } from './workflow.mts';

interface FailedItem {
	n: number;
	error: string;
	details: { outcome: string; slug: string; statusCode: number };
}

export const errorBranch: Feature = {
	name: 'Error branch: what failed, why, and all the others',
	async test(bed, scenario) {
		await scenario.step('Failed items go to the error branch, with outcome and input', async () => {
			const settings = { onError: 'continueErrorOutput' };
			const run = await bed.run(
				{ path: 'branch', parameters: {}, settings },
				items(10, { 3: UNKNOWN_FLOW, 7: FAILING }),
			);
			assert.equal(run.status, 'success');
			assert.equal(run.starts().length, 9);
			const [saved] = await bed.saved(run.id);
			const [answered, failed] = [
				fieldsOf(saved, 0),
				fieldsOf(saved, 1) as unknown as FailedItem[],
			];
			const isReversed = await bed.knows('n8n-core', 'items.pop()');
			if (isReversed) for (const branch of [answered, failed]) branch.reverse();
			assert.deepEqual(
				answered.map(({ n }) => n),
				[0, 1, 2, 4, 5, 6, 8, 9],
			);
			assert.deepEqual(
				failed.map(({ n, details }) => [n, details.slug, details.outcome, details.statusCode]),
				[
					[3, UNKNOWN_FLOW, 'rejected', 404],
					[7, FAILING, 'unknown', 500],
				],
			);
			assert.match(failed[0]?.error ?? '', /There is no flow "no-such-flow-000000"/);
			return isReversed
				? 'n8n reverses the order of the items of every node with an error branch; their pairing is right.'
				: undefined;
		});

		await scenario.step(
			'Wired back to the node, it starts again what may have started, as the docs say',
			async () => {
				const parameters = {};
				const settings = { onError: 'continueErrorOutput' };
				const path = 'wired-back';
				const workflow = await bed.createLive(wiredBack(bed, { path, parameters, settings }));
				const from = bed.log.starts.length;
				await bed.post(path, { items: items(3, { 1: FAILING }) });
				assert.equal((await bed.api.finished(workflow.id, 1)).status, 'success');
				assert.deepEqual(
					[...timesStarted(bed.log.starts.slice(from))],
					[
						[0, 1],
						[1, ROUNDS],
						[2, 1],
					],
				);
			},
		);

		await scenario.step(
			'Without it, the error says which item, and what of the others',
			async () => {
				const parameters = { options: { concurrency: 1 } };
				const run = await bed.run({ path: 'stops', parameters }, items(5, { 2: UNKNOWN_FLOW }));
				assert.equal(run.status, 'error');
				const [saved] = await bed.saved(run.id);
				assert.match(saved?.error?.message ?? '', /^2 of \d+ started\. Item 2: There is no flow/);
				assert.match(saved?.error?.description ?? '', /2 started, 1 rejected, 2 not begun/);
			},
		);
	},
};

/** How often the node runs in the loop. */
const ROUNDS = 3;

/** What docs/never-twice.md warns of: all that failed goes back, whatever its outcome. */
function wiredBack({ credential }: TestBed, workflow: Omit<TestWorkflow, 'credential'>): Workflow {
	const { nodes, connections, ...rest } = testWorkflow({ credential, ...workflow });
	const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
	const condition = [{ value1: '={{ $runIndex }}', operation: 'smaller', value2: ROUNDS - 1 }];
	const again = node('Again', 'n8n-nodes-base.if', 1, {
		parameters: { conditions: { number: condition } },
	});
	return {
		...rest,
		nodes: [...nodes, again],
		connections: {
			...connections,
			'Trigger Flow': { main: [[], to('Again')] },
			Again: { main: [to('Trigger Flow')] },
		},
	};
}

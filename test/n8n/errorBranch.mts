import assert from 'node:assert/strict';

import type { Feature } from './feature.mts';
import { FAILING, fieldsOf, items, UNKNOWN_FLOW } from './testBed.mts';

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
			'Without it, the error says which item, and what of the others',
			async () => {
				const parameters = { options: { concurrency: 1 } };
				const run = await bed.run({ path: 'stops', parameters }, items(5, { 2: UNKNOWN_FLOW }));
				assert.equal(run.status, 'error');
				const [saved] = await bed.saved(run.id);
				assert.match(saved?.error?.message ?? '', /There is no flow .*\[item 2\]/);
				assert.match(saved?.error?.description ?? '', /2 started, 1 rejected, 2 not begun/);
			},
		);
	},
};

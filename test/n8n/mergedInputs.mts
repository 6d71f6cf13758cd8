import assert from 'node:assert/strict';

import type { Feature } from './feature.mts';
import { eachOnce, fieldsOf, items, timesStarted } from './testBed.mts';
import { node, testWorkflow } from './workflow.mts';

const to = (name: string, index = 0) => ({ node: name, type: 'main', index });

const odd = (name: string, isOdd: boolean) =>
	node(name, 'n8n-nodes-base.filter', 2, {
		parameters: {
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict' },
				conditions: [
					{
						id: name,
						leftValue: `={{ $json.n % 2 === ${isOdd ? 1 : 0} }}`,
						rightValue: '',
						operator: { type: 'boolean', operation: 'true', singleValue: true },
					},
				],
				combinator: 'and',
			},
		},
	});

export const mergedInputs: Feature = {
	name: 'Items of several nodes: merged, or straight from each',
	async test(bed, scenario) {
		const create = async (path: string, hasMerge: boolean, executionOrder: string) => {
			const workflow = testWorkflow({ path, credential: bed.credential, parameters: {} });
			const both = (target: (index: number) => object) => ({
				Odd: { main: [[target(1)]] },
				Even: { main: [[target(0)]] },
			});
			return await bed.createLive({
				...workflow,
				settings: { executionOrder },
				nodes: [
					...workflow.nodes,
					odd('Odd', true),
					odd('Even', false),
					...(hasMerge ? [node('Merge', 'n8n-nodes-base.merge', 3, { parameters: {} })] : []),
				],
				connections: {
					Webhook: { main: [[to('Items')]] },
					Items: { main: [[to('Even'), to('Odd')]] },
					...both((index) => (hasMerge ? to('Merge', index) : to('Trigger Flow'))),
					...(hasMerge ? { Merge: { main: [[to('Trigger Flow')]] } } : {}),
				},
			});
		};

		for (const order of ['v0', 'v1']) {
			await scenario.step(`Merged, execution order ${order}: one run, each once`, async () => {
				const from = bed.log.starts.length;
				const live = await create(`merged-${order}`, true, order);
				await bed.post(`merged-${order}`, { items: items(10) });
				const { id } = await bed.api.finished(live.id, 1);
				const runs = await bed.saved(id);
				assert.equal(runs.length, 1);
				assert.deepEqual(
					fieldsOf(runs[0]).map(({ n }) => n),
					[0, 2, 4, 6, 8, 1, 3, 5, 7, 9],
				);
				eachOnce(bed.log.starts.slice(from), 10);
			});

			await scenario.step(`Straight, execution order ${order}: two runs, each once`, async () => {
				const from = bed.log.starts.length;
				const live = await create(`straight-${order}`, false, order);
				await bed.post(`straight-${order}`, { items: items(10) });
				const { id } = await bed.api.finished(live.id, 1);
				assert.equal((await bed.saved(id)).length, 2);
				assert.equal(timesStarted(bed.log.starts.slice(from)).size, 10);
				eachOnce(bed.log.starts.slice(from), 10);
			});
		}
	},
};

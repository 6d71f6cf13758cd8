import assert from 'node:assert/strict';

import type { Feature } from './feature.mts';
import { FAILING, fieldsOf, items } from './testBed.mts';
import { node, testWorkflow } from './workflow.mts';

const to = (name: string) => [{ node: name, type: 'main', index: 0 }];

/** A node behind one of the branches that goes back to the items by n8n's item linking. */
const linked = (name: string) =>
	node(name, 'n8n-nodes-base.set', 3.4, {
		parameters: {
			mode: 'raw',
			jsonOutput:
				"={{ { n: $('Items').item.json.n, answer: $('Trigger Flow').item.json, here: $json } }}",
		},
	});

export const itemLinking: Feature = {
	name: "Item linking: $('Trigger Flow').item behind both branches",
	async test(bed, scenario) {
		await scenario.step('Each item finds its answer and its input item', async () => {
			const workflow = testWorkflow({
				path: 'linking',
				credential: bed.credential,
				parameters: {},
				settings: { onError: 'continueErrorOutput' },
			});
			const live = await bed.createLive({
				...workflow,
				nodes: [...workflow.nodes, linked('Answered'), linked('Failed')],
				connections: {
					...workflow.connections,
					'Trigger Flow': { main: [to('Answered'), to('Failed')] },
				},
			});
			await bed.post('linking', { items: items(10, { 3: FAILING, 7: FAILING }) });
			const execution = await bed.api.finished(live.id, 1);
			assert.equal(execution.status, 'success', JSON.stringify(execution));

			for (const [name, expected] of [
				['Answered', [0, 1, 2, 4, 5, 6, 8, 9]],
				['Failed', [3, 7]],
			] as const) {
				const [saved] = await bed.saved(execution.id, name);
				const found = fieldsOf(saved).sort((a, b) => Number(a.n) - Number(b.n));
				assert.deepEqual(
					found.map(({ n }) => n),
					expected,
				);
				for (const { n, answer, here } of found) {
					assert.deepEqual(answer, here);
					assert.equal((here as { n: number }).n, n);
				}
			}
		});
	},
};

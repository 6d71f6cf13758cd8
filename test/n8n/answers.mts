import assert from 'node:assert/strict';

import type { Feature } from './feature.mts';
import { fieldsOf, items, type Item } from './testBed.mts';

/** What became of the starts, as the stand-in counted them and as n8n has saved them. */
export const answers: Feature = {
	name: 'Every start has its answer, in order',
	async test(bed, scenario) {
		await scenario.step('100 items: 100 starts, and their answers in input order', async () => {
			const sent = items(100).map((item) => ({ ...item, text: `item ${item.n} äöü 日本` }));
			const run = await bed.run({ path: 'answers', parameters: {} }, sent);
			assert.equal(run.status, 'success');
			const [saved] = await bed.saved(run.id);
			assert.deepEqual(fieldsOf(saved), sent);
			const started = run.starts().map(({ context }) => context as Item);
			assert.deepEqual(
				started.sort((a, b) => a.n - b.n),
				sent,
			);
			// Where nothing failed, the memory of starts is empty again.
			assert.ok(!(await bed.api.savedData(run.id)).includes('triggerFlow"'));
		});

		await scenario.step('A list, a text, a file and nothing become items', async () => {
			for (const [slug, expected] of [
				['order-list-2b6x8j', [{ order: 1001 }, { order: 1002 }, { order: 1003 }]],
				['greeting-text-6t3p5q', [{ data: 'Good day, whoever you are!' }]],
				['quiet-archive-3z9c7f', [{}]],
			] as const) {
				const run = await bed.run({ path: slug, parameters: {} }, [{ slug }]);
				assert.deepEqual(fieldsOf((await bed.saved(run.id))[0]), expected);
			}
			const run = await bed.run({ path: 'file', parameters: {} }, [
				{ slug: 'invoice-file-8m1k4w' },
			]);
			const [{ binary } = {}] = (await bed.saved(run.id))[0]?.data?.main[0] ?? [];
			assert.equal(binary?.data?.fileName, 'invoice-1001.pdf');
		});
	},
};

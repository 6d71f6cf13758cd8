import assert from 'node:assert/strict';

import type { Feature } from './feature.mts';
import { ECHO, fieldsOf, items, type Item } from './testBed.mts';

const of = (slug: string): Item[] => [{ n: 0, slug }];

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
			assert.deepEqual(
				saved?.data?.main[0]?.map(({ pairedItem }) => pairedItem),
				sent.map(({ n }) => ({ item: n })),
			);
			const started = run.starts().map(({ context }) => context as Item);
			assert.deepEqual(
				started.sort((a, b) => a.n - b.n),
				sent,
			);
		});

		await scenario.step('One after another: the starts keep the input order', async () => {
			const parameters = { options: { concurrency: 1 } };
			const run = await bed.run({ path: 'in-order', parameters }, items(20));
			assert.deepEqual(
				run.starts().map(({ context }) => context.n),
				items(20).map(({ n }) => n),
			);
		});

		await scenario.step('A list, a text, a file and nothing become items', async () => {
			for (const [slug, expected] of [
				['order-list-2b6x8j', [{ order: 1001 }, { order: 1002 }, { order: 1003 }]],
				['greeting-text-6t3p5q', [{ data: 'Good day, whoever you are!' }]],
				['quiet-archive-3z9c7f', [{}]],
			] as const) {
				const run = await bed.run({ path: slug, parameters: {} }, of(slug));
				assert.deepEqual(fieldsOf((await bed.saved(run.id))[0]), expected);
			}
			const run = await bed.run({ path: 'file', parameters: {} }, of('invoice-file-8m1k4w'));
			const [saved] = await bed.saved(run.id);
			assert.match(JSON.stringify(saved?.data), /"fileName":"invoice-1001.pdf"/);
		});

		await scenario.step('Preview Request shows the request and starts nothing', async () => {
			const parameters = { operation: 'preview' };
			const run = await bed.run({ path: 'preview', parameters }, of(ECHO));
			assert.match(JSON.stringify(await bed.saved(run.id)), /Bearer <ACCESS_TOKEN>/);
			assert.equal(run.starts().length, 0);
		});
	},
};

import assert from 'node:assert/strict';

import type { Feature } from './feature.mts';
import { FAILING, fieldsOf, items, UNKNOWN_FLOW } from './testBed.mts';
import { node } from './workflow.mts';

/** A node behind one of the branches that goes back to the items by n8n's item linking. */
const linked = (name: string) =>
	node(name, 'n8n-nodes-base.set', 3.4, {
		parameters: {
			mode: 'raw',
			jsonOutput:
				"={{ { n: $('Items').item.json.n, linked: $('Trigger Flow').item.json, here: $json } }}",
		},
	});

export const errorBranch: Feature = {
	name: 'Error branch: what failed, why, and all the others',
	async test(bed, scenario) {
		await scenario.step(
			'Failed items go to the error branch; behind both, each finds its input',
			async () => {
				const run = await bed.run(
					{
						path: 'branch',
						parameters: {},
						settings: { onError: 'continueErrorOutput' },
						behind: [linked('Answered'), linked('Failed')],
					},
					items(10, { 3: UNKNOWN_FLOW, 7: FAILING }),
				);
				assert.equal(run.status, 'success');
				const [answered] = await bed.saved(run.id, 'Answered');
				assert.deepEqual(
					fieldsOf(answered),
					[0, 1, 2, 4, 5, 6, 8, 9].map((n) => {
						const answer = items(10)[n];
						return { n, linked: answer, here: answer };
					}),
				);
				const [failed] = await bed.saved(run.id, 'Failed');
				const details = (slug: string, outcome: string, statusCode: number, message: string) => ({
					...{ outcome, slug, attempts: 1, statusCode, body: { message } },
				});
				assert.deepEqual(
					fieldsOf(failed).map(({ n, here }) => ({ n, ...(here as object) })),
					[
						{
							n: 3,
							slug: UNKNOWN_FLOW,
							error:
								'There is no flow "no-such-flow-000000" in the QA environment, or the endpoint URL is wrong (HTTP 404): the flow was not started',
							details: details(
								UNKNOWN_FLOW,
								'rejected',
								404,
								'No flow has the slug "no-such-flow-000000"',
							),
						},
						{
							n: 7,
							slug: FAILING,
							error: 'The service failed (HTTP 500): the flow may have started',
							details: details(FAILING, 'unknown', 500, 'The payment provider did not answer'),
						},
					],
				);
				const [saved] = await bed.saved(run.id);
				assert.match(
					saved?.hints?.[0]?.message ?? '',
					/^QA: 8 started, 1 rejected, 1 may have started$/,
				);
			},
		);

		await scenario.step(
			'Without it, the error says which item, and what of the others',
			async () => {
				const parameters = { options: { concurrency: 1 } };
				const run = await bed.run({ path: 'stops', parameters }, items(5, { 2: UNKNOWN_FLOW }));
				assert.equal(run.status, 'error');
				const { message, description } = (await bed.saved(run.id))[0]?.error ?? {};
				assert.match(message ?? '', /^2 of 5 started\. There is no flow .* \[item 2\]$/);
				assert.match(description ?? '', /2 started, 1 rejected, 2 not begun/);
			},
		);
	},
};

import assert from 'node:assert/strict';

import { TOKENS } from '../../stand-in/server.mts';
import type { SavedWorkflow } from '../../tools/n8n/api.mts';
import type { Feature } from './feature.mts';
import { ECHO, eachOnce, items, UNKNOWN_FLOW, type TestBed } from './testBed.mts';

export const retry: Feature = {
	name: 'Retry from the executions list starts nothing twice',
	async test(bed, scenario) {
		const { api } = bed;
		for (const which of ['original', 'current'] as const) {
			await scenario.step(`Retry of 100 items, ${which} workflow: each start once`, async () => {
				const workflow = { path: `list-${which}`, parameters: { options: { concurrency: 10 } } };
				const failed = await bed.run(workflow, items(100, { 56: UNKNOWN_FLOW }));
				assert.equal(failed.status, 'error');
				const atFirst = failed.starts().length;
				assert.ok(atFirst >= 56 && atFirst <= 99);
				assert.ok(!(await api.savedData(failed.id)).includes(TOKENS.qa));

				// The person has corrected the slug meanwhile; only the current workflow knows.
				if (which === 'current') await api.updateWorkflow(withCorrectSlug(failed.workflow));
				await api.retry(failed.id, which);
				const { status } = await api.finished(failed.workflow.id, 2);
				assert.equal(status, which === 'current' ? 'success' : 'error');
				// With the slug as it was, the 57th stops the run again, before or after the last items.
				const starts = failed.starts();
				eachOnce(starts, which === 'current' ? 100 : starts.length);
				assert.ok(starts.length >= atFirst);
			});
		}

		await scenario.step('A second Retry of the same execution starts nothing', async () => {
			const { id, workflow, starts } = await half(bed, 'retried-twice');
			await api.updateWorkflow(withCorrectSlug(workflow));
			await api.retry(id, 'current');
			assert.equal((await api.finished(workflow.id, 2)).status, 'success');
			eachOnce(starts(), 10);

			await api.retry(id, 'current');
			const second = await api.finished(workflow.id, 3);
			assert.equal(second.status, 'error');
			eachOnce(starts(), 10);
			const { message, description } = (await bed.saved(second.id))[0]?.error ?? {};
			assert.match(message ?? '', new RegExp(`Execution ${id} was retried before`));
			assert.match(description ?? '', /Retry the newer execution instead/);
		});

		await scenario.step('Retry of the newest execution goes on where that one failed', async () => {
			const { id, workflow, starts } = await half(bed, 'newest');
			await api.retry(id, 'original');
			const second = await api.finished(workflow.id, 2);
			assert.equal(second.status, 'error');
			eachOnce(starts(), 5);
			await api.updateWorkflow(withCorrectSlug(workflow));
			await api.retry(second.id, 'current');
			assert.equal((await api.finished(workflow.id, 3)).status, 'success');
			eachOnce(starts(), 10);
		});
	},
};

/** Item 6 of 10 is refused, after five that were answered. */
async function half(bed: TestBed, path: string) {
	const parameters = { options: { concurrency: 1 } };
	const failed = await bed.run({ path, parameters }, items(10, { 5: UNKNOWN_FLOW }));
	assert.equal(failed.status, 'error');
	eachOnce(failed.starts(), 5);
	return failed;
}

/** The workflow, where what was for an unknown flow goes to one that there is. */
export function withCorrectSlug(workflow: SavedWorkflow): SavedWorkflow {
	const correct = `={{ $json.slug === "${UNKNOWN_FLOW}" ? "${ECHO}" : $json.slug }}`;
	const text = JSON.stringify(workflow.nodes).replace(
		JSON.stringify('={{ $json.slug }}'),
		JSON.stringify(correct),
	);
	return { ...workflow, nodes: JSON.parse(text) as object[] };
}

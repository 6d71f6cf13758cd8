import assert from 'node:assert/strict';

import { TOKENS } from '../../stand-in/server.mts';
import type { SavedWorkflow } from '../../tools/n8n/api.mts';
import type { Feature } from './feature.mts';
import { ECHO, eachOnce, items, UNKNOWN_FLOW } from './testBed.mts';

export const retryFromList: Feature = {
	name: 'Retry from the executions list starts nothing twice',
	async test(bed, scenario) {
		for (const which of ['original', 'current'] as const) {
			await scenario.step(
				`Retry from the executions list, ${which} workflow: each start once`,
				async () => {
					const workflow = { path: `list-${which}`, parameters: { options: { concurrency: 10 } } };
					const failed = await bed.run(workflow, items(100, { 56: UNKNOWN_FLOW }));
					assert.equal(failed.status, 'error');
					const atFirst = failed.starts().length;
					assert.ok(atFirst >= 56 && atFirst <= 99);
					assert.ok(!(await bed.api.savedData(failed.id)).includes(TOKENS.qa));

					// The person has mended the slug meanwhile; only the current workflow knows.
					if (which === 'current') await bed.api.updateWorkflow(withMendedSlug(failed.workflow));
					await bed.api.retry(failed.id, which);
					const { status } = await bed.api.finished(failed.workflow.id, 2);
					assert.equal(status, which === 'current' ? 'success' : 'error');
					// With the slug as it was, the 57th stops the run again, before or after the last items.
					const starts = failed.starts();
					eachOnce(starts, which === 'current' ? 100 : starts.length);
					assert.ok(starts.length >= atFirst);
				},
			);
		}
	},
};

/** The workflow, where what was for an unknown flow goes to one that there is. */
export function withMendedSlug(workflow: SavedWorkflow): SavedWorkflow {
	const mended = `={{ $json.slug === "${UNKNOWN_FLOW}" ? "${ECHO}" : $json.slug }}`;
	const text = JSON.stringify(workflow.nodes).replace(
		JSON.stringify('={{ $json.slug }}'),
		JSON.stringify(mended),
	);
	return { ...workflow, nodes: JSON.parse(text) as object[] };
}

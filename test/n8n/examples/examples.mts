import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { PROJECT } from '../../../tools/project.mts';
import type { Scenario } from '../../editor/scenario.mts';
import type { Feature } from '../feature.mts';
import type { TestBed } from '../testBed.mts';
import { aiAgentTool } from './aiAgentTool.mts';
import { branchOnTheAnswer } from './branchOnTheAnswer.mts';
import { retryWhatDidNotStart } from './retryWhatDidNotStart.mts';
import { scheduleWithAlert } from './scheduleWithAlert.mts';
import { siteBuilderForm } from './siteBuilderForm.mts';
import { spreadsheetRows } from './spreadsheetRows.mts';
import { twoFlowsChained } from './twoFlowsChained.mts';

type ExampleTest = (bed: TestBed, scenario: Scenario) => Promise<void>;

/** By the name of its file in `examples/`. */
const TESTS: Record<string, ExampleTest> = {
	'ai-agent-tool': aiAgentTool,
	'branch-on-the-answer': branchOnTheAnswer,
	'retry-what-did-not-start': retryWhatDidNotStart,
	'schedule-with-alert': scheduleWithAlert,
	'site-builder-form': siteBuilderForm,
	'spreadsheet-rows': spreadsheetRows,
	'two-flows-chained': twoFlowsChained,
};

/** The workflows of `examples/`, imported as they are. */
export const examples: Feature = {
	name: 'Examples: imported and run',
	async test(bed, scenario) {
		await scenario.step('Every example has a test', async () => {
			const files = await readdir(join(PROJECT, 'examples'));
			assert.deepEqual(
				files.filter((file) => file.endsWith('.json')).sort(),
				Object.keys(TESTS).map((name) => `${name}.json`),
			);
		});
		await scenario.step('Every example explains itself, and holds no credential', async () => {
			for (const name of Object.keys(TESTS)) {
				const text = await readFile(join(PROJECT, 'examples', `${name}.json`), 'utf8');
				assert.match(text, /n8n-nodes-base\.stickyNote/, name);
				assert.doesNotMatch(text, /"credentials"|token/i, name);
			}
		});
		for (const test of Object.values(TESTS)) await test(bed, scenario);
	},
};

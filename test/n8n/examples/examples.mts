import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { APPROVAL_SLUG, SIGN_UP_SLUG } from '../../../stand-in/flows.mts';
import { PROJECT } from '../../../tools/project.mts';
import type { Scenario } from '../../editor/scenario.mts';
import type { Feature } from '../feature.mts';
import { ECHO, type TestBed } from '../testBed.mts';
import { aiAgentTool } from './aiAgentTool.mts';
import { invoiceApproval, invoiceApprovals } from './approvals.mts';
import { executeExample, importExample, startsSince } from './importExample.mts';
import { retryWhatDidNotStart } from './retryWhatDidNotStart.mts';
import { scheduleWithAlert } from './scheduleWithAlert.mts';
import { branchOnTheAnswer, siteBuilderForm, WELCOME_SLUG } from './signUps.mts';
import { spreadsheetRows } from './spreadsheetRows.mts';

type ExampleTest = (bed: TestBed, scenario: Scenario) => Promise<void>;

/** By the name of its file in `examples/`. */
const TESTS: Record<string, ExampleTest> = {
	'ai-agent-tool': aiAgentTool,
	'branch-on-the-answer': branchOnTheAnswer,
	'invoice-approval': invoiceApproval,
	'invoice-approvals': invoiceApprovals,
	'retry-what-did-not-start': retryWhatDidNotStart,
	'schedule-with-alert': scheduleWithAlert,
	'site-builder-form': siteBuilderForm,
	'spreadsheet-rows': spreadsheetRows,
};

/** Those that need no model, no chat, and not to be live. */
const STARTED_BY_ONE_CLICK: Record<string, string[]> = {
	'branch-on-the-answer': [SIGN_UP_SLUG, WELCOME_SLUG],
	'invoice-approval': [APPROVAL_SLUG],
	'retry-what-did-not-start': [ECHO, ECHO],
	'site-builder-form': [SIGN_UP_SLUG],
	'spreadsheet-rows': [ECHO, ECHO],
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
		for (const [name, slugs] of Object.entries(STARTED_BY_ONE_CLICK)) {
			await scenario.step(`${name}: runs with one click`, async () => {
				const from = bed.log.starts.length;
				const { status } = await executeExample(bed, await importExample(bed, name));
				assert.equal(status, 'success');
				assert.deepEqual(
					startsSince(bed, from).map(([slug]) => slug),
					slugs,
				);
			});
		}
		for (const test of Object.values(TESTS)) await test(bed, scenario);
	},
};

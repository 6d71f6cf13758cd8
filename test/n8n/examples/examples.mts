import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { PROJECT } from '../../../tools/project.mts';
import type { Scenario } from '../../editor/scenario.mts';
import type { Feature } from '../feature.mts';
import { ECHO, type TestBed } from '../testBed.mts';
import { APPROVAL_SLUG, SIGN_UP_SLUG } from '../../../stand-in/flows.mts';
import { aiAgentTool } from './aiAgentTool.mts';
import { invoiceApproval, invoiceApprovals, manyCallbacks } from './approvals.mts';
import { branchOnTheAnswer } from './branchOnTheAnswer.mts';
import { executeExample, startsSince } from './importExample.mts';
import { retryWhatDidNotStart } from './retryWhatDidNotStart.mts';
import { scheduleWithAlert } from './scheduleWithAlert.mts';
import { siteBuilderForm } from './siteBuilderForm.mts';
import { spreadsheetRows } from './spreadsheetRows.mts';
import { twoFlowsChained } from './twoFlowsChained.mts';

const WELCOME_SLUG = 'welcome-mail-3k8v5d';

type ExampleTest = (bed: TestBed, scenario: Scenario) => Promise<void>;

/** By the name of its file in `examples/`. */
const TESTS: Record<string, ExampleTest> = {
	'ai-agent-tool': aiAgentTool,
	'branch-on-the-answer': branchOnTheAnswer,
	'invoice-approval': invoiceApproval,
	'invoice-approvals': invoiceApprovals,
	'many-callbacks': manyCallbacks,
	'retry-what-did-not-start': retryWhatDidNotStart,
	'schedule-with-alert': scheduleWithAlert,
	'site-builder-form': siteBuilderForm,
	'spreadsheet-rows': spreadsheetRows,
	'two-flows-chained': twoFlowsChained,
};

/** Those that need no model and no chat. */
const STARTED_BY_ONE_CLICK: Record<string, string[]> = {
	'branch-on-the-answer': [SIGN_UP_SLUG, WELCOME_SLUG],
	'invoice-approval': [APPROVAL_SLUG],
	'invoice-approvals': [APPROVAL_SLUG, APPROVAL_SLUG],
	'retry-what-did-not-start': [ECHO, ECHO],
	'site-builder-form': [SIGN_UP_SLUG],
	'spreadsheet-rows': [ECHO, ECHO],
	'two-flows-chained': [SIGN_UP_SLUG, WELCOME_SLUG],
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
				assert.doesNotMatch(text, /"credentials"|bearer|accessToken/i, name);
				assert.match(text, /\*\*First:\*\* .* paste the request /, name);
				assert.match(text, /pinned to _/, name);
			}
		});
		await scenario.step(
			'Once its credential is chosen, an example runs with one click',
			async () => {
				for (const [name, slugs] of Object.entries(STARTED_BY_ONE_CLICK)) {
					const from = bed.log.starts.length;
					const { status } = await executeExample(bed, name);
					const started = startsSince(bed, from).map(([slug]) => slug);
					assert.deepEqual([name, status, started], [name, 'success', slugs]);
				}
			},
		);
		for (const test of Object.values(TESTS)) await test(bed, scenario);
	},
};

/** `npm run test:editor`: what a person does in n8n's editor, in a real browser on a real n8n. */
import assert from 'node:assert/strict';
import { join } from 'node:path';

import { summary } from '../../tools/ci/check.mts';
import { startChromium } from '../../tools/browser/chromium.mts';
import { interruptible } from '../../tools/interruptible.mts';
import { Lab } from '../../tools/n8n/lab.mts';
import { NEWEST } from '../../tools/n8n/versions.mts';
import { PROJECT } from '../../tools/project.mts';
import { runMain } from '../../tools/userError.mts';
import { Editor } from './editor.mts';
import { pasteScenario } from './pasteScenario.mts';
import { Scenario } from './scenario.mts';

/** Where the screenshots go: looked at by people, not kept in the repository. */
const PICTURES = join(PROJECT, 'node_modules', '.editor-pictures');

const lab = new Lab();
await runMain(async () => {
	await interruptible(test, async () => await lab.close());
});

async function test(): Promise<void> {
	await lab.open({ n8n: NEWEST, onStep: (title) => console.log(`• ${title}`) });
	await lab.n8n.api.createCredential('Trigger Flow QA', 'triggerFlowApi', lab.credentialFor('qa'));
	const browser = await startChromium();
	try {
		const editor = await Editor.open(browser, lab.n8n.url, PICTURES);
		const scenario = new Scenario((step) => editor.picture(`failed ${step}`));
		await firstFlow(editor, scenario);
		await pasteScenario(lab, editor, scenario);
		console.log(`Pictures: ${PICTURES}\n\n${summary(scenario.tally)}`);
		if (scenario.tally.failed > 0) process.exitCode = 1;
	} finally {
		await browser.close();
	}
}

async function firstFlow(editor: Editor, scenario: Scenario): Promise<void> {
	const { log } = lab.standIn;

	await scenario.step('The node is found by searching "flow", under its whole name', async () => {
		await editor.newWorkflow();
		const names = await editor.findNode('flow');
		await names.filter({ hasText: /^\s*Trigger Flow\s*$/ }).waitFor();
		await editor.picture('1 search');
		await names.filter({ hasText: 'Trigger Flow' }).click();
	});

	await scenario.step('Its one action opens the form', async () => {
		await editor.byTestId('node-creator-item-name').filter({ hasText: 'Start a flow' }).click();
		await editor.byTestId('ndv').waitFor();
		await editor.picture('2 empty form');
		assert.match(await editor.byTestId('node-title-container').innerText(), /^Trigger Flow/);
	});

	await scenario.step('Execute Step starts the flow once and shows its answer', async () => {
		await editor.choose('flow', 'By Slug');
		await editor.parameter('slug').locator('input').fill('order-list-2b6x8j');
		await editor.choose('contextMode', 'None');
		const before = log.starts.length;
		await editor.executeStep(/^3 items/);
		await editor.outputShows(/"order":\s*1003/);
		await editor.picture('3 answer');
		assert.deepEqual(
			log.starts.slice(before).map(({ slug, context }) => ({ slug, context })),
			[{ slug: 'order-list-2b6x8j', context: {} }],
		);
	});

	await scenario.step('An error says what happened and that nothing was sent', async () => {
		await editor.choose('contextMode', 'JSON');
		await editor.parameter('slug').locator('input').fill('no-such-flow-000000');
		await editor.executeStep(/There is no flow "no-such-flow-000000" in the QA environment/);
		await editor.picture('4 error');
	});
}

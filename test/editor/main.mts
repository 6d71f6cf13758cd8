/**
 * `npm run test:editor`: what a person does in n8n's editor, in a real browser on a real n8n. The
 * same run takes the docs' pictures; `npm run pictures` also puts them into docs/pictures.
 */
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';

import { startChromium } from '../../tools/browser/chromium.mts';
import { summary } from '../../tools/ci/check.mts';
import { interruptible } from '../../tools/interruptible.mts';
import { Lab } from '../../tools/n8n/lab.mts';
import { isFree } from '../../tools/n8n/ports.mts';
import { NEWEST } from '../../tools/n8n/versions.mts';
import { runMain, UserError } from '../../tools/userError.mts';
import { credentialScenario } from './credentialScenario.mts';
import { Editor } from './editor.mts';
import { findScenario } from './findScenario.mts';
import { pasteScenario } from './pasteScenario.mts';
import { Pictures, TAKEN } from './pictures.mts';
import { Scenario } from './scenario.mts';
import { slugScenario } from './slugScenario.mts';

/** The demo's port: pictures and `npm start` show the same address. */
const STAND_IN_PORT = 4010;

const { values } = parseArgs({ options: { pictures: { type: 'boolean', default: false } } });

const lab = new Lab();
await runMain(async () => {
	await interruptible(test, async () => await lab.close());
});

async function test(): Promise<void> {
	if (values.pictures) await requireFree(STAND_IN_PORT);
	const standInPort = values.pictures ? STAND_IN_PORT : undefined;
	await lab.open({ n8n: NEWEST, standInPort, onStep: (title) => console.log(`• ${title}`) });
	console.log('• Starting Chromium');
	const browser = await startChromium();
	try {
		const editor = await Editor.open(browser, lab.n8n.url);
		const pictures = await Pictures.of(editor.page);
		const scenario = new Scenario((step) => pictures.takeFailure(step));
		const opened = await findScenario(editor, pictures, scenario);
		const saved = await credentialScenario(lab, editor, pictures, scenario, opened);
		await slugScenario(lab, editor, pictures, scenario, saved);
		await pasteScenario(lab, editor, pictures, scenario, saved);
		await wholeRun(pictures, scenario);
		console.log(`Pictures: ${TAKEN}\n\n${summary(scenario.tally)}`);
		if (scenario.tally.failed > 0) process.exitCode = 1;
	} finally {
		await browser.close();
	}
}

async function requireFree(port: number): Promise<void> {
	if (await isFree(port)) return;
	throw new UserError(
		`Port ${port} is in use, perhaps by a demo. End the program that uses it, then run the same command again.`,
	);
}

async function wholeRun(pictures: Pictures, scenario: Scenario): Promise<void> {
	const all = scenario.after(...scenario.steps);
	await all.step('In the whole run, no flow was started but those above', async () => {
		assert.deepEqual(
			lab.standIn.log.starts.map(({ slug }) => slug),
			[
				'order-list-2b6x8j',
				'failing-payment-9d4r6v',
				'slow-report-5w8n3c',
				'site-builder-sign-up-7h2m9x',
				'site-builder-sign-up-7h2m9x',
			],
		);
	});

	await all.step("The docs' pictures are those that this run takes", async () => {
		if (values.pictures && scenario.tally.failed === 0) await pictures.publish();
		const { taken, shown } = await pictures.compare();
		assert.deepEqual(shown, taken, 'npm run pictures takes them anew');
	});
}

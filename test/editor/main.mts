/**
 * `npm run test:editor`: what a person does in n8n's editor, in a real browser on a real n8n. The
 * same run takes the docs' pictures; `npm run pictures` also puts them into docs/pictures.
 *
 * `-- --n8n VERSION`: in the editor of that n8n, without the docs' pictures.
 */
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';

import { startChromium } from '../../tools/browser/chromium.mts';
import { summary } from '../../tools/checks.mts';
import { Lab } from '../../tools/n8n/lab.mts';
import { isFree } from '../../tools/n8n/ports.mts';
import { findVersion, NEWEST, type N8nVersion } from '../../tools/n8n/versions.mts';
import { runMain, UserError } from '../../tools/userError.mts';
import { Editor } from './editor.mts';
import { firstStart } from './firstStart.mts';
import { mapFields } from './mapFields.mts';
import { Pictures, TAKEN } from './pictures.mts';
import { Scenario } from './scenario.mts';
import { waitForCallback } from './waitForCallback.mts';

/** The demo's port: pictures and `npm start` show the same address. */
const STAND_IN_PORT = 4010;

const { values } = parseArgs({
	options: { pictures: { type: 'boolean', default: false }, n8n: { type: 'string' } },
});

const lab = new Lab();
await runMain(test, async () => await lab.close());

async function test(): Promise<void> {
	await inBrowser(values.n8n === undefined ? NEWEST : findVersion(values.n8n), wholeRun);
}

/** Runs scenarios in the editor of a new n8n. */
async function inBrowser(
	n8n: N8nVersion,
	run: (editor: Editor, pictures: Pictures, scenario: Scenario) => Promise<void>,
): Promise<void> {
	if (values.pictures) await requireFree(STAND_IN_PORT);
	const standInPort = values.pictures ? STAND_IN_PORT : undefined;
	await lab.open({ n8n, standInPort, onStep: (title) => console.log(`• ${title}`) });
	console.log('• Starting Chromium');
	const browser = await startChromium();
	try {
		const editor = await Editor.open(browser, lab.n8n.url);
		const pictures = await Pictures.of(editor.page);
		const scenario = new Scenario((step) => pictures.takeFailure(step));
		await run(editor, pictures, scenario);
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

async function wholeRun(editor: Editor, pictures: Pictures, scenario: Scenario): Promise<void> {
	await firstStart(lab, editor, pictures, scenario);
	await mapFields(lab, editor, pictures, scenario);
	await waitForCallback(lab, editor, pictures, scenario);

	if (values.n8n !== undefined) return;
	const all = scenario.after(...scenario.steps);
	await all.step("The docs' pictures are those that this run takes", async () => {
		if (values.pictures && scenario.tally.failed === 0) await pictures.publish();
		const { taken, shown } = await pictures.compare();
		assert.deepEqual(shown, taken, 'npm run pictures takes them again');
	});
}

/**
 * `npm run test:editor`: what a person does in n8n's editor, in a real browser on a real n8n. The
 * same run takes the docs' pictures; `npm run pictures` also puts them into docs/pictures.
 *
 * `-- --n8n VERSION`: the Start Event Form alone, in the editor of that n8n.
 */
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';

import { APPROVAL_SLUG } from '../../stand-in/flows.mts';
import { startChromium } from '../../tools/browser/chromium.mts';
import { summary } from '../../tools/checks.mts';
import { Lab } from '../../tools/n8n/lab.mts';
import { isFree } from '../../tools/n8n/ports.mts';
import { findVersion, NEWEST, type N8nVersion } from '../../tools/n8n/versions.mts';
import { runMain, UserError } from '../../tools/userError.mts';
import { credentialScenario } from './credentialScenario.mts';
import { Editor } from './editor.mts';
import { findScenario } from './findScenario.mts';
import { formKindsScenario } from './formKindsScenario.mts';
import { ECHO_SLUG, formScenario } from './formScenario.mts';
import { listScenario } from './listScenario.mts';
import { pasteScenario } from './pasteScenario.mts';
import { Pictures, TAKEN } from './pictures.mts';
import { Scenario } from './scenario.mts';
import { slugScenario } from './slugScenario.mts';
import { waitScenario } from './waitScenario.mts';

/** The demo's port: pictures and `npm start` show the same address. */
const STAND_IN_PORT = 4010;

const { values } = parseArgs({
	options: { pictures: { type: 'boolean', default: false }, n8n: { type: 'string' } },
});

const lab = new Lab();
await runMain(test, async () => await lab.close());

async function test(): Promise<void> {
	if (values.n8n === undefined) await inBrowser(NEWEST, wholeRun);
	else await inBrowser(findVersion(values.n8n), formAlone);
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

async function formAlone(editor: Editor, _: Pictures, scenario: Scenario): Promise<void> {
	await formScenario(lab, editor, scenario);
	await formKindsScenario(lab, editor, scenario);
}

async function requireFree(port: number): Promise<void> {
	if (await isFree(port)) return;
	throw new UserError(
		`Port ${port} is in use, perhaps by a demo. End the program that uses it, then run the same command again.`,
	);
}

async function wholeRun(editor: Editor, pictures: Pictures, scenario: Scenario): Promise<void> {
	const opened = await findScenario(editor, pictures, scenario);
	const saved = await credentialScenario(lab, editor, pictures, scenario, opened);
	await slugScenario(lab, editor, pictures, scenario, saved);
	await pasteScenario(lab, editor, pictures, scenario, saved);
	await listScenario(lab, editor, pictures, scenario, saved);
	await formAlone(editor, pictures, scenario);
	await waitScenario(lab, editor, pictures, scenario);

	const all = scenario.after(...scenario.steps);
	await all.step('In the whole run, no flow was started but those above', async () => {
		assert.deepEqual(
			lab.standIn.log.starts.map(({ slug }) => slug),
			[
				'order-list-2b6x8j',
				'failing-payment-9d4r6v',
				'slow-report-5w8n3c',
				...Array.from({ length: 5 }, () => 'site-builder-sign-up-7h2m9x'),
				...Array.from({ length: 7 }, () => ECHO_SLUG),
				APPROVAL_SLUG,
			],
		);
	});

	await all.step("The docs' pictures are those that this run takes", async () => {
		if (values.pictures && scenario.tally.failed === 0) await pictures.publish();
		const { taken, shown } = await pictures.compare();
		assert.deepEqual(shown, taken, 'npm run pictures takes them anew');
	});
}

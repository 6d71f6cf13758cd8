/**
 * `npm run test:editor`: what a person does in n8n's editor, in a real browser on a real n8n.
 *
 * `-- --pictures` also puts the pictures of this run into docs/pictures, and `-- --n8n VERSION` takes
 * another n8n than the newest.
 */
import { conclude } from '../../tools/checks.mts';
import { Lab } from '../../tools/n8n/lab.mts';
import { findVersion, NEWEST } from '../../tools/n8n/versions.mts';
import { showStep } from '../../tools/progress.mts';
import { readOptions, runMain } from '../../tools/userError.mts';
import { Scenario } from '../scenario.mts';
import { startChromium } from './chromium.mts';
import { Editor } from './editor.mts';
import { firstStart } from './firstStart.mts';
import { forTheDocs } from './forTheDocs.mts';
import { mapFields } from './mapFields.mts';
import { Pictures, TAKEN } from './pictures.mts';
import { waitForCallback } from './waitForCallback.mts';
import { wrongThing } from './wrongThing.mts';

/** The demo's port: pictures and `npm start` show the same address. */
const STAND_IN_PORT = 4010;

const { values } = readOptions({
	options: { pictures: { type: 'boolean', default: false }, n8n: { type: 'string' } },
});

const lab = new Lab();

await runMain(
	async () => {
		const n8n = values.n8n === undefined ? NEWEST : findVersion(values.n8n);
		const standInPort = values.pictures ? STAND_IN_PORT : undefined;
		await lab.open({ n8n, standInPort });
		showStep('Starting Chromium');
		const browser = await startChromium();
		lab.alsoClose(async () => await browser.close());
		await testIn(await Editor.open(browser, lab.n8n.url));
	},
	async () => await lab.close(),
);

async function testIn(editor: Editor): Promise<void> {
	const pictures = await Pictures.of(editor.page);
	const scenario = new Scenario((step) => pictures.takeScreen(`failed ${step}`));
	const journeys = [firstStart, mapFields, wrongThing, waitForCallback];
	for (const journey of values.pictures ? [...journeys, forTheDocs] : journeys) {
		await journey({ lab, editor, pictures, scenario });
	}
	if (values.pictures && scenario.tally.failed === 0) await pictures.publish();
	console.log(`Pictures: ${TAKEN}`);
	conclude(scenario.tally);
}

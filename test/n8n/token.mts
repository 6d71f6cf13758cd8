import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { TOKENS } from '../../tools/stand-in/server.mts';
import { OwnService, type Behaviour } from './ownService.mts';
import type { Journey } from './testBed.mts';

/** The token of QA in the forms in which a service may send it back. */
const FORMS = [TOKENS.qa, Buffer.from(TOKENS.qa).toString('base64')];

/** Nothing that n8n stores holds the token. Runs last, so that it also searches the other journeys' data. */
export const token: Journey = async (bed, scenario) => {
	await scenario.step('The execution masks a token that the service sends back', async () => {
		const behave: Behaviour = (response, { status }) => {
			response.writeHead(Number(status), { 'x-echo': FORMS.join(' ') });
			response.end(JSON.stringify({ FORMS }));
		};
		await OwnService.with(bed, behave, async (service) => {
			const credential = await service.credential();
			for (const onError of ['continueRegularOutput', 'stopWorkflow']) {
				const parameters = { options: { fullResponse: true, maxRetries: 0 } };
				const workflow = { path: `leak-${onError}`, credential, parameters, settings: { onError } };
				const sent = [200, 400, 500].map((status) => ({ slug: 'order-1', status }));
				const { id } = await bed.run(workflow, sent);
				assert.match(await bed.api.savedData(id), /\*\*\*/);
			}
		});
	});

	await scenario.step('No file of this n8n holds a token', async () => {
		const { userFolder, n8n } = bed.lab;
		const entries = await readdir(userFolder, { recursive: true, withFileTypes: true });
		const found = entries.filter((entry) => entry.isFile());
		const files = found.map((entry) => join(entry.parentPath, entry.name));
		assert.ok(files.includes(join(userFolder, '.n8n', 'database.sqlite')));
		assert.ok(files.includes(n8n.logFile));
		for (const file of files) {
			// n8n's database creates and removes files all the time.
			const text = await readFile(file, 'latin1').catch(() => '');
			for (const form of [...FORMS, TOKENS.production]) assert.ok(!text.includes(form), file);
		}
	});
};

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { TOKENS } from '../../stand-in/server.mts';
import type { Feature } from './feature.mts';

/** Runs last: what all the others have left in n8n's database, its log and its other files. */
export const tokenNowhere: Feature = {
	name: 'The token is nowhere in what n8n keeps',
	async test(bed, scenario) {
		await scenario.step('No file of this n8n holds a token', async () => {
			const { userFolder, logFile } = bed.lab.n8n;
			const files = (await readdir(userFolder, { recursive: true, withFileTypes: true }))
				.filter((entry) => entry.isFile())
				.map((entry) => join(entry.parentPath, entry.name));
			const names = files.map((file) => relative(userFolder, file));
			assert.ok(names.includes(join('.n8n', 'database.sqlite')), names.join('\n'));
			assert.ok(files.includes(logFile));
			for (const file of files) {
				// n8n's database makes and removes files of its own all the time.
				const bytes = await readFile(file).catch(() => Buffer.alloc(0));
				if (file.endsWith('.sqlite')) assert.ok(bytes.length > 0, file);
				const text = bytes.toString('latin1').toLowerCase();
				for (const token of Object.values(TOKENS)) assert.ok(!text.includes(token), file);
			}
		});
	},
};

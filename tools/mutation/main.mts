/**
 * `npm run mutation`: changes what knows nothing of n8n in small ways, one at a time, and counts the
 * changes that its tests notice, folder by folder. One below the threshold of stryker.config.mjs has
 * failed. `-- answer sending` only some folders.
 */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import { runChecks } from '../checks.mts';
import { PROJECT } from '../project.mts';

const given = process.argv.slice(2);
const rules = readdirSync(join(PROJECT, 'nodes', 'TriggerFlow', 'rules'));
const rooms = ['sending', ...rules.map((folder) => `rules/${folder}`)];
const chosen = rooms.filter((room) => given.length === 0 || given.includes(basename(room)));

await runChecks(
	chosen.map((room) => ({
		title: `Mutants of ${room}`,
		command: `env ROOM=${room} npx stryker run tools/mutation/stryker.config.mjs`,
	})),
);

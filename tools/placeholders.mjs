/**
 * `node tools/placeholders.mjs`: fails while what is published contains a placeholder, which ends in `.example`, and lists
 * each one. `npm run release` and the workflow that publishes run it.
 *
 * Plain JavaScript without a dependency, because the workflow runs it before anything is installed.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PUBLISHED = ['package.json', 'LICENSE', 'README.md', 'CHANGELOG.md', 'nodes', 'credentials'];

// An address such as flows.example.com is an example for users.
const { status, stdout } = spawnSync(
	'git',
	['grep', '-nE', '\\.example([^.[:alnum:]]|$)', '--', ...PUBLISHED],
	{ cwd: fileURLToPath(new URL('..', import.meta.url)), encoding: 'utf8' },
);

// `git grep` ends with 1 where it finds nothing.
if (status !== 1) {
	console.error(`Replace these placeholders first. See docs/publishing.md.\n\n${stdout}`);
	process.exitCode = 1;
}

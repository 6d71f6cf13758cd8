/**
 * `npm run docs`: writes what is generated into the docs, between `<!-- generated: NAME -->` and
 * `<!-- end -->`. With `--check` it only tells whether they are current.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import prettier from 'prettier';

import { PROJECT } from '../project.mts';
import { runMain, UserError } from '../userError.mts';
import { SECTIONS } from './sections.mts';

const DOCS = join(PROJECT, 'docs');

await runMain(async () => {
	const isCheck = process.argv.includes('--check');
	for (const name of (await readdir(DOCS)).filter((file) => file.endsWith('.md'))) {
		const file = join(DOCS, name);
		const text = await readFile(file, 'utf8');
		const current = await format(fill(text, name), file);
		if (current === text) continue;
		if (isCheck) throw new UserError(`docs/${name} is out of date. Run "npm run docs".`);
		await writeFile(file, current);
		console.log(`Wrote docs/${name}`);
	}
});

function fill(text: string, file: string): string {
	return text.replaceAll(
		/(<!-- generated: ([\w-]+) -->)[^]*?(<!-- end -->)/g,
		(_whole, begin: string, name: string, end: string) => {
			const section = SECTIONS[name];
			if (section === undefined) throw new Error(`docs/${file}: nothing generates "${name}"`);
			return `${begin}\n\n${section()}\n\n${end}`;
		},
	);
}

async function format(text: string, file: string): Promise<string> {
	const options = await prettier.resolveConfig(file);
	return await prettier.format(text, { ...options, filepath: file });
}

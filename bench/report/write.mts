import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { format, resolveConfig } from 'prettier';

import { PROJECT } from '../../tools/project.mts';
import { toJson } from './json.mts';
import { toMarkdown } from './markdown.mts';
import { toSvg } from './plot.mts';
import type { Report } from './report.mts';

/** Writes benchmark.json, benchmark.md and benchmark.svg, formatted as the project's files are. */
export async function writeReport(report: Report, folder: string): Promise<string[]> {
	await mkdir(folder, { recursive: true });
	const write = async (name: string, content: string) => {
		const file = join(folder, name);
		await writeFile(file, content);
		return file;
	};
	// By the rules for docs, wherever it is written.
	const formatted = async (name: string, content: string) => {
		const filepath = join(PROJECT, 'docs', name);
		return await write(
			name,
			await format(content, { ...(await resolveConfig(filepath)), filepath }),
		);
	};
	return [
		await formatted('benchmark.json', toJson(report)),
		await formatted('benchmark.md', toMarkdown(report)),
		await write('benchmark.svg', toSvg(report)),
	];
}

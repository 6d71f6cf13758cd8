import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { cacheFolder } from '../cache.mts';
import type { Mutant } from './report.mts';

/**
 * The file in which Stryker keeps what became of a folder's mutants, without its survivors: Stryker
 * would keep one in a constant of a module even where a new test kills it.
 */
export async function lastRunOf(folder: string): Promise<string> {
	const kept = cacheFolder('mutation');
	await mkdir(kept, { recursive: true });
	const file = join(kept, `${folder}.json`);
	if (!existsSync(file)) return file;
	const report = JSON.parse(await readFile(file, 'utf8')) as {
		files: Record<string, { mutants: Mutant[] }>;
	};
	for (const mutated of Object.values(report.files)) {
		mutated.mutants = mutated.mutants.filter(({ status }) => isKilled(status));
	}
	await writeFile(file, JSON.stringify(report));
	return file;
}

function isKilled(status: string): boolean {
	return status === 'Killed' || status === 'Timeout';
}

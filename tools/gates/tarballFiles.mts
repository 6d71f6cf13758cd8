import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Exactly what a published tarball holds. */
export const TARBALL_FILES = [
	'LICENSE',
	'README.md',
	'dist/credentials/TriggerFlowApi.credentials.js',
	'dist/nodes/TriggerFlow/TriggerFlow.node.js',
	'dist/nodes/TriggerFlow/TriggerFlow.node.json',
	'dist/nodes/TriggerFlow/triggerFlow.dark.svg',
	'dist/nodes/TriggerFlow/triggerFlow.svg',
	'index.js',
	'package.json',
];

/** Says which files are missing or too many; `undefined` when they are exactly those. */
export async function checkTarballFiles(folder: string): Promise<string | undefined> {
	const found = await filesIn(folder);
	const missing = TARBALL_FILES.filter((file) => !found.includes(file));
	const extra = found.filter((file) => !TARBALL_FILES.includes(file));
	if (missing.length + extra.length === 0) return undefined;
	return `missing: ${missing.join(', ') || 'none'}; too many: ${extra.join(', ') || 'none'}`;
}

async function filesIn(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

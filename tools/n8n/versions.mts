import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** An n8n that can be installed here: its folder in `versions/` holds the package.json and lock. */
export interface N8nVersion {
	version: string;
	/** The Node release that runs it, from the package registry where this machine has none as new. */
	node: string;
}

export const N8N_VERSIONS: readonly N8nVersion[] = [{ version: '2.40.7', node: '24.21.0' }];

/** The newest n8n that installs here: the demo's, and one of those that every check runs. */
export const NEWEST = N8N_VERSIONS.at(-1) as N8nVersion;

/** `package.json` or `package-lock.json` of a version's recipe. */
export function recipeFile(version: string, name: 'package.json' | 'package-lock.json'): string {
	return readFileSync(
		fileURLToPath(new URL(`versions/${version}/${name}`, import.meta.url)),
		'utf8',
	);
}

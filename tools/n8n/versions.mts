import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { UserError } from '../userError.mts';

/** An n8n that can be installed here: its folder in `versions/` holds the package.json and lock. */
export interface N8nVersion {
	version: string;
	/** The major versions of Node on which it was seen to run. */
	runsOn: readonly number[];
	/** The Node release for it, from the package registry, where this machine's own is none of them. */
	node: string;
}

const NODE_22 = '22.23.3';
const NODE_24 = '24.21.0';

/** Each Node that n8n runs on with its default settings. */
export const NODES = [NODE_22, NODE_24] as const;

/** From the oldest supported to the newest that installs here. */
export const N8N_VERSIONS: readonly N8nVersion[] = [
	{ version: '1.123.81', runsOn: [22, 24], node: NODE_24 },
	{ version: '2.20.12', runsOn: [22, 24], node: NODE_24 },
	{ version: '2.41.1', runsOn: [24], node: NODE_24 },
];

/** The oldest n8n that the package supports. */
export const OLDEST = N8N_VERSIONS[0] as N8nVersion;

/** The newest n8n that installs here: the demo's, and one of those that every check runs. */
export const NEWEST = N8N_VERSIONS.at(-1) as N8nVersion;

/** @throws UserError that names the versions that there are. */
export function findVersion(wanted: string): N8nVersion {
	const found = N8N_VERSIONS.find(({ version }) => version === wanted);
	if (found !== undefined) return found;
	const known = N8N_VERSIONS.map(({ version }) => version).join(', ');
	throw new UserError(`There is no recipe for n8n "${wanted}". Choose one of ${known}.`);
}

/** `package.json` or `package-lock.json` of a version's recipe. */
export function recipeFile(version: string, name: 'package.json' | 'package-lock.json'): string {
	return readFileSync(
		fileURLToPath(new URL(`versions/${version}/${name}`, import.meta.url)),
		'utf8',
	);
}

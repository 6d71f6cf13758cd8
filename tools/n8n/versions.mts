import { UserError } from '../userError.mts';

/** An n8n that can be installed here, and what its package.json needs so that npm resolves it. */
export interface N8nVersion {
	version: string;
	overrides: Record<string, unknown>;
	dependencies?: Record<string, string>;
	/** What it ships of its engine, on which the engine tests run. */
	engine?: Record<string, string>;
	/** npm looks at no release after this day, so an n8n is the same tree each time without a lock file. */
	resolvedBefore?: string;
}

const RESOLVED_BEFORE = '2026-11-22';

const XLSX = 'npm:@e965/xlsx@0.20.3';

/** From the oldest supported to the newest that installs here. */
export const N8N_VERSIONS: readonly N8nVersion[] = [
	{
		version: '1.123.81',
		resolvedBefore: RESOLVED_BEFORE,
		engine: { 'n8n-core': '1.122.48', 'n8n-workflow': '1.120.31', '@n8n/di': '0.10.0' },
		overrides: { xlsx: XLSX, '@langchain/langgraph-checkpoint': '1.0.0' },
	},
	{
		version: '2.20.12',
		resolvedBefore: RESOLVED_BEFORE,
		overrides: {
			xlsx: XLSX,
			linkedom: '0.18.12',
			'@langchain/langgraph-checkpoint': '1.0.1',
			langchain: { '@langchain/langgraph': '1.2.9' },
		},
		dependencies: {
			'@opentelemetry/api': '1.9.1',
			'@opentelemetry/core': '2.10.0',
			'@opentelemetry/sdk-trace-base': '2.12.1',
		},
	},
	{
		version: '2.41.1',
		resolvedBefore: RESOLVED_BEFORE,
		engine: { 'n8n-core': '2.41.1', 'n8n-workflow': '2.41.0', '@n8n/di': '0.17.0' },
		overrides: {
			linkedom: '0.18.12',
			'@langchain/langgraph-checkpoint': '1.1.5',
			'@langchain/protocol': '0.0.19',
		},
	},
];

/** The newest n8n that installs here: the demo's, and the one that every check runs. */
export const NEWEST = N8N_VERSIONS.at(-1) as N8nVersion;

export const OLDEST = N8N_VERSIONS[0] as N8nVersion;

/**
 * An n8n of the table. Another version is installed as it comes: without overrides, and without a day.
 *
 * @throws UserError for anything else.
 */
export function findVersion(wanted: string): N8nVersion {
	const found = N8N_VERSIONS.find(({ version }) => version === wanted);
	if (found !== undefined) return found;
	if (/^\d+\.\d+\.\d+$/.test(wanted)) {
		return { version: wanted, overrides: {} };
	}
	const versions = N8N_VERSIONS.map(({ version }) => version).join(', ');
	throw new UserError(
		`"${wanted}" is no version of n8n. Known here are ${versions}. Another one is installed as it comes.`,
	);
}

/** The package.json of the folder in which an n8n is installed. */
export function manifestOf({ version, overrides, dependencies }: N8nVersion): string {
	// n8n's Extract From File needs date-fns and does not ask for it.
	const all = { ...dependencies, 'date-fns': '2.30.0', n8n: version };
	return JSON.stringify({ private: true, overrides, dependencies: all });
}

import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

/** What n8n's scanner says of a folder; `undefined` when it has nothing to object to. */
export type Objection = string | undefined;

/** The scanner's leg for source: what `n8n-node lint` covers, without inline exceptions. */
export async function scanSource(folder: string): Promise<Objection> {
	return await scan(folder, SOURCE_FILE_PATTERNS);
}

/** The scanner's leg for an unpacked tarball. */
export async function scanTarball(folder: string): Promise<Objection> {
	return await scan(folder, ['**/*.js', 'package.json']);
}

async function scan(folder: string, patterns: string[]): Promise<Objection> {
	const { passed, message, details } = await analyzePackage(folder, patterns);
	// "No files found" counts as passed there; here it would hide a wrong folder.
	if (passed && message === undefined) return undefined;
	return [message, details].filter(Boolean).join('\n');
}

/**
 * The file name in a Content-Disposition header (RFC 6266), and whether the header asks for the body to
 * be saved as a file. A name in `filename*` (RFC 8187) goes before one in `filename`. Folders are dropped,
 * and characters that hide what a name is become `_`.
 *
 * @param header The access token masked.
 */
export function fileNameOf(header: string | string[] | undefined): {
	isAttachment: boolean;
	name: string | undefined;
} {
	// The cut keeps the patterns below quick: they look on from each `;` again.
	const text = ((Array.isArray(header) ? header[0] : header) ?? '').slice(0, LONGEST_HEADER);
	const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(text) ?? [];
	const [, quoted, bare] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(text) ?? [];
	const name = decoded(encoded) ?? quoted?.replace(/\\(.)/g, '$1') ?? bare;
	return { isAttachment: /^\s*attachment\b/i.test(text), name: name && safeName(name) };
}

/** In characters: the longest name of a file system, with each of its bytes escaped, twice. */
const LONGEST_HEADER = 2_000;

function decoded(encoded: string | undefined): string | undefined {
	try {
		return encoded && decodeURIComponent(encoded);
	} catch {
		return undefined;
	}
}

function safeName(name: string): string | undefined {
	const last = name.split(/[/\\]/).at(-1) ?? '';
	return /^[\s.]*$/.test(last) ? undefined : last.replace(HIDING, '_');
}

/** Control characters, other line breaks, what turns the direction of the text (`gpj.exe`), and `..`. */
const HIDING = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\.{2,}/gu;

/**
 * The file name in a Content-Disposition header (RFC 6266), and whether the header asks for the
 * body to be saved as a file. A name in `filename*` (RFC 8187) goes before one in `filename`.
 * Folders in a name are dropped, and signs that hide what it is become `_`.
 *
 * @param header The access token masked.
 */
export function fileNameOf(header: string | string[] | undefined): {
	isAttachment: boolean;
	name: string | undefined;
} {
	// The cut keeps the patterns below quick: they look on from each `;` again.
	const text = ((Array.isArray(header) ? header[0] : header) ?? '').slice(0, LONGEST_HEADER);
	return { isAttachment: /^\s*attachment\b/i.test(text), name: extended(text) ?? plain(text) };
}

/** In characters: a file system's longest name (255 bytes) as it takes most, three for each byte, twice. */
const LONGEST_HEADER = 2_000;

function extended(header: string): string | undefined {
	const encoded = /;\s*filename\*\s*=\s*(?:utf-8)'[^']*'([^;\s]+)/i.exec(header)?.[1];
	if (encoded === undefined) return undefined;
	try {
		return safeName(decodeURIComponent(encoded));
	} catch {
		return undefined;
	}
}

function plain(header: string): string | undefined {
	const match = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header);
	const name = match?.[1]?.replace(/\\(.)/g, '$1') ?? match?.[2];
	return name === undefined ? undefined : safeName(name);
}

function safeName(name: string): string | undefined {
	const last = name.split(/[/\\]/).at(-1) ?? '';
	// In their place stands a sign: without one, what they parted may become the access token.
	const shown = last.replace(HIDING, '_');
	return /^[\s.]*$/.test(last) ? undefined : shown;
}

/** Control characters, other line breaks, what turns the direction of the text (`gpj.exe`), and `..`. */
const HIDING = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\.{2,}/gu;

/**
 * The file name in a Content-Disposition header (RFC 6266), and whether it asks to save the body as a file.
 * @param header The access token masked.
 */
export function fileNameOf(header: string | string[] | undefined): {
	isAttachment: boolean;
	name: string | undefined;
} {
	// The cut keeps the patterns below quick: they look on from each `;` again.
	const text = String(header ?? '').slice(0, 2_000);
	const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(text) ?? [];
	const [, quoted, bare] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(text) ?? [];
	const name = decoded(encoded) ?? quoted?.replace(/\\(.)/g, '$1') ?? bare;
	const last = name?.split(/[/\\]/).at(-1)?.replace(HIDDEN, '_');
	const isName = last !== undefined && /[^\s.]/.test(last);
	return { isAttachment: /^\s*attachment\b/i.test(text), name: isName ? last : undefined };
}

/** Control characters, and what turns the direction of the text (`gpj.exe`). */
const HIDDEN = /[\p{Cc}\p{Bidi_Control}]/gu;

function decoded(encoded: string | undefined): string | undefined {
	try {
		return encoded && decodeURIComponent(encoded);
	} catch {
		return undefined;
	}
}

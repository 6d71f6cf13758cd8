/**
 * The file name in a Content-Disposition header (RFC 6266), and whether the header asks for the
 * body to be saved as a file. A name in `filename*` (RFC 8187) goes before one in `filename`.
 * Folders in a name are dropped.
 */
export function fileNameOf(header: string | string[] | undefined): {
	isAttachment: boolean;
	name: string | undefined;
} {
	const text = (Array.isArray(header) ? header[0] : header) ?? '';
	return { isAttachment: /^\s*attachment\b/i.test(text), name: extended(text) ?? plain(text) };
}

function extended(header: string): string | undefined {
	const encoded = /;\s*filename\*\s*=\s*(?:utf-8)'[^']*'([^;\s]+)/i.exec(header)?.[1];
	if (encoded === undefined) return undefined;
	try {
		return withoutFolders(decodeURIComponent(encoded));
	} catch {
		return undefined;
	}
}

function plain(header: string): string | undefined {
	const match = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header);
	const name = match?.[1]?.replace(/\\(.)/g, '$1') ?? match?.[2];
	return name === undefined ? undefined : withoutFolders(name);
}

function withoutFolders(name: string): string | undefined {
	return name.split(/[/\\]/).at(-1) || undefined;
}

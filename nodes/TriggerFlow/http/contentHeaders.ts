import type { HttpAnswer } from './attempt';

/** The parts of a Content-Type header that decide how a body is read, in lower case. */
interface ContentType {
	mediaType: string;
	/** `utf-8` if the header names none. */
	charset: string;
}

export function parseContentType(header: string | string[] | undefined): ContentType {
	const text = ((Array.isArray(header) ? header[0] : header) ?? '').toLowerCase();
	const mediaType = text.replace(/;.*/s, '').trim();
	const charset = /;\s*charset=([^;]*)/.exec(text)?.[1]?.replaceAll('"', '').trim();
	return { mediaType, charset: charset || 'utf-8' };
}

/** Whether a body of this type is text. An answer without a type counts as text. */
export function isTextual({ mediaType }: ContentType): boolean {
	return (
		mediaType === '' ||
		mediaType.startsWith('text/') ||
		/[/+](json|xml|yaml|x-yaml|javascript|x-www-form-urlencoded|x-ndjson|graphql)$/.test(mediaType)
	);
}

/** Whether an answer is a web page. Then it is probably not the flow that has answered. */
export function isWebPage({ headers, body }: Pick<HttpAnswer, 'headers' | 'body'>): boolean {
	const { mediaType } = parseContentType(headers['content-type']);
	const beginning = body.toString('latin1', 0, 100);
	return mediaType === 'text/html' || /^\s*<(?:!doctype )?html/i.test(beginning);
}

/** Decodes a body in the charset of its Content-Type, or in UTF-8 if the charset is missing or unknown. */
export function decodeText(body: Buffer, contentType: string | string[] | undefined): string {
	const { charset } = parseContentType(contentType);
	try {
		return new TextDecoder(charset).decode(body);
	} catch {
		return new TextDecoder().decode(body);
	}
}

/** The patterns search again from each `;`, so the time grows with the square of the length. */
const MAX_DISPOSITION_CHARACTERS = 2_000;

/** Parses a Content-Disposition header (RFC 6266). @param header Already masked. */
export function parseContentDisposition(header: string | string[] | undefined) {
	const text = String(header ?? '').slice(0, MAX_DISPOSITION_CHARACTERS);
	const [, encoded] = /;\s*filename\*\s*=\s*"?utf-8'[^']*'([^;\s"]+)/i.exec(text) ?? [];
	const [, quoted, bare] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(text) ?? [];
	const name = decodePercent(encoded) ?? quoted?.replace(/\\(.)/g, '$1') ?? bare?.trim();
	const fileName = name?.split(/[/\\]/).at(-1)?.replace(MISLEADING_CHARACTERS, '_') ?? '';
	return {
		isAttachment: /^\s*attachment\b/i.test(text),
		fileName: /[^\s.]/.test(fileName) ? fileName : undefined,
	};
}

/** Control characters, and characters that change the direction: they can show `gpj.exe` as `exe.jpg`. */
const MISLEADING_CHARACTERS = /[\p{Cc}\p{Bidi_Control}]/gu;

function decodePercent(encoded: string | undefined): string | undefined {
	try {
		return encoded && decodeURIComponent(encoded);
	} catch {
		return undefined;
	}
}

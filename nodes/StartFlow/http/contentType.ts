import { type Masked, maskText } from '../shared/mask';
import type { Header, HttpAnswer } from './attempt';

/** Reads the media type of a Content-Type header, in lower case. */
export function parseMediaType(header: Header): string {
	const [mediaType = ''] = String(header ?? '').split(/[;,]/);
	return mediaType.trim().toLowerCase();
}

/** Their charset may be another one than UTF-8. */
const TEXT_TYPES = /^text\/|[/+](?:json|xml)$/;

/** Pictures, sound, fonts, PDF, archives and office documents. */
const BINARY_TYPES = new RegExp(
	[
		'^(?:image|audio|video|font)/',
		'^application/(?:pdf|zip|gzip|x-(?:tar|gzip|7z-compressed|rar-compressed|bzip2?)|vnd\\.rar)$',
		'^application/(?:msword|vnd\\.(?:ms-|openxmlformats-|oasis\\.opendocument\\.).*)$',
	].join('|'),
);

/** Whether a body is a file: its type says so, or the type is not known and the bytes are not text in UTF-8. */
export function isFileBody(body: Buffer, mediaType: string): boolean {
	if (BINARY_TYPES.test(mediaType)) return true;
	if (TEXT_TYPES.test(mediaType)) return false;
	const text = tryToDecode(body, 'utf-8', { fatal: true });
	// Text has no control characters but blanks and line breaks.
	return text === undefined || /(?!\s)\p{Cc}/u.test(text);
}

/** Whether an answer is a web page. Then it is probably not the flow that has answered. */
export function isWebPage({ headers, body }: HttpAnswer): boolean {
	const beginning = new TextDecoder().decode(body.subarray(0, 100)).trimStart();
	// Some services give this type to all that they answer.
	const isHtml = parseMediaType(headers['content-type']) === 'text/html';
	return isHtml ? beginning.startsWith('<') : /^<(?:!doctype )?html/i.test(beginning);
}

/**
 * Decodes a body in the charset of its Content-Type. If that is missing or unknown, the body is in UTF-8, or else in windows-1252,
 * which fits any bytes.
 * @param accessToken It is masked in the text, because an escape of the charset can hide it in the bytes.
 */
export function decodeText(body: Buffer, contentType: Header, accessToken: string): Masked {
	const charset = /;\s*charset=["']?([^;,"']*)/i.exec(String(contentType))?.[1];
	const declaredText = charset ? tryToDecode(body, charset, { fatal: false }) : undefined;
	const text = declaredText ?? tryToDecode(body, 'utf-8', { fatal: true });
	return maskText(text ?? new TextDecoder('windows-1252').decode(body), accessToken);
}

/** Returns `undefined` for an unknown charset. With `fatal`, also for bytes that do not fit it. */
function tryToDecode(body: Buffer, charset: string, options: { fatal: boolean }) {
	try {
		return new TextDecoder(charset, options).decode(body);
	} catch {
		return undefined;
	}
}

import type { HttpAnswer } from './attempt';

/** The parts of a Content-Type header that decide how a body is read, in lower case. */
interface ContentType {
	mediaType: string;
	/** As the header names it, `utf-8` when it names none. */
	charset: string;
}

export function parseContentType(header: string | string[] | undefined): ContentType {
	const text = (Array.isArray(header) ? header[0] : header) ?? '';
	const [mediaType = '', ...parameters] = text.toLowerCase().split(';');
	const charset = parameters
		.map((parameter) => parameter.trim())
		.find((parameter) => parameter.startsWith('charset='));
	return {
		mediaType: mediaType.trim(),
		charset: charset?.slice('charset='.length).replaceAll('"', '').trim() || 'utf-8',
	};
}

/** Whether a body of this type is text. An answer without a type is taken for text. */
export function isTextual({ mediaType }: ContentType): boolean {
	return (
		mediaType === '' ||
		mediaType.startsWith('text/') ||
		/[/+](json|xml|yaml|x-yaml|javascript|x-www-form-urlencoded|x-ndjson|graphql)$/.test(mediaType)
	);
}

/** Whether an answer is a page for people: most likely it is not the flow that has answered. */
export function isWebPage({ headers, body }: Pick<HttpAnswer, 'headers' | 'body'>): boolean {
	const { mediaType } = parseContentType(headers['content-type']);
	const beginning = body.toString('latin1', 0, 100);
	return mediaType === 'text/html' || /^\s*<(?:!doctype )?html/i.test(beginning);
}

/** A body as text in the charset that its Content-Type names; UTF-8 when it names none we know. */
export function decodeText(body: Buffer, contentType: string | string[] | undefined): string {
	const { charset } = parseContentType(contentType);
	try {
		return new TextDecoder(charset).decode(body);
	} catch {
		return new TextDecoder().decode(body);
	}
}

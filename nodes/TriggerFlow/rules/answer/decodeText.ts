import { parseContentType } from './contentType';

/** A body as text in the charset that its Content-Type names; UTF-8 when it names none we know. */
export function decodeText(body: Buffer, contentType: string | string[] | undefined): string {
	const { charset } = parseContentType(contentType);
	try {
		return new TextDecoder(charset).decode(body);
	} catch {
		return new TextDecoder().decode(body);
	}
}

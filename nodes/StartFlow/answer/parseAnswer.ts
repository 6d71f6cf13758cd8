import { decodeText, isFileBody, parseMediaType } from '../http/contentType';
import type { Header, HttpAnswer } from '../http/attempt';
import type { NodeOptions } from '../options';
import type { JsonObject, JsonValue } from '../shared/json';
import { declareMasked, type Masked, maskText, parseMaskedJson } from '../shared/mask';

interface AnswerContent {
	/** Text if the body is not JSON. `{}` if the body is empty or a file. */
	value: Masked<JsonValue>;
	file?: { bytes: Buffer; mimeType: string; fileName: string | undefined };
}

/**
 * Reads the body of an answer. With `auto`, an attachment or a binary body is a file.
 * @param accessToken It is masked once more after each decoding, because escapes can hide it until then.
 */
export function parseAnswer(
	answer: Masked<HttpAnswer>,
	accessToken: string,
	format: NodeOptions['responseFormat'],
): AnswerContent {
	const { statusCode, body, headers, missing } = answer;
	if (missing) {
		const problem =
			missing === 'notKept' ? 'was not kept, to save space' : 'could not be read completely';
		return { value: createWarning(statusCode, `its answer ${problem}`) };
	}
	if (body.length === 0) return { value: EMPTY };

	const mediaType = parseMediaType(headers['content-type']);
	const { isAttachment, fileName } = parseDisposition(headers['content-disposition'], accessToken);
	const isFile = () => isAttachment || isFileBody(body, mediaType);
	if (format === 'file' || (format === 'auto' && isFile())) {
		const mimeType = mediaType || 'application/octet-stream';
		return { value: EMPTY, file: { bytes: body, mimeType, fileName } };
	}

	const text = decodeText(body, headers['content-type'], accessToken);
	// Under another type, only an object or a list is JSON, so 1.50 stays text and does not become 1.5.
	const mayBeJson = format === 'json' || /[/+]json$/.test(mediaType) || /^\s*[[{]/.test(text);
	if (format !== 'text' && mayBeJson) {
		try {
			return { value: parseMaskedJson(text, accessToken) };
		} catch {
			// The flow has started, so nothing fails here: broken JSON becomes text.
		}
	}
	return { value: text.trim() === '' ? EMPTY : text };
}

export function createWarning(statusCode: number, problem: string, detail = '') {
	const warning = `The flow was started, but ${problem}. There is no need to start it again. ${detail}`;
	return declareMasked<JsonObject>({ statusCode, warning: warning.trim() });
}

const EMPTY = declareMasked<JsonObject>({});

/** Reads a Content-Disposition header (RFC 6266). */
export function parseDisposition(header: Header, accessToken: string) {
	const text = String(header ?? '');
	const [, encoded] = /;\s*filename\*\s*=\s*"?utf-8'[^']*'([^;\s"]+)/i.exec(text) ?? [];
	const [, quoted, bare] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(text) ?? [];
	const name = decodePercent(encoded) ?? quoted?.replace(/\\(.)/g, '$1') ?? bare?.trim() ?? '';
	// A token may contain a slash.
	const lastPart = maskText(name, accessToken).split(/[/\\]/).at(-1) ?? '';
	return {
		isAttachment: /^\s*attachment\b/i.test(text),
		fileName: /[^\s.]/.test(lastPart) ? lastPart : undefined,
	};
}

function decodePercent(encoded: string | undefined): string | undefined {
	try {
		return encoded && decodeURIComponent(encoded);
	} catch {
		return undefined;
	}
}

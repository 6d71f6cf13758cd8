import type { HttpAnswer } from '../http/attempt';
import { decodeText, isTextual, parseContentType } from '../http/contentType';
import type { NodeOptions } from '../options/readOptions';
import { maskJson, maskText } from '../secrets/mask';
import type { JsonValue } from '../shared/json';
import { fileNameOf } from './fileName';

export type ReadAnswer =
	| { kind: 'empty' }
	| { kind: 'truncated'; warning: string }
	| { kind: 'json'; value: JsonValue }
	| { kind: 'text'; text: string }
	| { kind: 'file'; bytes: Buffer; mimeType: string; fileName: string | undefined };

/**
 * Reads an answer. With `auto`, an attachment or a body of a binary type is a file, a body that is JSON is
 * JSON whatever its type, and all else is text. A body that claims to be JSON and is not becomes text: the
 * flow has started, so nothing here fails. An empty body is empty in every format.
 * @param answer The access token masked.
 * @param accessToken Escapes in JSON and in a file name may hide it until they are read.
 */
export function readAnswer(
	answer: HttpAnswer,
	accessToken: string,
	format: NodeOptions['responseFormat'] = 'auto',
): ReadAnswer {
	const { body, headers, truncated } = answer;
	if (truncated)
		return { kind: 'truncated', warning: warning('its answer could not be read completely') };
	if (body.length === 0) return { kind: 'empty' };

	const contentType = parseContentType(headers['content-type']);
	const fileName = fileNameOf(headers['content-disposition']);
	const isBinary = fileName.isAttachment || !isTextual(contentType);
	if (format === 'file' || (format === 'auto' && isBinary)) {
		return {
			kind: 'file',
			bytes: body,
			mimeType: contentType.mediaType || 'application/octet-stream',
			fileName: fileName.name && maskText(fileName.name, accessToken),
		};
	}

	const text = decodeText(body, headers['content-type']);
	const claimsJson = format === 'json' || /[/+]json$/.test(contentType.mediaType);
	// Under another type, only an object or a list is JSON: 007 stays text.
	const mayBeJson = format !== 'text' && (claimsJson || /^\s*[[{]/.test(text));
	const json = mayBeJson ? parseAnswer(text, accessToken) : undefined;
	if (json !== undefined) return { kind: 'json', value: json };
	return text.trim() === '' ? { kind: 'empty' } : { kind: 'text', text };
}

function warning(reason: string): string {
	return `The flow was started, but ${reason}. There is no need to start it again.`;
}

export function notKept(error: unknown): ReadAnswer {
	const reason = error instanceof Error ? error.message : String(error);
	const what = warning("n8n could not store the answer's file");
	return { kind: 'truncated', warning: `${what} Technical reason: ${reason}` };
}

function parseAnswer(text: string, accessToken: string): JsonValue | undefined {
	try {
		return maskJson(JSON.parse(text) as JsonValue, accessToken);
	} catch {
		return undefined;
	}
}

import type { HttpAnswer } from '../http/attempt';
import {
	decodeText,
	isTextual,
	parseContentDisposition,
	parseContentType,
} from '../http/contentHeaders';
import type { NodeOptions } from '../options/readOptions';
import type { JsonValue } from '../shared/json';
import { maskJson, maskText } from '../shared/mask';

export type AnswerContent =
	| { kind: 'empty' }
	| { kind: 'warning'; warning: string }
	| { kind: 'json'; value: JsonValue }
	| { kind: 'text'; text: string }
	| { kind: 'file'; bytes: Buffer; mimeType: string; fileName: string | undefined };

/**
 * Reads the body of an answer. With `auto`, an attachment or a body of a binary type is a file.
 * @param answer Already masked.
 * @param accessToken It is masked once more after parsing, because escapes in JSON or in a file name can hide it until then.
 */
export function readAnswer(
	answer: HttpAnswer,
	accessToken: string,
	format: NodeOptions['responseFormat'] = 'auto',
): AnswerContent {
	const { body, headers, missing } = answer;
	if (missing === 'notKept') return createWarning('its answer was too large to be kept');
	if (missing) return createWarning('its answer could not be read completely');
	if (body.length === 0) return { kind: 'empty' };

	const contentType = parseContentType(headers['content-type']);
	const { isAttachment, fileName } = parseContentDisposition(headers['content-disposition']);
	const isFile = isAttachment || !isTextual(contentType);
	if (format === 'file' || (format === 'auto' && isFile)) {
		return {
			kind: 'file',
			bytes: body,
			mimeType: contentType.mediaType || 'application/octet-stream',
			fileName: fileName && maskText(fileName, accessToken),
		};
	}

	const text = decodeText(body, headers['content-type']);
	const claimsJson = format === 'json' || /[/+]json$/.test(contentType.mediaType);
	// Under another type, only an object or a list is JSON, so 1.50 stays text and does not become 1.5.
	const mayBeJson = format !== 'text' && (claimsJson || /^\s*[[{]/.test(text));
	if (mayBeJson) {
		try {
			return { kind: 'json', value: maskJson(JSON.parse(text) as JsonValue, accessToken) };
		} catch {
			// The flow has started, so nothing fails here: broken JSON becomes text.
		}
	}
	return text.trim() === '' ? { kind: 'empty' } : { kind: 'text', text };
}

function createWarning(reason: string, detail = ''): AnswerContent {
	const warning = `The flow was started, but ${reason}. There is no need to start it again. ${detail}`;
	return { kind: 'warning', warning: warning.trim() };
}

/** The answer was a file, and n8n's storage is full or accepts no file of this size. */
export function createStorageWarning(error: unknown): AnswerContent {
	const reason = error instanceof Error ? error.message : String(error);
	return createWarning("n8n could not store the answer's file", `Technical reason: ${reason}`);
}

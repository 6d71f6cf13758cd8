import type { HttpAnswer } from '../http/attempt';
import { decodeText, isTextual, parseContentType } from '../http/contentType';
import type { NodeOptions } from '../options/readOptions';
import { maskJson, maskText } from '../secrets/mask';
import type { JsonValue } from '../shared/json';
import { fileNameOf } from './fileName';

/** What a flow answered, by its content. */
export type ReadAnswer =
	| { kind: 'empty' }
	| { kind: 'lost'; warning: string }
	| { kind: 'json'; value: JsonValue }
	| { kind: 'text'; text: string }
	| { kind: 'file'; bytes: Buffer; mimeType: string; fileName: string | undefined };

/**
 * Reads an answer. With `auto`, by its content and its headers: an attachment or a body of a binary type is a
 * file, a body that is JSON is JSON whatever its type, all else is text. A body that claims to be
 * JSON and is not becomes text: the flow has started, so nothing here fails. The same holds for
 * `json`. An empty body is empty in every format.
 *
 * @param answer The access token masked.
 * @param accessToken It may be hidden by escapes in JSON and in a file name until they are read.
 */
export function readAnswer(
	answer: HttpAnswer,
	accessToken: string,
	format: NodeOptions['responseFormat'] = 'auto',
): ReadAnswer {
	const { body, headers } = answer;
	if (answer.lost !== undefined) return { kind: 'lost', warning: WARNINGS[answer.lost] };
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
	const json = format === 'text' ? undefined : parseAnswer(text, claimsJson, accessToken);
	if (json !== undefined) return { kind: 'json', value: json };
	return text.trim() === '' ? { kind: 'empty' } : { kind: 'text', text };
}

const WARNINGS = {
	brokenOff:
		'The flow was started, but its whole answer did not arrive. Do not start it again because of this.',
	tooLarge:
		'The flow was started, but its answer is too large to be read (more than 400 MB). Do not start it again because of this.',
};

/** An answer whose file n8n could not keep. */
export function notKept(error: unknown): ReadAnswer {
	const reason = error instanceof Error ? error.message : String(error);
	return {
		kind: 'lost',
		warning: `The flow was started, but n8n could not keep the file that it answered. Do not start it again because of this. Technical reason: ${reason}`,
	};
}

/**
 * Under a type that is not JSON, only an object or an array is taken for it: `007` stays a text.
 * JSON that is nested deeper than n8n goes stays a text as well.
 */
function parseAnswer(
	text: string,
	claimsJson: boolean,
	accessToken: string,
): JsonValue | undefined {
	if (!claimsJson && !/^\s*[[{]/.test(text)) return undefined;
	try {
		const value = maskJson(JSON.parse(text) as JsonValue, accessToken);
		return isDeeperThan(MOST_LEVELS, value) ? undefined : value;
	} catch {
		return undefined;
	}
}

/** Of an answer. Some 2,500 are too many for n8n to show or to save. */
const MOST_LEVELS = 1_000;

function isDeeperThan(levels: number, value: JsonValue): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

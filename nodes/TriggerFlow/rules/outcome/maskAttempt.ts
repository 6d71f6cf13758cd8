import { decodeText, isTextual, parseContentType } from '../answer/contentType';
import type { HttpAnswer } from '../answer/httpAnswer';
import { maskBytes, maskJson, maskText, maskTextBytes } from '../secrets/mask';
import { isSuccess, type Attempt } from './attempt';

/**
 * An attempt with the access token masked in all of it. Whatever comes from the service goes through
 * here before anything else reads it: what is cut, lower-cased or taken apart first may hold a part of
 * the token that no pattern finds any more.
 */
export function maskAttempt(attempt: Attempt, accessToken: string): Attempt {
	if (attempt.error) return maskJson(attempt, accessToken);
	return { answer: maskAnswer(attempt.answer, accessToken) };
}

function maskAnswer(answer: HttpAnswer, accessToken: string): HttpAnswer {
	const headers = maskJson({ ...answer.headers }, accessToken);
	const contentType = parseContentType(headers['content-type']);
	// What a service says of a failure is shown as text, whatever its type.
	const isText = isTextual(contentType) || !isSuccess(answer);
	const mask = isText ? maskTextBytes : maskBytes;
	const body = mask(answer.body, accessToken);
	if (contentType.charset === 'utf-8') return { ...answer, headers, body };

	// Other charsets may have bytes between the signs of the token that stand for nothing.
	const decoded = decodeText(body, headers['content-type']);
	const text = maskText(decoded, accessToken);
	if (text === decoded) return { ...answer, headers, body };
	const inUtf8 = { ...headers, 'content-type': `${contentType.mediaType}; charset=utf-8` };
	return { ...answer, headers: inUtf8, body: Buffer.from(text) };
}

import { MASK, maskBytes, maskJson } from '../secrets/mask';
import { type HttpAnswer, isSuccess, type Attempt } from './attempt';
import { isTextual, parseContentType } from './contentType';

/**
 * An attempt with the access token masked in all of it. Whatever comes from the service goes through here before
 * anything else reads it: what is cut or taken apart first may hold a part of the token.
 */
export function maskAttempt(attempt: Attempt, accessToken: string): Attempt {
	if (attempt.error) return maskJson(attempt, accessToken);
	return { answer: maskAnswer(attempt.answer, accessToken) };
}

function maskAnswer(answer: HttpAnswer, accessToken: string): HttpAnswer {
	const headers = maskJson({ ...answer.headers }, accessToken);
	// What a service says of a failure is shown as text, whatever its type. A file keeps its length.
	const isText = isTextual(parseContentType(headers['content-type'])) || !isSuccess(answer);
	const maskOf = isText ? () => MASK : (found: string) => '*'.repeat(found.length);
	return { ...answer, headers, body: maskBytes(answer.body, accessToken, maskOf) };
}

import { MASK, maskBytes, maskJson } from '../secrets/mask';
import { isSuccess, type Attempt } from './attempt';
import { isTextual, parseContentType } from './contentType';

/** An attempt with the access token masked, before anything is cut or taken apart. */
export function maskAttempt(attempt: Attempt, accessToken: string): Attempt {
	if (attempt.error) return maskJson(attempt, accessToken);
	const { answer } = attempt;
	const headers = maskJson({ ...answer.headers }, accessToken);
	// What a service says of a failure is shown as text, whatever its type. A file keeps its length.
	const isText = isTextual(parseContentType(headers['content-type'])) || !isSuccess(answer);
	const maskOf = isText ? () => MASK : (found: string) => '*'.repeat(found.length);
	return { answer: { ...answer, headers, body: maskBytes(answer.body, accessToken, maskOf) } };
}

import { declareMasked, MASK, maskBytes, maskJson, type Masked } from '../shared/mask';
import { isSuccess, type HttpAnswer } from './attempt';
import { isTextual, parseMediaType } from './contentHeaders';

/** Masks the access token in an answer, before anything reads or parses it. */
export function maskAnswer(answer: HttpAnswer, accessToken: string): Masked<HttpAnswer> {
	const headers = maskJson(answer.headers, accessToken);
	// The body of a failure is shown as text, whatever its type is. In a file, the mask is as long as the token.
	const isText = isTextual(parseMediaType(headers['content-type'])) || !isSuccess(answer);
	const createMask = isText ? () => MASK : (found: string) => '*'.repeat(found.length);
	const body = maskBytes(answer.body, accessToken, createMask);
	return declareMasked({ ...answer, headers, body });
}

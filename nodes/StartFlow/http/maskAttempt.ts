import { MASK, maskBytes, maskJson } from '../shared/mask';
import { isSuccess, type AnsweredAttempt, type BrokenAttempt, type HttpAnswer } from './attempt';
import { isTextual, readMediaType } from './contentHeaders';

/** Masks the access token in an attempt, before anything reads or parses it. */
export function maskAttempt(
	attempt: AnsweredAttempt | BrokenAttempt,
	accessToken: string,
): AnsweredAttempt | BrokenAttempt {
	if (attempt.kind === 'error') {
		return { kind: 'error', error: maskJson(attempt.error, accessToken) };
	}
	return { kind: 'answer', answer: maskAnswer(attempt.answer, accessToken) };
}

export function maskAnswer(answer: HttpAnswer, accessToken: string): HttpAnswer {
	const headers = maskJson(answer.headers, accessToken);
	// The body of a failure is shown as text, whatever its type is. In a file, the mask is as long as the token.
	const isText = isTextual(readMediaType(headers['content-type'])) || !isSuccess(answer);
	const createMask = isText ? () => MASK : (found: string) => '*'.repeat(found.length);
	const body = maskBytes(answer.body, accessToken, createMask);
	return { ...answer, headers, body };
}

import type { HttpAnswer } from '../../../nodes/StartFlow/http/attempt';
import { maskAttempt } from '../../../nodes/StartFlow/http/attempt';

/** A masked answer, as all code after `maskAttempt` gets it. */
export function masked(
	statusCode: number,
	headers: HttpAnswer['headers'],
	body: Buffer,
	accessToken: string,
): HttpAnswer {
	const attempt = maskAttempt({ answer: { statusCode, headers, body } }, accessToken);
	if (attempt.answer) return attempt.answer;
	throw new Error('The answer became an error');
}

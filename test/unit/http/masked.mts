import type { HttpAnswer } from '../../../nodes/TriggerFlow/http/attempt';
import { maskAttempt } from '../../../nodes/TriggerFlow/http/attempt';

/** An answer as everything but `maskAttempt` gets it. */
export function masked(
	statusCode: number,
	headers: HttpAnswer['headers'],
	body: Buffer,
	accessToken: string,
): HttpAnswer {
	const attempt = maskAttempt({ answer: { statusCode, headers, body } }, accessToken);
	if (attempt.answer) return attempt.answer;
	throw new Error('An answer has become an error');
}

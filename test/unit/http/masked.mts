import type { HttpAnswer } from '../../../nodes/StartFlow/http/attempt';
import { maskAnswer } from '../../../nodes/StartFlow/http/maskAttempt';

/** A masked answer, as all other code gets it. */
export function masked(
	statusCode: number,
	headers: HttpAnswer['headers'],
	body: Buffer,
	accessToken: string,
): HttpAnswer {
	return maskAnswer({ statusCode, headers, body }, accessToken);
}

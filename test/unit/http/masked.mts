import type { HttpAnswer } from '../../../nodes/StartFlow/http/attempt';
import type { Masked } from '../../../nodes/StartFlow/shared/mask';
import { maskAnswer } from '../../../nodes/StartFlow/http/answerBody';

/** A masked answer, as all other code gets it. */
export function masked(
	statusCode: number,
	headers: HttpAnswer['headers'],
	body: Buffer,
	accessToken: string,
): Masked<HttpAnswer> {
	return maskAnswer({ statusCode, headers, body }, accessToken);
}

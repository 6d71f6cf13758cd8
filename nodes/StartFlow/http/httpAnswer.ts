import { declareMasked, maskBytes, maskJson, type Masked } from '../shared/mask';
import type { HttpAnswer } from './attempt';

/** Masks the access token in an answer, before anything reads or parses it. */
export function maskAnswer(answer: HttpAnswer, accessToken: string): Masked<HttpAnswer> {
	const headers = maskJson(answer.headers, accessToken);
	const body = maskBytes(answer.body, accessToken);
	return declareMasked({ ...answer, headers, body });
}

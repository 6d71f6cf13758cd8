import session from '../../../stand-in/session.json';
import {
	readRequests,
	type PastedRequest,
} from '../../../nodes/TriggerFlow/rules/pastedRequest/readRequests';
import { NotSentError } from '../../../nodes/TriggerFlow/rules/errors/failure';
import { refusalOf } from '../errors/refusal.mts';

/** What the tests paste, and what they expect of it. */
export const URL = 'https://flows.example.com/v1/start/?tenant=7';
export const SLUG = 'site-builder-sign-up-7h2m9x';
export const AUTHORIZATION = 'Authorization: Bearer <ACCESS_TOKEN>';
export const JSON_TYPE = 'Content-Type: application/json';
export const BODY = JSON.stringify({ slug: SLUG, context: session });
export const PRETTY = JSON.stringify({ slug: SLUG, context: session }, null, 2);
export const SMALL = '{"slug":"demo-1","context":{"a":1}}';
export const HARD = {
	quote: 'it\'s "so"',
	percent: '100% %20',
	backslash: 'a\\b',
	wide: 'Zoë 😀',
	mark: '!',
};
export const HARD_BODY = JSON.stringify({ slug: SLUG, context: HARD });
export const SECRET = 'x9KfQ2vLw7TzR4mB8nYc';

export const DOCUMENTED = `curl -X PUT '${URL}' \\
  -H '${AUTHORIZATION}' \\
  -H '${JSON_TYPE}' \\
  -d '${PRETTY}'`;
export const ONE_LINE = `curl -X PUT '${URL}' -H '${AUTHORIZATION}' -H '${JSON_TYPE}' -d '${BODY}'`;
export const withBody = (body: string) => `curl -X PUT '${URL}' -H '${AUTHORIZATION}' -d ${body}`;
export const withHeader = (header: string) => ONE_LINE.replace(AUTHORIZATION, header);

export function read(pasted: string): PastedRequest {
	const [request, ...further] = readRequests(pasted);
	if (request === undefined || further.length > 0) throw new Error('It is not one request');
	return request;
}

export function refusal(pasted: string): NotSentError {
	return refusalOf(() => readRequests(pasted));
}

/** Fails when anything but a refusal is thrown. */
export function answerTo(
	pasted: string,
): PastedRequest[] | { message: string; description: string } {
	try {
		return readRequests(pasted);
	} catch (error) {
		if (!(error instanceof NotSentError)) throw error;
		return { message: error.message, description: error.description };
	}
}

import type { SendRequest, StartRequest } from '../http/attempt';
import { judge, judgeFault, type Judgement } from '../outcome/judge';
import type { Clock } from '../shared/clock';
import type { JsonObject } from '../shared/json';
import { maskJson } from '../shared/mask';
import { labelEnvironment } from '../shared/text';
import type { ReadyStart } from './itemStart';

/** Creates the request that starts a flow. Its body has exactly `slug` and `context`. The URL is used unchanged. */
export function createStartRequest({ slug, contextJson, credential }: ReadyStart): StartRequest {
	return {
		method: 'PUT',
		url: credential.baseUrl,
		headers: { 'Content-Type': 'application/json' },
		body: `{"slug":${JSON.stringify(slug)},"context":${contextJson}}`,
	};
}

/** The complete request as a person may see it, with a placeholder for the access token. */
export function createPreview(start: ReadyStart): JsonObject {
	const { method, url, headers } = createStartRequest(start);
	const { environment, accessToken } = start.credential;
	const preview: JsonObject = {
		body: { slug: start.slug, context: JSON.parse(start.contextJson) as JsonObject },
		environment: labelEnvironment(environment),
		method,
		url,
		headers: { Authorization: 'Bearer <ACCESS_TOKEN>', ...headers },
	};
	return maskJson(preview, accessToken);
}

export interface AttemptOptions {
	send: SendRequest;
	clock: Pick<Clock, 'getWallTime'>;
	/** Of the workflow, for a time in a message. */
	timeZone: string;
	/** Writes the cause of a bug of the node into n8n's log, without the token. */
	logFault: (cause: unknown, accessToken: string) => void;
}

/** Sends one request of a start, and judges what came back. A bug of the node is a result, too, because the flow may have started. */
export async function attemptStart(
	ready: ReadyStart,
	{ send, clock, timeZone, logFault }: AttemptOptions,
): Promise<Judgement> {
	const { accessToken } = ready.credential;
	try {
		const attempt = await send(createStartRequest(ready), accessToken, ready.options.timeout);
		return judge(attempt, ready, { now: clock.getWallTime(), timeZone });
	} catch (cause) {
		logFault(cause, accessToken);
		return judgeFault(ready);
	}
}

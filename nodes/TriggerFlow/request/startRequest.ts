import type { FlowCredential } from '../credential/flowCredential';
import type { HttpRequest } from '../http/attempt';
import { maskJson } from '../secrets/mask';
import type { JsonObject } from '../shared/json';

/** One start, ready to be sent. `context` is JSON text: what is checked is what is sent. */
export interface Start {
	slug: string;
	context: string;
}

/**
 * The documented request that starts a flow. Its body has exactly `slug` and `context`, in that order.
 * @param url The endpoint's, used as it is.
 */
export function startRequest({ slug, context }: Start, url: string): HttpRequest {
	return {
		method: 'PUT',
		url,
		headers: { 'Content-Type': 'application/json' },
		body: `{"slug":${JSON.stringify(slug)},"context":${context}}`,
	};
}

/** The request as a person may see it: complete, with a placeholder for the access token. */
export function previewRequest(start: Start, credential: FlowCredential): JsonObject {
	const { method, url, headers, body } = startRequest(start, credential.baseUrl);
	const shown: JsonObject = {
		environment: credential.environment,
		method,
		url,
		headers: { Authorization: 'Bearer <ACCESS_TOKEN>', ...headers },
		body: JSON.parse(body) as JsonObject,
	};
	return maskJson(shown, credential.accessToken);
}

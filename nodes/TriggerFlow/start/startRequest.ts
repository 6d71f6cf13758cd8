import type { FlowCredential } from '../credential/flowCredential';
import type { HttpRequest } from '../http/attempt';
import type { JsonObject } from '../shared/json';
import { maskJson } from '../shared/mask';

/** What the body of a start's request contains. */
export interface StartBody {
	slug: string;
	/** JSON text, so that exactly what was checked is sent. */
	contextJson: string;
}

/** Creates the request that starts a flow. Its body has exactly `slug` and `context`. The URL is used unchanged. */
export function createStartRequest(start: StartBody, url: string): HttpRequest {
	return {
		method: 'PUT',
		url,
		headers: { 'Content-Type': 'application/json' },
		body: `{"slug":${JSON.stringify(start.slug)},"context":${start.contextJson}}`,
	};
}

/** The complete request as a person may see it, with a placeholder for the access token. */
export function createPreview(start: StartBody, credential: FlowCredential): JsonObject {
	const { method, url, headers, body } = createStartRequest(start, credential.baseUrl);
	const preview: JsonObject = {
		body: JSON.parse(body) as JsonObject,
		environment: credential.environment,
		method,
		url,
		headers: { Authorization: 'Bearer <ACCESS_TOKEN>', ...headers },
	};
	return maskJson(preview, credential.accessToken);
}

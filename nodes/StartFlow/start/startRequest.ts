import type { StartRequest } from '../http/attempt';
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

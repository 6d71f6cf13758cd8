import { ENVIRONMENT_NAMES, type FlowCredential } from '../credential/flowCredential';
import type { JsonObject } from '../context/json';
import { maskJson, maskText } from '../errors/mask';
import { startRequest, type Start } from './startRequest';

/** The request as a person may see it: complete, with a placeholder for the access token. */
export function previewRequest(start: Start, credential: FlowCredential): JsonObject {
	const { accessToken } = credential;
	const { method, url, headers, body } = startRequest(start, credential);
	return {
		environment: ENVIRONMENT_NAMES[credential.environment],
		method,
		url: maskText(url, accessToken),
		headers: { Authorization: 'Bearer <ACCESS_TOKEN>', ...headers },
		body: maskJson(JSON.parse(body) as JsonObject, accessToken),
	};
}

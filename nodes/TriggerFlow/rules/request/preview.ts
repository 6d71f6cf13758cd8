import { ENVIRONMENT_NAMES, type FlowCredential } from '../credential/flowCredential';
import type { JsonObject } from '../context/json';
import { maskJson, maskText } from '../errors/mask';
import { curlCommand } from './curlCommand';
import { startRequest, type Start } from './startRequest';

/** The request as a person may see it: complete, with a placeholder for the access token. */
export function previewRequest(start: Start, credential: FlowCredential): JsonObject {
	const { accessToken } = credential;
	const request = startRequest(start, credential);
	const { method, url, headers, body } = request;
	return {
		environment: ENVIRONMENT_NAMES[credential.environment],
		method,
		url: maskText(url, accessToken),
		headers: { Authorization: 'Bearer <ACCESS_TOKEN>', ...headers },
		body: maskJson(JSON.parse(body) as JsonObject, accessToken),
		curl: maskText(curlCommand(request), accessToken),
	};
}

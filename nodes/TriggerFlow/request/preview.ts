import { ENVIRONMENT_NAMES, type FlowCredential } from '../credential/flowCredential';
import { maskJson, maskText } from '../secrets/mask';
import type { JsonObject } from '../shared/json';
import { startRequest, type Start, type StartRequest } from './startRequest';

/** The request as a person may see it: complete, with a placeholder for the access token. */
export function previewRequest(start: Start, credential: FlowCredential): JsonObject {
	const { baseUrl, environment, accessToken } = credential;
	const request = startRequest(start, baseUrl);
	// The first ones are on the screen in n8n's table.
	return {
		curl: maskText(curlCommand(request), accessToken),
		body: maskJson(JSON.parse(request.body) as JsonObject, accessToken),
		environment: ENVIRONMENT_NAMES[environment],
		method: request.method,
		url: maskText(baseUrl, accessToken),
		headers: { Authorization: 'Bearer <ACCESS_TOKEN>', ...request.headers },
	};
}

/**
 * The request as a curl command for a Unix shell, on one line: n8n shows a line break as `\n`. Pasted
 * into the node, it gives the same slug and context.
 */
function curlCommand({ method, url, headers, body }: StartRequest): string {
	return [
		`curl -X ${method} ${quote(url)}`,
		`-H 'Authorization: Bearer <ACCESS_TOKEN>'`,
		`-H ${quote(`Content-Type: ${headers['Content-Type']}`)}`,
		`-d ${quote(body)}`,
	].join(' ');
}

/** Nothing is special between single quotes, and a single quote itself stands outside of them. */
function quote(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

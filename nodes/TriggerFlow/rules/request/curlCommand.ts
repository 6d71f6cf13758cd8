import type { StartRequest } from './startRequest';

/**
 * The request as a curl command for a Unix shell, with a placeholder for the token, on one line: n8n
 * shows a line break as `\n`. Pasted into the node, it gives the same slug and context.
 */
export function curlCommand({ method, url, headers, body }: StartRequest): string {
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

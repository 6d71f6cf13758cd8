/**
 * `fetch` with a new connection for each call. An n8n that was busy for longer than its keep-alive
 * time-out ends idle connections first, and one that was just used again with them: the call fails, and
 * nobody knows whether n8n has handled it.
 *
 * @throws Error that says why there was no answer.
 */
export async function request(
	url: string,
	{ headers, ...init }: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Response> {
	try {
		return await fetch(url, { ...init, headers: { ...headers, connection: 'close' } });
	} catch (error) {
		const { message, cause } = error as Error;
		const why = cause instanceof Error ? cause.message || cause.name : message;
		throw new Error(`${init.method ?? 'GET'} ${url}: ${why}`, { cause: error });
	}
}

/** POSTs JSON. @throws Error that says why there was no answer. */
export async function postJson(
	url: string,
	body: unknown,
	options: RequestInit = {},
): Promise<Response> {
	return await request(url, {
		...options,
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
}

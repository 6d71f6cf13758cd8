import { setTimeout as sleep } from 'node:timers/promises';

import { request } from './request.mts';

/** Constant: n8n binds a session to the browser that it was opened in. */
const BROWSER_ID = 'start-flow-tools';

/** A session with n8n's internal REST API. */
export class N8nSession {
	private cookie = '';

	constructor(private readonly url: string) {}

	/** Whether n8n answers, and its API with it (a few seconds later than its health check). */
	async isReady(): Promise<boolean> {
		try {
			const response = await request(`${this.url}/rest/settings`);
			return response.ok && (await response.text()).startsWith('{');
		} catch {
			return false;
		}
	}

	/** @throws Error with the status and n8n's own message. */
	async call(method: string, path: string, body?: object): Promise<unknown> {
		const answer = await this.callIfThere(method, path, body);
		if (answer === undefined) throw new Error(`n8n: ${method} ${path} is not there`);
		return answer;
	}

	/**
	 * Calls what only some versions of n8n have: `undefined` where there is nothing at this address.
	 *
	 * @throws Error with the status and n8n's own message.
	 */
	protected async callIfThere(method: string, path: string, body?: object): Promise<unknown> {
		const response = await request(`${this.url}${path}`, {
			method,
			headers: {
				'content-type': 'application/json',
				'browser-id': BROWSER_ID,
				cookie: this.cookie,
			},
			body: body && JSON.stringify(body),
		});
		const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
		if (cookies.length > 0) this.cookie = cookies.join('; ');

		const text = await response.text();
		// For a missing address, n8n's editor answers, or the web server does.
		if (/<html/i.test(text.slice(0, 200))) return undefined;
		if (!response.ok)
			throw new Error(`n8n: ${method} ${path} ${response.status} ${messageOf(text)}`);
		const answer = JSON.parse(text) as { data?: unknown };
		return answer.data ?? answer;
	}
}

/** n8n's message about a failure, without the stack trace. */
function messageOf(text: string): string {
	const [, message = text] = /"message":"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
	return message.slice(0, 500);
}

/** How long n8n may take for work in the background. */
const PATIENCE_MS = 120_000;

/** Repeats a query until it gives a value. @throws when n8n takes too long. */
export async function until<T>(
	what: string,
	ask: () => Promise<T | undefined | false>,
	patienceMs = PATIENCE_MS,
): Promise<T> {
	const deadline = Date.now() + patienceMs;
	for (;;) {
		const answer = await ask();
		if (answer) return answer;
		if (Date.now() > deadline) throw new Error(`n8n did not ${what} within ${patienceMs / 1000} s`);
		await sleep(100);
	}
}

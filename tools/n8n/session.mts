import { request } from '../request.mts';
import { until } from '../until.mts';

/** Constant: n8n binds a session to the browser that it was opened in. */
const BROWSER_ID = 'start-flow-tools';

/** A session with n8n's internal REST API. */
export class N8nSession {
	private cookie = '';

	constructor(private readonly url: string) {}

	/** Whether n8n serves its editor: the last thing that it sets up, after it has marked the executions that a crash ended. */
	async isReady(): Promise<boolean> {
		try {
			const response = await request(`${this.url}/`);
			return response.ok && (await response.text()).toLowerCase().startsWith('<!doctype html>');
		} catch {
			return false;
		}
	}

	/** @throws Error with the status and n8n's own message. */
	async call<T>(method: string, path: string, body?: object): Promise<T> {
		const answer = await this.callIfThere<T>(method, path, body);
		if (answer === undefined) throw new Error(`n8n: ${method} ${path} is not there`);
		return answer;
	}

	/**
	 * Calls what only some versions of n8n have: `undefined` where there is nothing at this address.
	 *
	 * @throws Error with the status and n8n's own message.
	 */
	protected async callIfThere<T>(
		method: string,
		path: string,
		body?: object,
	): Promise<T | undefined> {
		const response = await until(`answer ${method} ${path}`, async () => {
			const answer = await request(`${this.url}${path}`, {
				method,
				headers: {
					'content-type': 'application/json',
					'browser-id': BROWSER_ID,
					cookie: this.cookie,
				},
				body: body && JSON.stringify(body),
			});
			// n8n answers so before it does anything, while a busy event loop keeps it from its database.
			return answer.status !== 503 && answer;
		});
		const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
		if (cookies.length > 0) this.cookie = cookies.join('; ');

		const text = await response.text();
		// For a missing address, n8n's editor answers, or the web server does.
		if (/<html/i.test(text.slice(0, 200))) return undefined;
		if (!response.ok)
			throw new Error(`n8n: ${method} ${path} ${response.status} ${messageOf(text)}`);
		const answer = JSON.parse(text) as { data?: T };
		return answer.data ?? (answer as T);
	}
}

/** n8n's message about a failure, without the stack trace. */
function messageOf(text: string): string {
	const [, message = text] = /"message":"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
	return message.slice(0, 500);
}

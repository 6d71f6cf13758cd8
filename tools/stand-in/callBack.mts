import { setTimeout as sleep } from 'node:timers/promises';

import { postJson } from '../request.mts';
import type { LoggedCallback, LoggedStart } from './startLog.mts';

/** Calls back in the background. `firstAttempt` resolves when the first attempt was answered. */
export type CallBack = (
	body: unknown,
	options?: { afterMs?: number },
) => { firstAttempt: Promise<unknown> };

/** For how long a flow retries a callback. */
const RETRY_FOR_MS = 300_000;

/** The pause between two attempts. */
const RETRY_PAUSE_MS = 1_000;

/** A timer with this option does not keep the program running. */
const UNREFERENCED = { ref: false };

/**
 * Calls back as a good flow does: it POSTs JSON to the URL in the context. For five minutes, it retries after
 * 404, 409, 5xx, no answer, and a 200 that is not n8n's JSON.
 */
export function callerBack(start: LoggedStart): CallBack {
	return (body, { afterMs = 0 } = {}) => {
		const callback: LoggedCallback = { url: urlIn(start.context) ?? '', body, attempts: [] };
		start.callbacks.push(callback);
		const firstAttempt = sleep(afterMs, undefined, UNREFERENCED).then(() => sendOnce(callback));
		void retryUntilAccepted(callback, firstAttempt);
		return { firstAttempt };
	};
}

/** The URL to call back, wherever it is in the context. */
export function urlIn(context: unknown): string | undefined {
	if (typeof context === 'string')
		return context.includes('/webhook-waiting/') ? context : undefined;
	if (typeof context !== 'object' || context === null) return undefined;
	return Object.values(context)
		.map(urlIn)
		.find((url) => url !== undefined);
}

type Reaction = 'accepted' | 'refused' | 'retry';

async function retryUntilAccepted(callback: LoggedCallback, first: Promise<Reaction>) {
	const end = Date.now() + RETRY_FOR_MS;
	let reaction = await first;
	while (reaction === 'retry' && Date.now() < end) {
		await sleep(RETRY_PAUSE_MS, undefined, UNREFERENCED);
		reaction = await sendOnce(callback);
	}
	callback.isAccepted = reaction === 'accepted';
}

async function sendOnce({ url, body, attempts }: LoggedCallback): Promise<Reaction> {
	try {
		const response = await postJson(url, body, { signal: AbortSignal.timeout(30_000) });
		const { status } = response;
		const text = await response.text();
		attempts.push(`${status} ${text}`.slice(0, 300));
		// While n8n starts, it answers every request with 200 and a sentence.
		if (status < 300) return text.startsWith('{') ? 'accepted' : 'retry';
		return status === 404 || status === 409 || status >= 500 ? 'retry' : 'refused';
	} catch (error) {
		attempts.push(String(error));
		return 'retry';
	}
}

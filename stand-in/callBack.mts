import { setTimeout as sleep } from 'node:timers/promises';

import type { LoggedCallback, LoggedStart } from './startLog.mts';

/** Calls back, in the background. `firstTry` resolves when the first try was answered. */
export type CallBack = (
	body: unknown,
	options?: { afterMs?: number },
) => { firstTry: Promise<unknown> };

/** For how long a flow tries again, in ms. */
const PATIENCE = 60_000;

/** Between two tries, in ms. */
const PAUSE = 1_000;

/**
 * Calls back as a good flow does: a POST with JSON to the URL in the context, and again on 404, 409, 5xx
 * and without an answer, for a minute.
 */
export function callerBack(start: LoggedStart): CallBack {
	return (body, { afterMs = 0 } = {}) => {
		const callback: LoggedCallback = { url: urlIn(start.context) ?? '', body, tries: [] };
		start.callbacks.push(callback);
		const firstTry = sleep(afterMs, undefined, NO_REASON_TO_STAY).then(() => tryOnce(callback));
		void firstTry.then((status) => goOn(callback, status));
		return { firstTry };
	};
}

/** The program ends without waiting for it. */
const NO_REASON_TO_STAY = { ref: false };

/** The URL to call back, wherever it stands in the context. */
export function urlIn(context: unknown): string | undefined {
	if (typeof context === 'string')
		return context.includes('/webhook-waiting/') ? context : undefined;
	if (typeof context !== 'object' || context === null) return undefined;
	return Object.values(context)
		.map(urlIn)
		.find((url) => url !== undefined);
}

async function goOn(callback: LoggedCallback, first: number): Promise<void> {
	const end = Date.now() + PATIENCE;
	let status = first;
	while (isWorthAnotherTry(status) && Date.now() < end) {
		await sleep(PAUSE, undefined, NO_REASON_TO_STAY);
		status = await tryOnce(callback);
	}
	callback.isTaken = status >= 200 && status < 300;
}

function isWorthAnotherTry(status: number): boolean {
	return status === 0 || status === 404 || status === 409 || status >= 500;
}

/** @returns The status; 0 where there was no answer. */
async function tryOnce({ url, body, tries }: LoggedCallback): Promise<number> {
	try {
		const response = await fetch(url, {
			method: 'POST',
			// n8n may end an idle connection in the moment in which it is used again.
			headers: { 'content-type': 'application/json', connection: 'close' },
			body: JSON.stringify(body),
			signal: AbortSignal.timeout(30_000),
		});
		tries.push(`${response.status} ${await response.text()}`.slice(0, 300));
		return response.status;
	} catch (error) {
		tries.push(String(error));
		return 0;
	}
}

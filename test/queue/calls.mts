import { setInterval } from 'node:timers/promises';

/** One webhook call: accepted when n8n answered 200. */
export interface Call {
	number: number;
	isAccepted: boolean;
}

export interface Load {
	calls: number;
	/** Calls a second. */
	rate: number;
	/** Where each call goes, by its number, from 1. */
	urlOf: (call: number) => string;
	/** Told before each call is sent. */
	onCall?: (call: number) => void;
}

/**
 * Sends webhook calls at a steady rate, whether or not the earlier ones have been answered, each of
 * them once. Resolves when all have been answered or have failed.
 */
export async function sendCalls({ calls, rate, urlOf, onCall }: Load): Promise<Call[]> {
	const sent: Array<Promise<Call>> = [];
	for await (const _ of setInterval(1000 / rate)) {
		const number = sent.length + 1;
		onCall?.(number);
		sent.push(send(urlOf(number), number));
		if (number === calls) break;
	}
	return await Promise.all(sent);
}

async function send(url: string, number: number): Promise<Call> {
	try {
		const response = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ call: number }),
		});
		await response.text();
		return { number, isAccepted: response.status === 200 };
	} catch {
		return { number, isAccepted: false };
	}
}

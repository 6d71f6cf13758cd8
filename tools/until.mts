import { setTimeout as sleep } from 'node:timers/promises';

/** How long n8n may take for work in the background. */
const PATIENCE_MS = 120_000;

/** Asks until there is an answer. @throws when that takes too long. */
export async function until<T>(
	what: string,
	ask: () => Promise<T | undefined | false>,
	patienceMs = PATIENCE_MS,
): Promise<T> {
	const deadline = Date.now() + patienceMs;
	for (;;) {
		const answer = await ask();
		if (answer) return answer;
		if (Date.now() > deadline) throw new Error(`not within ${patienceMs / 1000} s: ${what}`);
		await sleep(100);
	}
}

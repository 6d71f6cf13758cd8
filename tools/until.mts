import pWaitFor from 'p-wait-for';

/** How long n8n may take for work in the background. */
const PATIENCE_MS = 120_000;

/** Asks until there is an answer. @throws when that takes too long. */
export async function until<T>(
	what: string,
	ask: () => Promise<T | undefined | false>,
	patienceMs = PATIENCE_MS,
): Promise<T> {
	const message = `not within ${patienceMs / 1000} s: ${what}`;
	const condition = async () => {
		const answer = await ask();
		return answer ? pWaitFor.resolveWith(answer) : false;
	};
	return await pWaitFor(condition, {
		interval: 100,
		timeout: { milliseconds: patienceMs, message },
	});
}

import type { StartResult } from './attempt';
import { startFlow, type PreparedStart, type Send } from './startFlow';

export interface StartAllOptions {
	send: Send;
	/** Whether no further start is begun after one that failed. */
	stopOnFailure: boolean;
}

/**
 * Starts every flow, one after another. The results stand in the order of `starts`; with
 * `stopOnFailure` they end with the first failure. What could not be prepared fails without a
 * request.
 *
 * This is the one place that decides when a request goes out, how often, and how many at once.
 */
export async function startAll(
	starts: readonly PreparedStart[],
	{ send, stopOnFailure }: StartAllOptions,
): Promise<StartResult[]> {
	const results: StartResult[] = [];
	for (const prepared of starts) {
		const result =
			'failure' in prepared
				? { attempts: 0, failure: prepared.failure }
				: await startFlow(prepared, send);
		results.push(result);
		if (stopOnFailure && 'failure' in result) break;
	}
	return results;
}

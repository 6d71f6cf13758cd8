import { aboutStart } from '../credential/flowCredential';
import { describeFailure } from '../outcome/describeFailure';
import { maskText } from '../secrets/mask';
import { failed, notSentAgain, readyOf, type ItemStart, type RunResult } from '../start/itemStart';
import { RequestQueue } from './requestQueue';
import { startFlow, type Run } from './startFlow';
import type { WindowMemory } from './window';

export interface StartAllOptions extends Pick<Run, 'send' | 'wait' | 'now' | 'random'> {
	/** The most starts at once, at least 1. With 1 they go strictly one after another, in input order. */
	concurrency: number;
	stopOnFailure: boolean;
	/** Whether one that may have happened in an earlier try does not stop this one: a Retry wants the rest. */
	goPastEarlier: boolean;
	windows: WindowMemory;
	/** Aborts when the person stops the run: nothing is sent from then on. */
	signal: AbortSignal | undefined;
}

/**
 * Starts every flow that is ready, as many at once as the service takes, and gives the starts back in
 * their order. After a failure with `stopOnFailure`, no further start is begun, and those under way finish.
 */
export async function startAll(
	starts: readonly ItemStart[],
	options: StartAllOptions,
): Promise<RunResult> {
	const { stopOnFailure, goPastEarlier, windows, signal, wait, now } = options;
	const limit = Math.max(1, Math.floor(options.concurrency));
	// `AbortSignal.any` would keep what listens for as long as n8n's process lives (seen: Node 20).
	const over = new AbortController();
	const stop = () => over.abort();
	signal?.addEventListener('abort', stop);
	if (signal?.aborted) stop();
	const onFailure = () => {
		if (stopOnFailure) stop();
	};

	// Nearly always, one run has one address.
	const address = readyOf(starts)[0]?.credential.baseUrl ?? '';
	const queue = new RequestQueue(windows.open(address, limit, now()), over.signal, wait, now);
	const run: Run = { ...options, queue, over: over.signal, onFailure };
	// What is known already stays known, also where this run does not come to it.
	const results = starts.map((start) =>
		start.kind === 'ready' && start.doubt ? notSentAgain(start.doubt) : start,
	);

	// Each worker takes the next start when it is done with one: as few promises wait as there are
	// workers, however many starts there are.
	const entries = starts.entries();
	const worker = async () => {
		for (const [index, start] of entries) {
			if (over.signal.aborted) return;
			if (start.kind === 'ready') {
				try {
					results[index] = (await startFlow(start, run)) ?? results[index] ?? start;
				} catch (thrown) {
					// A fault of the node's own must not take what is known of the other starts with it.
					const message = maskText(String(thrown), start.credential.accessToken);
					const about = aboutStart(start.slug, start.credential);
					const failure = describeFailure(
						{ error: { code: undefined, message } },
						about,
						undefined,
					);
					results[index] = failed(start, 1, failure);
					stop();
				}
			} else if (start.kind === 'failed' && !(goPastEarlier && start.isEarlier)) {
				onFailure();
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(starts.length, limit) }, worker));
	signal?.removeEventListener('abort', stop);
	// Ends what still waits.
	stop();
	windows.remember(address, queue.window, now());
	return { starts: results, pausedMs: queue.pausedMs };
}

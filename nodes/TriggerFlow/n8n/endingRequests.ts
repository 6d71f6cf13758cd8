import type { Attempt } from '../rules/outcome/attempt';
import { maskAttempt } from '../rules/outcome/maskAttempt';
import { receive, type Response } from './receive';
import { readTransportError } from './transportError';

/**
 * Requests that end when their time is up or the run is stopped, wherever they have got to: their
 * connections end as well, and whatever still comes of them is no longer waited for.
 *
 * n8n's own time-out is one of silence, which an answer that trickles in never meets.
 */
export class EndingRequests {
	private readonly underWay = new Set<() => void>();

	/** @param stop Aborts when the run is stopped. */
	constructor(private readonly stop?: AbortSignal) {}

	/**
	 * @param timeout For the whole request, in ms.
	 * @param accessToken Masked in all that comes back.
	 * @param send Sends it. The helper that it calls has to end it by the signal.
	 */
	async make(
		timeout: number,
		accessToken: string,
		send: (end: AbortSignal) => Promise<Response>,
	): Promise<Attempt> {
		if (this.stop?.aborted) return STOPPED;
		const end = new AbortController();
		const time = AbortSignal.timeout(Math.min(Math.ceil(timeout), LONGEST_WAIT));
		let head: Response | undefined;
		let onStop = () => {};
		const ended = new Promise<Attempt>((resolve) => {
			const endAs = (attempt: Attempt) => () => {
				resolve(answeredBy(head) ?? attempt);
				end.abort();
			};
			time.onabort = endAs(LATE);
			onStop = endAs(STOPPED);
		});
		this.add(onStop);
		try {
			const attempt = send(end.signal)
				.then(async (response) => await receive((head = response), end))
				.catch(readTransportError);
			return maskAttempt(await Promise.race([attempt, ended]), accessToken);
		} finally {
			// Else it would keep the answer in memory until the time is up.
			time.onabort = null;
			this.remove(onStop);
		}
	}

	// One listener for all requests: of more than ten on one signal, Node 20 warns in n8n's log.
	private add(onStop: () => void): void {
		if (this.underWay.size === 0) this.stop?.addEventListener('abort', this.onStop);
		this.underWay.add(onStop);
	}

	private remove(onStop: () => void): void {
		this.underWay.delete(onStop);
		if (this.underWay.size === 0) this.stop?.removeEventListener('abort', this.onStop);
	}

	private readonly onStop = () => {
		for (const onStop of this.underWay) onStop();
	};
}

/** The head says whether the flow was started, whatever becomes of the rest. */
function answeredBy(head: Response | undefined): Attempt | undefined {
	if (head === undefined) return undefined;
	const { statusCode, headers } = head;
	return { answer: { statusCode, headers, body: Buffer.alloc(0), lost: 'late' } };
}

/** The longest wait that a timer takes, in ms; with a longer one it would end at once. */
const LONGEST_WAIT = 2 ** 31 - 1;

const LATE: Attempt = {
	error: { code: 'ETIMEDOUT', message: 'The answer was not complete when the time was up' },
};

const STOPPED: Attempt = { error: { code: 'ERR_CANCELED', message: 'The run was stopped' } };

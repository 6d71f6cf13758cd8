import type { Attempt, HttpAnswer, SendRequest } from '../http/attempt';
import { describeFailure } from '../outcome/describeFailure';
import type { Failure } from '../outcome/outcomes';
import { judge } from '../outcome/judge';
import type { Load } from '../outcome/table';
import type { Masked } from '../shared/mask';
import type { ReadyStart } from '../start/itemStart';
import { createStartRequest } from '../start/startRequest';
import type { Clock } from '../shared/clock';

/** What one attempt gave, for the start, for the queue and for the run. */
export type SentOnce =
	| { kind: 'started'; answer: Masked<HttpAnswer>; load: 'success' }
	| {
			kind: 'failed';
			failure: Masked<Failure>;
			load: Exclude<Load, 'success'>;
			/** How long the service asks all starts to wait, in ms. */
			retryAfterMs?: number;
			/** Whether the node itself failed. */
			isFault: boolean;
	  };

interface SendOnceOptions {
	send: SendRequest;
	clock: Pick<Clock, 'getDate'>;
	/** Writes the cause of a bug of the node into n8n's log, without the token. */
	logFault: (cause: unknown, accessToken: string) => void;
}

/** Sends one request of a start and judges what came back. A bug of the node is a result, too, because the flow may have started. */
export async function sendOnce(
	ready: ReadyStart,
	{ send, clock, logFault }: SendOnceOptions,
): Promise<SentOnce> {
	const { credential, options } = ready;
	try {
		const request = createStartRequest(ready);
		return toSentOnce(
			await send(request, credential.accessToken, options.timeout),
			ready,
			clock.getDate(),
		);
	} catch (cause) {
		logFault(cause, credential.accessToken);
		return toSentOnce({ kind: 'fault' }, ready, clock.getDate());
	}
}

function toSentOnce(attempt: Attempt, ready: ReadyStart, date: number): SentOnce {
	const judgement = judge(attempt, date);
	if (judgement.kind === 'started') {
		return { kind: 'started', answer: judgement.answer, load: 'success' };
	}
	const { meaning, retryAfterMs } = judgement;
	return {
		kind: 'failed',
		failure: describeFailure(attempt, meaning, ready),
		load: meaning.load ?? 'neutral',
		retryAfterMs,
		isFault: attempt.kind === 'fault',
	};
}

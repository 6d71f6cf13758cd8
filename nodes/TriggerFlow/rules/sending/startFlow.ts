import type { FlowCredential } from '../credential/flowCredential';
import { describeFailure } from '../errors/describeFailure';
import type { Failure } from '../errors/failure';
import { startRequest, type Start, type StartRequest } from '../request/startRequest';
import type { Attempt, StartResult } from './attempt';

/**
 * Sends one request with a credential's token, once. Injected, so that the rules know nothing of
 * n8n or of sockets.
 */
export type Send = (request: StartRequest, credential: FlowCredential) => Promise<Attempt>;

/** What one item asks for: a start that is ready to go out, or why there is none. */
export type PreparedStart = ReadyStart | { failure: Failure };

export interface ReadyStart {
	start: Start;
	credential: FlowCredential;
}

/** Starts one flow with exactly one request. A 2xx is a start; anything else is a failure. */
export async function startFlow(
	{ start, credential }: ReadyStart,
	send: Send,
): Promise<StartResult> {
	const attempt = await send(startRequest(start, credential), credential);

	return 'answer' in attempt && isSuccess(attempt.answer.statusCode)
		? { attempts: 1, answer: attempt.answer }
		: { attempts: 1, failure: describeFailure(attempt, start, credential) };
}

function isSuccess(statusCode: number): boolean {
	return statusCode >= 200 && statusCode < 300;
}

import type { SendRequest } from '../http/attempt';
import { judge, judgeFault, type Judgement } from '../outcome/judge';
import type { Clock } from '../shared/clock';
import type { ReadyStart } from './itemStart';
import { createStartRequest } from './startRequest';

export interface AttemptOptions {
	send: SendRequest;
	clock: Pick<Clock, 'getWallTime'>;
	/** Of the workflow, for a time in a message. */
	timeZone: string;
	/** Writes the cause of a bug of the node into n8n's log, without the token. */
	logFault: (cause: unknown, accessToken: string) => void;
}

/** Sends one request of a start, and judges what came back. A bug of the node is a result, too, because the flow may have started. */
export async function attemptStart(
	ready: ReadyStart,
	{ send, clock, timeZone, logFault }: AttemptOptions,
): Promise<Judgement> {
	const { accessToken } = ready.credential;
	try {
		const attempt = await send(createStartRequest(ready), accessToken, ready.options.timeout);
		return judge(attempt, ready, { now: clock.getWallTime(), timeZone });
	} catch (cause) {
		logFault(cause, accessToken);
		return judgeFault(ready);
	}
}

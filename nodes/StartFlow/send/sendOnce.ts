import type { SendRequest } from '../http/attempt';
import { judge, type Judgement } from '../outcome/judge';
import type { ReadyStart } from '../start/itemStart';
import { createStartRequest } from '../start/startRequest';
import type { Clock } from '../shared/clock';

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
): Promise<Judgement> {
	const { accessToken } = ready.credential;
	try {
		const attempt = await send(createStartRequest(ready), accessToken, ready.options.timeout);
		return judge(attempt, ready, clock.getDate());
	} catch (cause) {
		logFault(cause, accessToken);
		return judge({ kind: 'fault' }, ready, clock.getDate());
	}
}

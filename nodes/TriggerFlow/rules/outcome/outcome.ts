import type { Outcome } from '../errors/failure';
import type { TransportError } from './attempt';
import { obstacleOf } from './obstacle';

/**
 * What an HTTP status says about a start. The table is the public interface's; a 2xx is not in it,
 * because the flow was started.
 *
 * @param retryAfterMs The wait that the service asked for, where it can be read: a 503 with one was
 * turned away.
 */
export function outcomeOfStatus(status: number, retryAfterMs: number | undefined): Outcome {
	if (status === 429) return 'notStarted';
	if (status === 503) return retryAfterMs === undefined ? 'unknown' : 'notStarted';
	return isRejection(status) ? 'rejected' : 'unknown';
}

function isRejection(status: number): boolean {
	return (
		(status >= 300 && status <= 407) ||
		(status >= 409 && status <= 424) ||
		(status >= 426 && status <= 428) ||
		status === 431 ||
		status === 451
	);
}

/** What a transport error says about a start: only a request that certainly never left started nothing. */
export function outcomeOfError(error: TransportError): Outcome {
	return obstacleOf(error) === undefined ? 'unknown' : 'notStarted';
}

import type { FailureCause } from '../errors/failure';
import type { Attempt, TransportError } from './attempt';
import { obstacleOf } from './obstacle';
import { outcomeOfStatus } from './outcome';

/**
 * The cause of a failed attempt; `undefined` where n8n has no word for it. That is so for an
 * unknown outcome in particular: whoever reads that waiting helps would start the flow again. And
 * for a context that the flow refuses: it may be that of one item among many good ones.
 *
 * @param retryAfterMs The wait that the service asked for.
 */
export function causeOf(attempt: Attempt, retryAfterMs?: number): FailureCause | undefined {
	if ('error' in attempt) return causeOfError(attempt.error);
	const { statusCode } = attempt.answer;
	const known = CAUSES[statusCode];
	if (known !== undefined) return { cause: known };
	if (statusCode >= 300 && statusCode < 400) return { cause: 'configuration-invalid' };
	if (outcomeOfStatus(statusCode, retryAfterMs) !== 'notStarted') return undefined;
	return {
		cause: statusCode === 429 ? 'rate-limited' : 'temporarily-unavailable',
		...(retryAfterMs === undefined ? {} : { retryAfterMs }),
	};
}

const CAUSES: Record<number, 'credential-invalid' | 'configuration-invalid'> = {
	401: 'credential-invalid',
	403: 'configuration-invalid',
	404: 'configuration-invalid',
	405: 'configuration-invalid',
	415: 'configuration-invalid',
};

/** Not TLS failures: whether a certificate is old or the address wrong, only a person can tell. */
function causeOfError(error: TransportError): FailureCause | undefined {
	if (error.code === 'ENOTFOUND') return { cause: 'configuration-invalid' };
	const obstacle = obstacleOf(error);
	return obstacle === 'noAddress' || obstacle === 'noConnection'
		? { cause: 'temporarily-unavailable' }
		: undefined;
}

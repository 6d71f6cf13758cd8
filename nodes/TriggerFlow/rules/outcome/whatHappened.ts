import type { Attempt, TransportError } from './attempt';
import type { ErrorRow, Row, StatusRow } from './row';
import { ERRORS, STATUSES } from './table';

/**
 * What a try means that got no 2xx.
 *
 * @param retryAfterMs The wait that the service asked for, where it can be read.
 */
export function whatHappened(attempt: Attempt, retryAfterMs: number | undefined): Row {
	const { answer, error } = attempt;
	const row = answer
		? STATUSES.find((one) => hasStatus(one, answer.statusCode, retryAfterMs))
		: ERRORS.find((one) => fits(one, error));
	return row ?? (STATUSES.at(-1) as Row);
}

function hasStatus(
	{ statuses, needsRetryAfter = false }: StatusRow,
	status: number,
	retryAfterMs: number | undefined,
): boolean {
	if (needsRetryAfter && retryAfterMs === undefined) return false;
	return statuses.some((one) =>
		typeof one === 'number' ? status === one : status >= one[0] && status <= one[1],
	);
}

function fits({ codes, syscall, is = () => true }: ErrorRow, error: TransportError): boolean {
	if (codes !== undefined && !codes.includes(error.code ?? '')) return false;
	return (syscall === undefined || error.syscall === syscall) && is(error);
}

import type { Attempt, TransportError } from '../http/attempt';
import type { Outcome } from '../shared/failure';
import { ERRORS, STATUSES } from './table';

/**
 * One way in which a try ends without a start, or in doubt. `{slug}`, `{environment}` and `{host}` stand
 * for the person's own.
 */
export interface Row {
	outcome: Outcome;
	/** Whether the service has too much to do: fewer are sent at once then. */
	isOverload?: boolean;
	happened: string;
	next?: string;
}

export interface StatusRow extends Row {
	/** Single ones, or from the first to the last. */
	statuses: ReadonlyArray<number | readonly [number, number]>;
	/** Whether it is this row only with a Retry-After that can be read. */
	needsRetryAfter?: boolean;
}

export interface ErrorRow extends Row {
	/** Codes as Node and the HTTP library give them; without any, every code. */
	codes?: readonly string[];
	syscall?: string;
	/** Whether the first TLS handshake was done. */
	isSecured?: boolean;
}

/** What a try means that got no 2xx. `retryAfterMs` is the wait that the service asked for. */
export function classify(attempt: Attempt, retryAfterMs: number | undefined): Row {
	const { answer, error } = attempt;
	const row = answer
		? STATUSES.find((one) => hasStatus(one, answer.statusCode, retryAfterMs))
		: ERRORS.find((one) => hasError(one, error));
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

function hasError({ codes, syscall, isSecured }: ErrorRow, error: TransportError): boolean {
	return (
		(codes === undefined || codes.includes(error.code ?? '')) &&
		(syscall === undefined || error.syscall === syscall) &&
		(isSecured === undefined || error.isSecured === isSecured)
	);
}

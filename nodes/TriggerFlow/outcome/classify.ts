import type { TransportError, Attempt } from '../http/attempt';
import type { FailureCause, Outcome } from '../shared/failure';
import { ERRORS, STATUSES } from './table';

/**
 * One way in which a try ends without a start, or in doubt: what it means for the start, for the run and
 * for the person. `{slug}`, `{environment}` and `{host}` stand for the person's own.
 */
export interface Row {
	/** What it says about the start. */
	outcome: Outcome;
	/** In n8n's words, where it has some. Not where waiting helps and the start may have happened. */
	cause?: FailureCause['cause'];
	/** Whether it is a sign that the service has too much to do: fewer are sent at once then. */
	isOverload?: boolean;
	/** What happened, as the beginning of a sentence. */
	happened: string;
	/** What to do about it. */
	next?: string;
}

export interface StatusRow extends Row {
	/** Single ones, or from the first to the last. */
	statuses: ReadonlyArray<number | readonly [number, number]>;
	/** Whether it is this row only with a Retry-After that can be read; `askedToWait` says of which statuses one is. */
	needsRetryAfter?: boolean;
}

export interface ErrorRow extends Row {
	/** Codes as Node and the HTTP library give them; without any, every code. */
	codes?: readonly string[];
	/** What Node was doing. */
	syscall?: string;
	/** What codes do not tell. */
	is?: (error: TransportError) => boolean;
}

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

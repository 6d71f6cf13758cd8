import {
	type Attempt,
	type Header,
	type HttpAnswer,
	isSuccess,
	type TransportError,
} from '../http/attempt';
import type { Masked } from '../shared/mask';
import { describeFailure, type NamedStart } from './describeFailure';
import type { Failure } from './outcomes';
import {
	type ErrorRow,
	ERRORS,
	type Load,
	LOST_CONNECTION,
	type Meaning,
	NODE_FAULT,
	OTHER_STATUS,
	STATUSES,
	type StatusRow,
} from './table';

/** What an attempt means for its start, for the queue and for the run. */
export type Judgement =
	| { kind: 'started'; answer: Masked<HttpAnswer>; load: 'success' }
	| {
			kind: 'failed';
			failure: Masked<Failure>;
			load: Exclude<Load, 'success'>;
			/** How long the service asks to wait, in ms. It counts only where there is too much for the service. */
			retryAfterMs?: number;
			/** Whether the node itself failed. */
			isFault: boolean;
	  };

/** Judges an attempt of a start. @param now In ms since the epoch, for a Retry-After that holds a date. */
export function judge(attempt: Attempt, start: NamedStart, now: number): Judgement {
	const answer = attempt.kind === 'answer' ? attempt.answer : undefined;
	if (answer && isSuccess(answer)) return { kind: 'started', answer, load: 'success' };
	const retryAfterMs = parseRetryAfter(answer?.headers['retry-after'], now);
	const meaning = findMeaning(attempt, retryAfterMs !== undefined);
	return {
		kind: 'failed',
		failure: describeFailure(attempt, meaning, start),
		load: meaning.load ?? 'neutral',
		retryAfterMs,
		isFault: attempt.kind === 'fault',
	};
}

/** Finds what an attempt means that did not start the flow. */
export function findMeaning(attempt: Attempt, hasRetryAfter: boolean): Meaning {
	if (attempt.kind === 'fault') return NODE_FAULT;
	if (attempt.kind === 'error') return findErrorRow(attempt.error) ?? LOST_CONNECTION;
	return findStatusRow(attempt.answer.statusCode, hasRetryAfter) ?? OTHER_STATUS;
}

function findStatusRow(statusCode: number, hasRetryAfter: boolean): StatusRow | undefined {
	return STATUSES.find(
		({ statuses, needsRetryAfter = false }) =>
			(hasRetryAfter || !needsRetryAfter) &&
			statuses.some((one) =>
				typeof one === 'number' ? statusCode === one : statusCode >= one[0] && statusCode <= one[1],
			),
	);
}

function findErrorRow(error: TransportError): ErrorRow | undefined {
	return ERRORS.find(
		({ codes, syscall, isHandshaking }) =>
			(codes === undefined || codes.includes(error.code ?? '')) &&
			(syscall === undefined || error.syscall === syscall) &&
			(isHandshaking === undefined || error.isHandshaking === isHandshaking),
	);
}

const MAX_RETRY_AFTER_MS = 5 * 60_000;

/** An HTTP date begins with the day's name (RFC 9110, section 5.6.7). `Date.parse` accepts much more. */
const HTTP_DATE = /^[A-Z][a-z]+, \d/;

/**
 * Parses a Retry-After header (RFC 9110, section 10.2.3), which contains seconds or an HTTP date.
 * @param now In ms since the epoch, for a date. @returns A wait in ms, at most five minutes. `undefined` for anything else.
 */
export function parseRetryAfter(header: Header, now: number): number | undefined {
	const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
	if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, MAX_RETRY_AFTER_MS);
	const waitMs = HTTP_DATE.test(text) ? Date.parse(text) - now : NaN;
	return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS);
}

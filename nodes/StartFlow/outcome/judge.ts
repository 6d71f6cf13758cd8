import { type Attempt, type HttpAnswer, isSuccess, type TransportError } from '../http/attempt';
import { parseRetryAfter } from '../http/contentHeaders';
import type { Masked } from '../shared/mask';
import {
	type ErrorRow,
	ERRORS,
	LOST_CONNECTION,
	type Meaning,
	NODE_FAULT,
	OTHER_STATUS,
	STATUSES,
	type StatusRow,
} from './table';

/** What an attempt means for its start. */
export type Judgement =
	| { kind: 'started'; answer: Masked<HttpAnswer> }
	| {
			kind: 'failed';
			meaning: Meaning;
			/** How long the service asks all starts to wait, in ms. Only where there is too much for it. */
			retryAfterMs?: number;
	  };

/** Judges an attempt. @param now In ms since the epoch, for a Retry-After that holds a date. */
export function judge(attempt: Attempt, now: number): Judgement {
	if (attempt.kind === 'fault') return { kind: 'failed', meaning: NODE_FAULT };
	if (attempt.kind === 'error') return { kind: 'failed', meaning: findErrorRow(attempt.error) };
	const { answer } = attempt;
	if (isSuccess(answer)) return { kind: 'started', answer };
	const retryAfterMs = parseRetryAfter(answer.headers['retry-after'], now);
	const meaning = findStatusRow(answer.statusCode, retryAfterMs);
	return meaning.load === 'turnedAway'
		? { kind: 'failed', meaning, retryAfterMs }
		: { kind: 'failed', meaning };
}

function findStatusRow(statusCode: number, retryAfterMs: number | undefined): Meaning {
	const fits = ({ statuses, needsRetryAfter }: StatusRow) =>
		!(needsRetryAfter && retryAfterMs === undefined) &&
		statuses.some((one) =>
			typeof one === 'number' ? statusCode === one : statusCode >= one[0] && statusCode <= one[1],
		);
	return STATUSES.find(fits) ?? OTHER_STATUS;
}

function findErrorRow(error: TransportError): Meaning {
	const fits = ({ codes, syscall, isHandshaking }: ErrorRow) =>
		(codes === undefined || codes.includes(error.code ?? '')) &&
		(syscall === undefined || error.syscall === syscall) &&
		(isHandshaking === undefined || error.isHandshaking === isHandshaking);
	return ERRORS.find(fits) ?? LOST_CONNECTION;
}

import { type Attempt, type HttpAnswer, isSuccess, parseRetryAfter } from '../http/attempt';
import { summarizeBody } from '../http/bodySummary';
import { declareMasked, type Masked, maskText } from '../shared/mask';
import { type Environment, labelEnvironment, shorten, shortenName } from '../shared/text';
import { describeTechnicalReason, type Failure, OUTCOMES, shortenReason } from './outcomes';
import { findErrorRow, findStatusRow, NODE_FAULT } from './table';
import type { Load, Meaning, Names } from './table';

/** The parts of a start that a message mentions, and the token, which it must not contain. A connection test has no slug. */
interface NamedStart {
	slug?: string;
	credential: { environment: Environment; baseUrl: string; accessToken: string };
}

export type Judgement =
	| { kind: 'started'; answer: Masked<HttpAnswer>; load: 'success' }
	| FailedJudgement;

export interface FailedJudgement {
	kind: 'failed';
	failure: Masked<Failure>;
	load: Exclude<Load, 'success'>;
	/** How long the service asks all starts to wait, in ms. */
	retryAfterMs?: number;
	isFault: boolean;
}

/** The wall clock, as the workflow shows it. */
export interface WallClock {
	/** In ms since the epoch. */
	now: number;
	/** An IANA name, such as `Europe/Berlin`. */
	timeZone: string;
}

/** Judges an attempt of a start. */
export function judge(attempt: Attempt, start: NamedStart, wallClock: WallClock): Judgement {
	const answer = attempt.kind === 'answer' ? attempt.answer : undefined;
	if (answer && isSuccess(answer)) return { kind: 'started', answer, load: 'success' };
	const askedWaitMs = parseRetryAfter(answer?.headers['retry-after'], wallClock.now);
	const meaning =
		attempt.kind === 'error'
			? findErrorRow(attempt.error)
			: findStatusRow(attempt.answer.statusCode, askedWaitMs);
	const { load = answer ? 'handled' : 'noEvidence' } = meaning;
	const retryAfterMs = load === 'turnedAway' ? askedWaitMs : undefined;
	const cause = declareMasked(describeCause(attempt, meaning, start.credential.accessToken));
	const time = load === 'quota' ? formatTime(wallClock, askedWaitMs) : '';
	const failure = createFailure(meaning, createNames(start, time), cause);
	return { kind: 'failed', failure, load, retryAfterMs, isFault: false };
}

/** "00:00", or "29 November 2026, 00:00" for another day. */
function formatTime({ now, timeZone }: WallClock, waitMs = 0): string {
	const end = now + waitMs;
	try {
		const day = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long' });
		const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
		const date = day.format(end) === day.format(now) ? '' : `${day.format(end)}, `;
		return date + hour.format(end);
	} catch {
		// n8n does not check the time zone of an imported workflow.
		return new Date(end).toISOString();
	}
}

/** Judges a start if the node itself failed. */
export function judgeFault(start: NamedStart): FailedJudgement {
	const failure = createFailure(NODE_FAULT, createNames(start), declareMasked({}));
	return { kind: 'failed', failure, load: 'noEvidence', isFault: true };
}

type FailureCause = Pick<Failure, 'reason' | 'explanation' | 'statusCode' | 'body'>;

function describeCause(attempt: Attempt, row: Meaning, accessToken: string): FailureCause {
	if (attempt.kind === 'error') {
		const { error } = attempt;
		return { reason: shorten(error.message), explanation: [describeTechnicalReason(error)] };
	}
	const { statusCode, headers } = attempt.answer;
	const { line, body } = summarizeBody(attempt.answer, accessToken);
	if (row.isRedirect && headers.location) {
		const reason = `The redirect leads to ${String(headers.location)}`;
		const explanation = [`${shortenReason(reason)}.`];
		return { reason: shorten(reason), explanation, statusCode, body };
	}
	const explanation = line ? [`The service said: “${shortenReason(line)}”.`] : [];
	return { reason: line, explanation, statusCode, body };
}

export function createFailure(
	{ outcome, problem, advice, mayItemBeWrong }: Meaning,
	names: Names,
	cause: Masked<FailureCause>,
): Masked<Failure> {
	const status = cause.statusCode === undefined ? '' : ` (HTTP ${cause.statusCode})`;
	const row = OUTCOMES[outcome];
	return declareMasked({
		...cause,
		outcome,
		message: `${problem(names)}${status}: ${row.verdict}`,
		advice: [advice ?? [], row.advice ?? []].flat(),
		mayItemBeWrong,
	});
}

/** Somebody may have pasted the token into the slug or the URL. It is masked before it is cut. */
export function createNames({ slug = '', credential }: NamedStart, time = ''): Masked<Names> {
	const { environment, baseUrl, accessToken } = credential;
	const mask = (text: string) => shortenName(maskText(text, accessToken), 30);
	const { host } = new URL(baseUrl);
	const label = labelEnvironment(environment);
	return declareMasked({ slug: mask(slug), environment: label, host: mask(host), time });
}

/** If a previous attempt may have started the flow, the latest failure does not change that. */
export function keepUncertainty(
	latest: Masked<Failure>,
	uncertain: Masked<Failure> | undefined,
): Masked<Failure> {
	if (uncertain === undefined || uncertain === latest) return latest;
	const { message, reason, explanation = [] } = latest;
	const sentences = [
		`Last attempt: ${message}.`,
		...explanation,
		'But a previous attempt may have started the flow.',
	];
	return declareMasked({ ...uncertain, reason, explanation: sentences });
}

import { type Attempt, type HttpAnswer, isSuccess } from '../http/attempt';
import { summarizeBody } from '../http/httpAnswer';
import { parseRetryAfter } from '../http/retryAfter';
import { type Environment, labelEnvironment } from '../shared/environment';
import { declareMasked, type Masked, maskJson } from '../shared/mask';
import {
	describeTechnicalReason,
	MAX_REASON_CHARACTERS,
	shorten,
	shortenName,
} from '../shared/text';
import { type Failure, OUTCOMES } from './outcomes';
import { findMeaning, type Load, type Meaning, NODE_FAULT } from './table';

/** The parts of a start that a message mentions, and the token, which it must not contain. */
interface NamedStart {
	slug: string;
	credential: { environment: Environment; baseUrl: string; accessToken: string };
}

export type Judgement =
	| { kind: 'started'; answer: Masked<HttpAnswer>; load: 'success' }
	| {
			kind: 'failed';
			failure: Masked<Failure>;
			load: Exclude<Load, 'success'>;
			/** How long the service asks all starts to wait, in ms. */
			retryAfterMs?: number;
			isFault: boolean;
	  };

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
	const meaning = findMeaning(attempt, askedWaitMs);
	const { load = answer ? 'handled' : 'noEvidence' } = meaning;
	const retryAfterMs = load === 'turnedAway' ? askedWaitMs : undefined;
	const cause = describeCause(attempt, start.credential.accessToken);
	const time = load === 'quota' ? formatTime(wallClock, askedWaitMs) : '';
	const failure = createFailure(meaning, start, cause, time);
	return { kind: 'failed', failure, load, retryAfterMs, isFault: false };
}

/** "00:00", or "29 November, 00:00" for another day. */
function formatTime({ now, timeZone }: WallClock, waitMs = 0): string {
	const day = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long' });
	const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
	const time = hour.format(now + waitMs);
	const date = day.format(now + waitMs);
	return date === day.format(now) ? time : `${date}, ${time}`;
}

export function judgeFault(start: NamedStart): Judgement {
	const failure = createFailure(NODE_FAULT, start, declareMasked({}));
	return { kind: 'failed', failure, load: 'noEvidence', isFault: true };
}

type FailureCause = Pick<Failure, 'reason' | 'statusCode' | 'body'>;

/** The reason is a whole sentence, because n8n's error panel shows it in one paragraph with the advice. */
function describeCause(attempt: Attempt, accessToken: string): Masked<FailureCause> {
	if (attempt.kind === 'error') {
		return declareMasked({ reason: describeTechnicalReason(attempt.error) });
	}
	const { line, body } = summarizeBody(attempt.answer, accessToken);
	const reason = line && `The service said: “${shorten(line, MAX_REASON_CHARACTERS)}”.`;
	return declareMasked({ reason, statusCode: attempt.answer.statusCode, body });
}

export function createFailure(
	{ outcome, problem, advice, adviceBeforeRetry }: Meaning,
	start: NamedStart,
	cause: Masked<FailureCause>,
	time = '',
): Masked<Failure> {
	const status = cause.statusCode === undefined ? '' : ` (HTTP ${cause.statusCode})`;
	const row = OUTCOMES[outcome];
	const join = (...sentences: Array<string | undefined>) => sentences.filter(Boolean).join(' ');
	return declareMasked({
		...cause,
		outcome,
		message: `${fillPlaceholders(problem, start, time)}${status}: ${row.verdict}`,
		advice: join(advice, row.advice),
		adviceBeforeRetry: adviceBeforeRetry ?? join(advice, row.adviceBeforeRetry ?? row.advice),
	});
}

/** Replaces the placeholders `{slug}`, `{environment}`, `{host}` and `{time}` in a sentence. The token is masked in them. */
export function fillPlaceholders(
	sentence: string,
	{ slug = '', credential }: Partial<NamedStart> & Pick<NamedStart, 'credential'>,
	time = '',
): Masked {
	const { baseUrl, accessToken } = credential;
	const environment = labelEnvironment(credential.environment);
	const { host } = new URL(baseUrl);
	// Somebody may have pasted the token into the slug or the URL. It is masked before it is cut.
	const words = maskJson({ slug, host, environment, time }, accessToken);
	const fill = (_placeholder: string, name: keyof typeof words) => shortenName(words[name], 30);
	return declareMasked(sentence.replace(/\{(slug|host|environment|time)\}/g, fill));
}

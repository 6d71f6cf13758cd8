import { type Attempt, type Header, type HttpAnswer, isSuccess } from '../http/attempt';
import { decodeText } from '../http/answerBody';
import { isJsonObject, type JsonValue } from '../shared/json';
import { declareMasked, type Masked, maskJson, parseMaskedJson } from '../shared/mask';
import { shorten, shortenName } from '../shared/text';
import { type Failure, OUTCOMES } from './outcomes';
import { findMeaning, type Load, type Meaning } from './table';

/** The parts of a start that a message mentions, and the token, which it must not contain. */
interface NamedStart {
	slug: string;
	credential: { environment: string; baseUrl: string; accessToken: string };
}

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

/** Says to a person what happened, whether the flow may have started, and what to do. */
export function describeFailure(
	attempt: Attempt,
	{ outcome, problem, advice, adviceBeforeRetry }: Meaning,
	{ slug, credential }: NamedStart,
): Masked<Failure> {
	const answer = attempt.kind === 'answer' ? attempt.answer : undefined;
	const errorBody = answer && parseErrorBody(answer, credential.accessToken);
	const status = answer ? ` (HTTP ${answer.statusCode})` : '';
	const row = OUTCOMES[outcome];
	const join = (...sentences: Array<string | undefined>) => sentences.filter(Boolean).join(' ');
	return declareMasked({
		outcome,
		message: `${fillIn(problem, slug, credential)}${status}: ${row.verdict}`,
		reason: describeReason(attempt, errorBody?.line),
		advice: join(advice, row.advice),
		adviceBeforeRetry: adviceBeforeRetry ?? join(advice, row.adviceBeforeRetry ?? row.advice),
		statusCode: answer?.statusCode,
		body: errorBody?.body,
	});
}

/** Longer ones would hide what to do. The body of the answer has the rest. */
const MAX_REASON_CHARACTERS = 120;

/** n8n's error panel shows it as part of one paragraph. @param line What the service said. */
function describeReason(attempt: Attempt, line: string | undefined): string | undefined {
	if (attempt.kind === 'error') {
		const reason = shorten(attempt.error.message, MAX_REASON_CHARACTERS).replace(/\.+$/, '');
		return `Technical reason: ${reason}.`;
	}
	return line && `The service said: “${shorten(line, MAX_REASON_CHARACTERS)}”.`;
}

/** Replaces the placeholders `{slug}`, `{environment}` and `{host}` in a sentence. The token is masked in them. */
export function fillIn(
	sentence: string,
	slug: string,
	credential: NamedStart['credential'],
): Masked {
	const { environment, baseUrl, accessToken } = credential;
	const { host } = new URL(baseUrl);
	// Somebody may have pasted the token into the slug or the URL. It is masked before it is cut.
	const words = maskJson({ slug, host, environment }, accessToken);
	const fill = (_placeholder: string, name: 'slug' | 'host' | 'environment') =>
		shortenName(words[name], 30);
	return declareMasked(sentence.replace(/\{(slug|host|environment)\}/g, fill));
}

const MAX_BODY_CHARACTERS = 10_000;

/** What an answer says: on one short line, and as JSON if it can be parsed, else as text. Empty if the answer says nothing. */
interface ErrorBody {
	line?: string;
	body?: JsonValue;
}

/** @param accessToken It is masked once more after parsing, because escapes in JSON can hide it until then. */
export function parseErrorBody(answer: Masked<HttpAnswer>, accessToken: string): ErrorBody {
	const text = decodeText(answer.body, answer.headers['content-type']);
	if (text.length > MAX_BODY_CHARACTERS) {
		return { line: shorten(text), body: `${text.slice(0, MAX_BODY_CHARACTERS)}… (cut)` };
	}
	const isEmpty = /^[\s{}[\]]*$/.test(text);
	if (isEmpty) return {};
	try {
		const body = parseMaskedJson(text, accessToken);
		return { line: shorten(findMessage(body) || JSON.stringify(body)), body };
	} catch {
		return { line: shorten(text), body: text };
	}
}

function findMessage(value: unknown): string {
	if (!isJsonObject(value)) return '';
	const texts = [value.message, value.error, value.detail]
		.map((inner) => (typeof inner === 'string' ? inner : findMessage(inner)))
		.filter((text) => text.trim() !== '');
	return [...new Set(texts)].join(' – ');
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

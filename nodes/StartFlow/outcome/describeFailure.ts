import type { Attempt, HttpAnswer } from '../http/attempt';
import { decodeText } from '../http/contentHeaders';
import type { Failure, Outcome } from '../shared/failure';
import { isJsonObject, type JsonValue } from '../shared/json';
import { maskJson } from '../shared/mask';
import { shorten } from '../shared/text';
import type { Meaning } from './table';

/** The parts of a start that a message mentions. `fillIn` masks the token in it. */
interface NamedStart {
	slug: string;
	credential: { environment: string; baseUrl: string; accessToken: string };
}

/** Says to a person what happened, whether the flow may have started, and what to do. @param attempt Already masked. */
export function describeFailure(
	attempt: Attempt,
	{ outcome, happened, next }: Meaning,
	start: NamedStart,
): Failure {
	const { answer, error } = attempt;
	const errorBody = answer && readBodyForMessage(answer, start.credential.accessToken);
	const reason = error ? `Technical reason: ${shorten(error.message)}.` : '';
	const answerText = errorBody?.line ? `The service said: “${errorBody.line}”.` : '';
	const status = answer ? ` (HTTP ${answer.statusCode})` : '';
	return {
		outcome,
		message: `${fillIn(happened, start)}${status}: ${VERDICTS[outcome]}`,
		// n8n's error panel shows it as one paragraph.
		description: [answerText, next, ADVICE[outcome], reason].filter(Boolean).join(' '),
		...(answer && { statusCode: answer.statusCode }),
		...(errorBody?.line && { body: errorBody.body }),
	};
}

/** Replaces the placeholders `{slug}`, `{environment}` and `{host}` in a sentence. */
export function fillIn(sentence: string, { slug, credential }: NamedStart): string {
	const { environment, baseUrl, accessToken } = credential;
	// Somebody may have pasted the token into the slug or the URL. It is masked before the slug is cut.
	const masked = maskJson({ slug, environment, host: new URL(baseUrl).host }, accessToken);
	const words: Record<string, string> = { ...masked, slug: shorten(masked.slug, 80) };
	return sentence.replace(/\{(\w+)\}/g, (_placeholder, name: string) => words[name] ?? '');
}

/** Whether the flow may have started. The message of a failed attempt ends with it. */
export const VERDICTS: Record<Outcome, string> = {
	notSent: 'the flow was not started',
	notStarted: 'the flow was not started',
	rejected: 'the flow was not started',
	unknown: 'the flow may have started',
	noCallback: 'the flow was started',
};

export const ADVICE: Record<Outcome, string> = {
	notSent: '',
	notStarted: 'You can safely start this item again.',
	rejected: '',
	unknown:
		'Check in the integration platform whether the flow has run. Start it again only if it has not.',
	noCallback:
		'Check in the integration platform what the flow did. If you start it again, it runs a second time.',
};

export const MAX_BODY_CHARACTERS = 10_000;

export const CUT_MARK = '… (cut)';

/**
 * Reads what a masked answer says: on one short line, which may be empty, and as JSON if it can be parsed, else as text.
 * @param accessToken It is masked once more after parsing, because escapes in JSON can hide it until then.
 */
export function readBodyForMessage({ body, headers }: HttpAnswer, accessToken: string) {
	// No charset needs more than four bytes for a character.
	const beginning = body.subarray(0, MAX_BODY_CHARACTERS * 4);
	const decoded = decodeText(beginning, headers['content-type']);
	const text = decoded.slice(0, MAX_BODY_CHARACTERS);
	if (beginning.length < body.length || text.length < decoded.length) {
		return { line: shorten(text), body: text.replace(/[\uD800-\uDBFF]$/, '') + CUT_MARK };
	}
	try {
		const value = maskJson(JSON.parse(text) as JsonValue, accessToken);
		return { line: shorten(findMessage(value) || text), body: value };
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

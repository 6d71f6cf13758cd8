import type { Attempt, HttpAnswer } from '../http/attempt';
import { declareMasked, type Masked, maskJson, parseMaskedJson } from '../shared/mask';
import { shorten } from '../shared/text';
import { type Failure, getOutcomeRow } from './outcomes';
import type { Meaning } from './table';
import { decodeText } from '../http/contentHeaders';
import { isJsonObject, type JsonValue } from '../shared/json';

/** The parts of a start that a message mentions. */
interface NamedStart {
	slug: string;
	credential: { environment: string; baseUrl: string; accessToken: string };
}

/** Says to a person what happened, whether the flow may have started, and what to do. */
export function describeFailure(
	attempt: Attempt,
	{ outcome, problem, advice }: Meaning,
	{ slug, credential }: NamedStart,
): Masked<Failure> {
	const answer = attempt.kind === 'answer' ? attempt.answer : undefined;
	const errorBody = answer && parseErrorBody(answer, credential.accessToken);
	const answerText = errorBody?.line ? `The service said: “${errorBody.line}”.` : '';
	const reason =
		attempt.kind === 'error' ? `Technical reason: ${shorten(attempt.error.message)}.` : '';
	const status = answer ? ` (HTTP ${answer.statusCode})` : '';
	const { verdict, advice: outcomeAdvice } = getOutcomeRow(outcome);
	return declareMasked({
		outcome,
		message: `${fillIn(problem, slug, credential)}${status}: ${verdict}`,
		// n8n's error panel shows it as one paragraph.
		description: [answerText, advice, outcomeAdvice, reason].filter(Boolean).join(' '),
		...(answer && { statusCode: answer.statusCode }),
		...(errorBody?.line && { body: errorBody.body }),
	});
}

/** The parts of a credential that a sentence mentions, and the token, which it must not contain. */
interface NamedCredential {
	environment: string;
	baseUrl: string;
	accessToken: string;
}

/** Replaces the placeholders `{slug}`, `{environment}` and `{host}` in a sentence. The token is masked in them. */
export function fillIn(sentence: string, slug: string, credential: NamedCredential): Masked {
	const { environment, baseUrl, accessToken } = credential;
	const { host } = new URL(baseUrl);
	// Somebody may have pasted the token into the slug or the URL. It is masked before the slug is cut.
	const masked = maskJson({ slug, host, environment }, accessToken);
	const words: Record<string, string> = { ...masked, slug: shorten(masked.slug, 80) };
	return declareMasked(
		sentence.replace(/\{(\w+)\}/g, (_placeholder, name: string) => words[name] ?? ''),
	);
}

export const MAX_BODY_CHARACTERS = 10_000;

export const CUT_MARK = '… (cut)';

/**
 * Parses what an answer says: on one short line, which may be empty, and as JSON if it can be parsed, else as text.
 * @param accessToken It is masked once more after parsing, because escapes in JSON can hide it until then.
 */
export function parseErrorBody(
	{ body, headers }: Masked<HttpAnswer>,
	accessToken: string,
): { line: string; body: JsonValue } {
	// No charset needs more than four bytes for a character.
	const beginning = body.subarray(0, MAX_BODY_CHARACTERS * 4);
	const decoded = decodeText(beginning, headers['content-type']);
	const text = decoded.slice(0, MAX_BODY_CHARACTERS);
	if (beginning.length < body.length || text.length < decoded.length) {
		return { line: shorten(text), body: text.replace(/[\uD800-\uDBFF]$/, '') + CUT_MARK };
	}
	try {
		const value = parseMaskedJson(text, accessToken);
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

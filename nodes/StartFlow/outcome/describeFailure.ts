import type { Attempt, HttpAnswer } from '../http/attempt';
import { decodeText } from '../http/contentHeaders';
import { isJsonObject, type JsonValue } from '../shared/json';
import { declareMasked, type Masked, maskJson, parseMaskedJson } from '../shared/mask';
import { shorten } from '../shared/text';
import { type Failure, getOutcomeRow } from './outcomes';
import type { Meaning } from './table';

/** The parts of a start that a message mentions. */
interface NamedStart {
	slug: string;
	credential: NamedCredential;
}

/** Says to a person what happened, whether the flow may have started, and what to do. */
export function describeFailure(
	attempt: Attempt,
	{ outcome, problem, advice }: Meaning,
	{ slug, credential }: NamedStart,
): Masked<Failure> {
	const answer = attempt.kind === 'answer' ? attempt.answer : undefined;
	const errorBody = answer && parseErrorBody(answer, credential.accessToken);
	const reason = describeReason(attempt, errorBody?.line ?? '');
	const status = answer ? ` (HTTP ${answer.statusCode})` : '';
	const { verdict, advice: outcomeAdvice } = getOutcomeRow(outcome);
	return declareMasked({
		outcome,
		message: `${fillIn(problem, slug, credential)}${status}: ${verdict}`,
		...(reason !== '' && { reason }),
		description: [advice, outcomeAdvice].filter(Boolean).join(' '),
		...(answer && { statusCode: answer.statusCode }),
		...(errorBody?.line && { body: errorBody.body }),
	});
}

/** Longer ones would hide what to do. The body of the answer has the rest. */
const MAX_REASON_CHARACTERS = 120;

/** n8n's error panel shows it as part of one paragraph. @param line What the service said. */
function describeReason(attempt: Attempt, line: string): string {
	if (attempt.kind === 'error') {
		return `Technical reason: ${shorten(attempt.error.message, MAX_REASON_CHARACTERS)}.`;
	}
	return line && `The service said: “${shorten(line, MAX_REASON_CHARACTERS)}”.`;
}

/** So that the message fits into a headline. */
const MAX_NAME_CHARACTERS = 30;

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
	// Somebody may have pasted the token into the slug or the URL. It is masked before it is cut.
	const masked = maskJson({ slug, host, environment }, accessToken);
	const words: Record<string, string> = {
		...masked,
		slug: shorten(masked.slug, MAX_NAME_CHARACTERS),
		host: shorten(masked.host, MAX_NAME_CHARACTERS),
	};
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
		// An empty object says nothing.
		const line = findMessage(value) || (/^[\s{}[\]]*$/.test(text) ? '' : text);
		return { line: shorten(line), body: value };
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

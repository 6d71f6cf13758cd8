import { parseJson, type JsonValue } from '../context/json';
import { NotSentError } from '../errors/failure';
import { isNestedTooDeeply, outsideOfStrings, tidiedJson } from './tidyJson';

/**
 * The JSON that a body holds, also when a document has changed its quotes; `undefined` when it is
 * no JSON.
 */
export function parseBody(text: string): JsonValue | undefined {
	const asItStands = parsed(text);
	if (asItStands !== undefined || text.length > LONGEST_REPAIRED) return asItStands;
	for (const tidied of tidiedJson(text)) {
		const value = parsed(tidied);
		if (value !== undefined) return value;
	}
	return undefined;
}

/** What is wrong with a body that is no JSON, and where. Never repeats what stands there. */
export function jsonMistake(text: string): NotSentError {
	if (isNestedTooDeeply(text)) {
		return new NotSentError(
			'The context in the request is nested too deeply',
			'Nobody could fill in such a form. Make the example in the flow simpler.',
		);
	}
	const problem = text.length > LONGEST_REPAIRED ? '' : locate(text);
	if (problem !== '' && PLACEHOLDER.test(outsideOfStrings(text))) {
		const place = /at line \d+, column \d+/.exec(problem)?.[0] ?? '';
		return new NotSentError(
			`The body of the request has a variable or a placeholder where a value belongs, ${place}`,
			'Write an example value in its place: a text stands in double quotes.',
		);
	}
	return new NotSentError(
		`The body of the request is not valid JSON${problem === '' ? '' : `: ${problem}`}`,
		`Names and texts stand in double quotes: {"slug": "…", "context": {"email": "ada@example.com"}}. The body is what stands between the quotes behind -d (or --data). Copy the whole request from the flow's Start Event once more.`,
	);
}

/** Longer bodies than this are taken as they are: the work on a hostile text is bounded. */
const LONGEST_REPAIRED = 20_000;

const PLACEHOLDER = /\$[A-Za-z_{(]|\{\{|<[^<>]{1,80}>|%[A-Za-z_]\w{0,80}%|`/;

function parsed(text: string): JsonValue | undefined {
	if (isNestedTooDeeply(text)) return undefined;
	try {
		return JSON.parse(text) as JsonValue;
	} catch {
		return undefined;
	}
}

/**
 * Only signs are quoted from the text, no words: where quotes are mixed up, a part of a header can
 * stand in what looks like the body.
 */
function locate(text: string): string {
	const result = parseJson(text);
	const problem = 'problem' in result ? result.problem : 'it is not valid JSON';
	const [place = '', near = ''] = problem.split(/, near (?=")([^]*)/);
	return /[\p{L}\p{N}]/u.test(near) ? place : problem;
}

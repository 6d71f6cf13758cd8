import { describeValue, isJsonObject, type JsonObject } from '../context/json';
import { parseJson } from '../context/parseJson';
import { serializeContext } from '../context/serializeContext';
import { NotSentError } from '../errors/failure';
import { shorten } from '../errors/shorten';
import type { FoundBody } from './findBodies';
import { AMBIGUOUS } from './quotings';

/**
 * What the body of a request names: the flow, and the example of what it expects.
 *
 * @throws NotSentError with a sentence of its own for each thing that is wrong with the body.
 */
export function readBody(found: FoundBody): { slug: string; context: JsonObject } {
	if (found.quoting === AMBIGUOUS) {
		throw wrong(
			'The body of the request stands in double quotes, and so do the names and texts in it',
			'Put the body in single quotes, or write \\" for each double quote in it.',
		);
	}
	if (found.json === undefined) {
		throw wrong(
			'The body of the request has something in it that has no value here: a variable ($…), quotes that end and begin again, or \\\\ in double quotes',
			'Write an example value in its place, and put the whole body in single quotes.',
		);
	}
	// What was found begins with a brace.
	const { slug, context, ...others } = parsed(found.json) as JsonObject;
	const isOpen = /<[^<>]+>|\{\{|\$[\w({]|%(?:s\b|\w+%)/.test(String(slug));
	if (typeof slug !== 'string' || slug.trim() === '' || isOpen) {
		const wrongSlug = isOpen ? 'a placeholder or a variable' : describeValue(slug);
		const what = slug === undefined ? 'missing' : wrongSlug;
		throw wrong(`The slug in the request is ${what}, so it does not say which flow to start`);
	}
	if (!isJsonObject(context)) {
		const what = context === undefined ? 'missing' : describeValue(context);
		throw wrong(
			`The context in the request is ${what}, but a flow expects a JSON object`,
			'An object has named fields: {"email": "ada@example.com"}. Where there is nothing to pass, it is "context": {}.',
		);
	}
	const further = Object.keys(others);
	if (further.length > 0) {
		throw wrong(
			`The body of the request has "${shorten(further.join('", "'), 100)}" beside slug and context`,
			'What the flow is to get belongs inside context.',
		);
	}
	// Refuses what no flow could get.
	serializeContext(context);
	return { slug, context };
}

/** Says what is wrong, and where, and repeats nothing of what stands there. */
function parsed(json: string): unknown {
	const result = parseJson(json);
	if ('value' in result) return result.value;
	// Where quotes are mixed up, a part of a header can stand in what looks like the body.
	const problem = result.problem.replace(/, near "[^]*[\p{L}\p{N}][^]*/u, '');
	throw wrong(
		`The body of the request is not valid JSON: ${problem}`,
		'Names and texts stand in double quotes: {"slug": "…", "context": {"email": "ada@example.com"}}. In the place of a variable or a placeholder, write an example value.',
	);
}

export function wrong(message: string, cure = ''): NotSentError {
	const copy = "Copy the whole request from the flow's Start Event once more.";
	return new NotSentError(message, `${cure} ${copy}`.trim());
}

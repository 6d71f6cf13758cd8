import { isJsonObject, type JsonObject } from '../shared/json';
import { parseJson } from '../shared/parseJson';
import { assertNotCutOff, assertRequest } from './assertRequest';
import { sliceObject } from './rawJson';
import type { Word } from './tokenize';

/** @throws UserError that repeats nothing of the body. */
export function parseBody({ text }: Word): { slug: string; context: JsonObject } {
	// Some shells need '{\"slug\": …}'.
	const json = /^\s*\{\s*\\"/.test(text) ? text.replace(/\\(["\\])/g, '$1') : text;
	assertNotCutOff(!json.startsWith('{') || sliceObject(json, 0) !== undefined);
	const body = parseJson(json);
	assertRequest(
		'value' in body,
		'The body of the request cannot be used as JSON',
		'Check quotes and commas. Put numbers above 2^53 in double quotes.',
	);
	const { slug, context, ...others } = isJsonObject(body.value) ? body.value : {};
	assertRequest(
		typeof slug === 'string' && slug.trim() !== '',
		'The body of the request has no slug, so it does not say which flow to start',
	);
	assertRequest(
		isJsonObject(context),
		'The body of the request has no context object',
		'Write {} for an empty one.',
	);
	assertRequest(
		Object.keys(others).length === 0,
		'The body of the request contains more than slug and context',
		'Remove the rest.',
	);
	return { slug, context };
}

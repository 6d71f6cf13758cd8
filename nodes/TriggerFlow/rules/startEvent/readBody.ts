import { describeValue, isJsonObject, type JsonObject, type JsonValue } from '../context/json';
import { NotSentError } from '../errors/failure';
import { shorten } from '../errors/shorten';
import { hasOption, valuesOf, type Option } from './curlOptions';
import { jsonMistake, parseBody } from './parseBody';
import type { Word } from './words';

/** What the body of the request names: the flow, and the example of what it expects. */
export interface StartEventBody {
	slug: string;
	context: JsonObject;
}

/**
 * @param body The JSON of the body, where it is JSON at all.
 * @throws NotSentError with a sentence of its own for each thing that is wrong with the body.
 */
export function readBody(options: readonly Option[], body: JsonValue | undefined): StartEventBody {
	const { text } = bodyOf(options);
	if (body === undefined) throw jsonMistake(text);
	if (!isJsonObject(body)) {
		throw wrong(
			`The body of the request is ${describeValue(body)}, but a flow expects an object with slug and context`,
		);
	}
	const start = { slug: slugIn(body), context: contextIn(body) };
	refuseFurtherKeys(body);
	return start;
}

/** The JSON of the first body among the options, without any further check. */
export function jsonBodyIn(options: readonly Option[]): JsonValue | undefined {
	const [body] = bodiesIn(options);
	return body && parseBody(body.text);
}

function bodiesIn(options: readonly Option[]): Word[] {
	return valuesOf(options, ...BODY_OPTIONS);
}

const BODY_OPTIONS = ['data', 'data-ascii', 'data-binary', 'data-raw', 'json'];

/** Whether curl sends a body, of whatever kind: then it takes POST, unless it is told otherwise. */
export function hasBody(options: readonly Option[]): boolean {
	const names = [...BODY_OPTIONS, 'data-urlencode', 'form', 'form-string'];
	return names.some((name) => hasOption(options, name)) && !hasOption(options, 'get');
}

function bodyOf(options: readonly Option[]): Word {
	refuseOtherSources(options);
	const [body, ...further] = bodiesIn(options);
	if (body === undefined || body.text.trim() === '' || hasOption(options, 'get')) {
		throw wrong(
			'The request has no body, so it does not say which flow to start',
			'The body stands behind -d (or --data) and holds the slug and the context.',
		);
	}
	if (further.length > 0) {
		throw wrong(
			'The request has more than one body',
			'Leave one -d (or --data), the one that holds the slug and the context.',
		);
	}
	if (body.text.trimStart().startsWith('@')) throw fromFile();
	if (body.expands) {
		throw wrong(
			'The body of the request has a variable in it ($…), which has no value here',
			'Write an example value in its place.',
		);
	}
	return body;
}

function refuseOtherSources(options: readonly Option[]): void {
	if (hasOption(options, 'upload-file') || hasOption(options, 'config')) throw fromFile();
	if (hasOption(options, 'form') || hasOption(options, 'form-string')) {
		throw wrong(
			'The request sends a form (-F), but a flow is started with a JSON body',
			'The body of a start stands behind -d (or --data).',
		);
	}
	if (hasOption(options, 'data-urlencode')) {
		throw wrong(
			'The request encodes its body for a web form or reads it from a file (--data-urlencode), but a flow is started with a JSON body',
			'The body of a start stands behind -d (or --data).',
		);
	}
}

function fromFile(): NotSentError {
	return wrong(
		'The request takes its body from a file (@… or -T), which cannot be read here',
		'Put what is in the file in the place of its name, between single quotes.',
	);
}

function slugIn(body: JsonObject): string {
	const slug = own(body, 'slug');
	if (slug === undefined) {
		throw wrong('The body of the request has no slug, so it does not say which flow to start');
	}
	if (typeof slug !== 'string') {
		throw wrong(`The slug in the request is ${describeValue(slug)}, but it has to be a text`);
	}
	if (slug.trim() === '') {
		throw wrong('The slug in the request is empty, so it does not say which flow to start');
	}
	return slug;
}

function contextIn(body: JsonObject): JsonObject {
	const context = own(body, 'context');
	if (context === undefined) {
		throw wrong(
			'The body of the request has no context',
			'A flow that needs no data has "context": {} there.',
		);
	}
	if (!isJsonObject(context)) {
		throw wrong(
			`The context in the request is ${describeValue(context)}, but a flow expects a JSON object`,
			'An object has named fields: {"email": "ada@example.com"}.',
		);
	}
	return context;
}

function refuseFurtherKeys(body: JsonObject): void {
	const further = Object.keys(body).filter((key) => key !== 'slug' && key !== 'context');
	if (further.length === 0) return;
	const names = further.slice(0, 5).map((key) => `"${shorten(key, 30)}"`);
	const more = further.length > names.length ? ', …' : '';
	throw wrong(
		`The body of the request has ${names.join(', ')}${more} beside slug and context`,
		'What the flow is to get belongs inside context.',
	);
}

/** Not what `__proto__` in a JSON text could make it inherit. */
function own(body: JsonObject, key: string): JsonValue | undefined {
	return Object.hasOwn(body, key) ? body[key] : undefined;
}

function wrong(message: string, cure = ''): NotSentError {
	return new NotSentError(
		message,
		`${cure} Copy the whole request from the flow's Start Event once more.`.trim(),
	);
}

import { isJsonObject, type JsonObject, parseJson } from '../shared/json';
import { UserError } from '../shared/userError';
import { type Command, parseCommand } from './parseCommand';

export interface PastedRequest {
	url: string;
	slug: string;
	context: JsonObject;
	/** The text after Bearer. It may be a placeholder. */
	accessToken?: string;
}

/**
 * Parses all requests in a text, at least one. Text between them is skipped. n8n may have turned line breaks into blanks.
 * @throws UserError that repeats nothing of the text, because the token may be in it.
 */
export function parseRequests(pasted: string): PastedRequest[] {
	assertRequest(pasted.trim() !== '', 'The field is empty');
	const plainText = undoTypography(pasted);
	if (plainText === pasted) return parseCommands(pasted);
	const asPasted = tryToParse(pasted);
	if (asPasted === undefined) return parseCommands(plainText);
	const requests = tryToParse(plainText) ?? asPasted;
	// Typographic characters may be part of an example, so it stays as pasted if nothing else changes.
	return listTargets(requests) === listTargets(asPasted) ? asPasted : requests;
}

function tryToParse(text: string): PastedRequest[] | undefined {
	try {
		return parseCommands(text);
	} catch {
		return undefined;
	}
}

function listTargets(requests: PastedRequest[]): string {
	return JSON.stringify(requests.map(({ url, slug, accessToken }) => [url, slug, accessToken]));
}

const CURL = /(?<![\w.-])curl(?:\.exe)?(?=\s)/gi;

function parseCommands(text: string): PastedRequest[] {
	const requests: PastedRequest[] = [];
	let previousEnd = 0;
	for (const { 0: curl, index } of text.matchAll(CURL)) {
		// The previous command contains this word, for example in its body.
		if (index < previousEnd) continue;
		const command = parseCommand(text, index + curl.length);
		previousEnd = command.end;
		const { address, data } = command.words;
		// A sentence that mentions curl has neither.
		if (address.length + data.length > 0) requests.push(toRequest(command));
	}
	assertRequest(
		requests.length > 0,
		'The pasted text is not a curl command',
		'A curl command begins with the word curl. Empty the field before you paste.',
	);
	return requests;
}

function toRequest({ words }: Command): PastedRequest {
	const [body, ...furtherBodies] = words.data;
	assertRequest(
		body !== undefined && furtherBodies.length === 0,
		'The request has no body, or more than one',
		'The body comes after -d: {"slug": "…", "context": {…}}.',
	);
	assertRequest(
		words.method.at(-1)?.trim().toUpperCase() === 'PUT',
		'The method of the request is not PUT',
		'The command must contain -X PUT.',
	);
	const url = words.address[0] ?? '';
	assertRequest(
		/^https?:\/\/[^\s<>{}$"\\]+$/i.test(url),
		'The request does not have a complete web address',
		'The address must begin with https:// and contain no spaces or placeholders.',
	);
	const [accessToken] = words.header.flatMap((header) => BEARER.exec(header)?.[1] ?? []);
	return { url, ...parseBody(body), accessToken };
}

const BEARER = /^\s*authorization\s*:\s*bearer\s+(\S(?:.*\S)?)/is;

function parseBody(text: string): { slug: string; context: JsonObject } {
	const body = parseJson(text);
	assertRequest(
		'value' in body,
		'The body of the request cannot be used as JSON',
		'Write the JSON itself after -d, and check quotes, commas and braces. Put numbers above 2^53 in double quotes.',
	);
	const { slug, context, ...others } = isJsonObject(body.value) ? body.value : {};
	const isWhole = typeof slug === 'string' && slug.trim() !== '' && isJsonObject(context);
	assertRequest(
		isWhole && Object.keys(others).length === 0,
		'The body of the request does not consist of a slug and a context',
		'It has to be {"slug": "…", "context": {…}}, with {} for an empty context.',
	);
	return { slug, context };
}

/** @throws UserError with the problem and what to do, unless `condition` is true. */
function assertRequest(condition: boolean, problem: string, advice = ''): asserts condition {
	const copyAgain = "Copy the whole request from the flow's Start Event.";
	if (!condition) throw new UserError(problem, `${advice} ${copyAgain}`.trim());
}

const TYPOGRAPHY: Array<[RegExp, string]> = [
	// Soft hyphens, zero-width characters and marks of direction.
	[/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, ''],
	// No-break spaces, line separators and the like.
	[/[^\S \t\r\n]|\u0085/g, ' '],
	// An apostrophe between letters stays, as in it’s.
	[/(?<!\p{L})[‘’‚‛′´]|[‘’‚‛′´](?!\p{L})/gu, "'"],
	[/[“”„‟″«»＂]/g, '"'],
	[/[\u2010\u2011]/g, '-'],
	// A dash in front of an option. Two lower-case letters make it a long option, as in —header for --header.
	[/(?<=^|\s)-?[‒–—―−]+(?=[a-z]{2})/g, '--'],
	[/(?<=^|\s)[‒–—―−](?=[A-Za-z])/g, '-'],
];

/** Undoes what mail programs, chats, wikis and word processors change in a curl command. */
export function undoTypography(text: string): string {
	return TYPOGRAPHY.reduce((done, [pattern, plain]) => done.replace(pattern, plain), text);
}

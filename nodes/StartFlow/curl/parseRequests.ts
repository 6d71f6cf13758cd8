import { toUserError, UserError } from '../shared/userError';
import { isJsonObject, type JsonObject, parseJson } from '../shared/json';
import { parseWebAddress } from '../shared/webAddress';
import { type Command, parseCommand } from './parseCommand';
import { undoTypography } from './undoTypography';
import { sliceObject } from './rawJson';
import type { Word } from './tokenize';

export interface PastedRequest {
	url: string;
	slug: string;
	context: JsonObject;
	/** The text after Bearer. It may be a placeholder. */
	accessToken?: string;
}

const MAX_PASTED_BYTES = 200_000;

/**
 * Parses all requests in a text, at least one. Text between them is skipped. n8n may have turned line breaks into blanks.
 * @throws UserError that repeats nothing of the text, because the token may be in it.
 */
export function parseRequests(pasted: string): PastedRequest[] {
	assertRequest(pasted.trim() !== '', 'The field is empty');
	assertRequest(
		Buffer.byteLength(pasted) <= MAX_PASTED_BYTES,
		'The pasted text is longer than 200 kB',
		'Paste only curl commands.',
	);
	const requests: PastedRequest[] = [];
	let previousEnd = 0;
	for (const { 0: curl, index } of pasted.matchAll(CURL)) {
		// The previous command contains this word, for example in its body.
		if (index < previousEnd) continue;
		const start = index + curl.length;
		const command = parseCommand(pasted, start);
		previousEnd = command.end;
		const nextCommand = pasted.slice(command.end).search(CURL);
		const end = nextCommand === -1 ? pasted.length : command.end + nextCommand;
		const reading = chooseReading(command, pasted.slice(start, end));
		if (reading instanceof UserError) throw reading;
		if (reading !== undefined) requests.push(reading);
	}
	assertRequest(
		requests.length > 0,
		'The pasted text is not a curl command',
		'A curl command begins with the word curl.',
	);
	return requests;
}

const CURL = /(?<![\w.-])curl(?:\.exe)?(?=[\s\u200B])/gi;

/** The request, or what is wrong with it. A sentence that mentions curl has neither. */
type Reading = PastedRequest | UserError | undefined;

/**
 * A command is read as it was pasted, because typographic characters may also be part of the example. Its typography is
 * undone if it was no request, or if undoing it changes the address, the slug or the token.
 * @param text The command, and what follows it.
 */
function chooseReading(command: Command, text: string): Reading {
	const asPasted = toReading(command);
	const plainText = undoTypography(text);
	if (plainText === text) return asPasted;
	const asPlainText = toReading(parseCommand(plainText, 0));
	if (asPlainText === undefined) return asPasted;
	if (asPasted === undefined || asPasted instanceof UserError) return asPlainText;
	if (asPlainText instanceof UserError) return asPasted;
	const isSame = (['url', 'slug', 'accessToken'] as const).every(
		(key) => asPasted[key] === asPlainText[key],
	);
	return isSame ? asPasted : asPlainText;
}

function toReading(command: Command): Reading {
	if (command.address.length + command.data.length === 0) return undefined;
	try {
		return toRequest(command);
	} catch (error) {
		return toUserError(error);
	}
}

function toRequest({ method, address, data, ...command }: Command): PastedRequest {
	const [body, ...furtherBodies] = data;
	assertRequest(
		command.otherBody.length === 0 && !body?.text.trimStart().startsWith('@'),
		'The body of the request comes from a file or a form',
		'Write the JSON itself after -d.',
	);
	assertNotCutOff(command.isClosed);
	assertRequest(
		body !== undefined && furtherBodies.length === 0,
		'The request has no body, or more than one',
		'The body comes after -d: {"slug": "…", "context": {…}}.',
	);
	assertRequest(
		method.at(-1)?.text.trim().toUpperCase() === 'PUT',
		'The method of the request is not PUT',
		'The command must contain -X PUT.',
	);
	const url = address[0]?.text ?? '';
	assertRequest(
		COMPLETE_ADDRESS.test(url) && parseWebAddress(url) !== undefined,
		'The request does not have a complete web address',
		'The address must begin with https:// and contain no spaces or placeholders.',
	);
	const [accessToken] = command.header.flatMap(({ text }) => BEARER.exec(text)?.[1] ?? []);
	return { url, ...parseBody(body), ...(accessToken && { accessToken }) };
}

const COMPLETE_ADDRESS = /^https?:\/\/[^\s<>{}$"\\]+$/i;
const BEARER = /^\s*authorization\s*:\s*bearer\s+(\S(?:.*\S)?)/is;

/** @throws UserError that repeats nothing of the body. */
function parseBody({ text }: Word): { slug: string; context: JsonObject } {
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

/** @throws UserError with the problem and its cure, unless `condition` is true. */
function assertRequest(condition: boolean, problem: string, cure = ''): asserts condition {
	const copyAgain = "Copy the whole request from the flow's Start Event.";
	if (!condition) throw new UserError(problem, `${cure} ${copyAgain}`.trim());
}

function assertNotCutOff(isWhole: boolean): void {
	assertRequest(isWhole, 'The request is cut off', 'A closing quote or brace is missing.');
}

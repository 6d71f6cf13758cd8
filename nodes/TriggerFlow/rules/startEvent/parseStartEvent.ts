import type { JsonObject } from '../context/json';
import { NotSentError } from '../errors/failure';
import { hasOption, valuesOf, type Option } from './curlOptions';
import { findToken, refuseTokenIn, type TokenFound } from './findToken';
import { readAddress } from './readAddress';
import { hasBody, readBody } from './readBody';
import { readCommand, type CurlCommand } from './readCommand';

/** What a flow's Start Event says about the flow. */
export interface StartEventRequest {
	/** Exactly as it was pasted. */
	url: string;
	slug: string;
	/** The example of what the flow expects. */
	context: JsonObject;
	/** What stands in the token's place. */
	token: TokenFound;
}

/**
 * The request that a person copied from a flow's Start Event: a curl command as any command line,
 * API client, browser or document writes it, with anything around it. Nothing is run.
 *
 * @throws NotSentError with a sentence of its own for each thing that is wrong. A real token in
 * the text comes before anything else, and is never repeated.
 */
export function parseStartEvent(pasted: string): StartEventRequest {
	refuseTokenIn(String(pasted ?? '').slice(0, LONGEST));
	const command = commandIn(pasted);
	const token = findToken(command.options);
	return { ...readRequest(command), token };
}

/**
 * The example context alone, for the form. A token that is still in the text is no obstacle here:
 * the form should be there when it is taken out.
 *
 * @throws NotSentError like `parseStartEvent`, but for the token.
 */
export function exampleContext(pasted: string): JsonObject {
	return readRequest(commandIn(pasted)).context;
}

function commandIn(pasted: string): CurlCommand {
	if (typeof pasted !== 'string' || pasted.trim() === '') {
		throw new NotSentError(
			'The request from the Start Event is missing',
			"Copy the curl command from the flow's Start Event and paste it here, without its token.",
		);
	}
	if (pasted.length > LONGEST) throw tooLong('more than 1,000,000 characters');

	const command = readCommand(pasted.replace(/\r\n?/g, '\n'));
	if (command === undefined) {
		throw wrong(
			'The pasted text is not a curl command',
			'The request in the Start Event begins with the word curl.',
		);
	}
	return command;
}

const LONGEST = 1_000_000;

function readRequest(command: CurlCommand): Omit<StartEventRequest, 'token'> {
	const { options, body, isUnclosed, isEndless, isOneOfMany } = command;
	if (isEndless) throw tooLong('thousands of words and quotes');
	if (isOneOfMany || hasOption(options, 'next')) {
		throw wrong(
			'The pasted text holds more than one curl command',
			'Leave the one for the environment whose credential is selected.',
		);
	}
	if (isUnclosed) {
		throw wrong(
			'A quote is opened in the request that nothing closes',
			"Its end may be missing, or an apostrophe stands in it, which is written '\\'' between single quotes.",
		);
	}
	const url = readAddress(options);
	refuseOtherMethods(options);
	return { url, ...readBody(options, body) };
}

function refuseOtherMethods(options: readonly Option[]): void {
	const method = methodOf(options);
	if (method === 'PUT') return;
	const shown = KNOWN_METHODS.has(method) ? method : 'another one';
	throw wrong(
		`The method of the request is ${shown}, but a flow is started with PUT`,
		hasOption(options, 'request')
			? 'The method stands behind -X (or --request): it has to be PUT.'
			: `Without -X PUT, curl takes ${shown}.`,
	);
}

/** Any other word is not repeated: where quotes are mixed up, it may be a part of a header. */
const KNOWN_METHODS = new Set(['GET', 'POST', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

/** The method that curl uses: the last one that is asked for, or the one that the data ask for. */
function methodOf(options: readonly Option[]): string {
	const asked = valuesOf(options, 'request').at(-1)?.text.trim().toUpperCase();
	if (asked !== undefined && asked !== '') return asked;
	if (hasOption(options, 'head')) return 'HEAD';
	if (hasOption(options, 'upload-file')) return 'PUT';
	return hasBody(options) ? 'POST' : 'GET';
}

function tooLong(has: string): NotSentError {
	return new NotSentError(
		`The pasted text is too long for a request: it has ${has}`,
		"Paste only the curl command from the flow's Start Event.",
	);
}

function wrong(message: string, cure: string): NotSentError {
	return new NotSentError(
		message,
		`${cure} Copy the whole request from the flow's Start Event once more.`,
	);
}

import type { JsonObject } from '../shared/json';
import { parseWebAddress } from '../shared/webAddress';
import { parseCommand, type Command } from './parseCommand';
import { assertNotCutOff, assertRequest, readBody } from './readBody';

export interface PastedRequest {
	url: string;
	slug: string;
	context: JsonObject;
	/** The text after Bearer. It may be a placeholder. */
	accessToken?: string;
}

const MAX_PASTED_BYTES = 200_000;

/**
 * Reads all requests in a text, at least one. Text between them is skipped. n8n may have turned line breaks into blanks.
 * @throws NotSentError that repeats nothing of the text, because the token may be in it.
 */
export function readRequests(pasted: string): PastedRequest[] {
	assertRequest(pasted.trim() !== '', 'The field is empty');
	assertRequest(
		Buffer.byteLength(pasted) <= MAX_PASTED_BYTES,
		'The pasted text is longer than 200 kB',
		'Paste only curl commands.',
	);
	const requests: PastedRequest[] = [];
	const curl = /(?<![\w.-])curl(?:\.exe)?(?=\s)/gi;
	while (curl.test(pasted)) {
		const command = parseCommand(pasted, curl.lastIndex);
		curl.lastIndex = command.end;
		// A sentence may mention curl, too.
		if (command.address.length + command.data.length === 0) continue;
		requests.push(readRequest(command));
	}
	assertRequest(
		requests.length > 0,
		'The pasted text is not a curl command',
		'A request begins with the word curl.',
	);
	return requests;
}

function readRequest({ method, address, data, ...command }: Command): PastedRequest {
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
	return { url, ...readBody(body), ...(accessToken && { accessToken }) };
}

const COMPLETE_ADDRESS = /^https?:\/\/[^\s<>{}$"\\]+$/i;
const BEARER = /^\s*authorization\s*:\s*bearer\s+(\S(?:.*\S)?)/is;

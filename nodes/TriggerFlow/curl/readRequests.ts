import type { JsonObject } from '../shared/json';
import { parseWebAddress } from '../shared/webAddress';
import { parseOptions, type Command } from './parseOptions';
import { check, CUT_OFF, readBody } from './readBody';

/** What a flow's Start Event says about the flow. */
export interface PastedRequest {
	url: string;
	slug: string;
	context: JsonObject;
	/** What follows Bearer, which may be a placeholder. */
	accessToken?: string;
}

/**
 * All requests in a text, at least one, in their order. Each begins with the word curl, and text between
 * them is passed over. n8n may have turned the line breaks into blanks.
 * @throws NotSentError that repeats nothing of the text, because the token may be in it.
 */
export function readRequests(pasted: string): PastedRequest[] {
	check(pasted.trim() !== '', 'The field is empty');
	const isShort = Buffer.byteLength(pasted) <= 200_000;
	check(isShort, 'The pasted text is longer than 200 kB', 'Paste only curl commands.');
	const requests: PastedRequest[] = [];
	const curl = /(?<![\w.-])curl(?:\.exe)?(?=\s)/gi;
	while (curl.test(pasted)) {
		const command = parseOptions(pasted, curl.lastIndex);
		curl.lastIndex = command.end;
		// A sentence may mention curl, too.
		if (command.address.length + command.data.length === 0) continue;
		requests.push(readRequest(command));
	}
	const isCurl = requests.length > 0;
	check(isCurl, 'The pasted text is not a curl command', 'A request begins with the word curl.');
	return requests;
}

function readRequest({ method, address, data, ...command }: Command): PastedRequest {
	const [body, ...furtherBodies] = data;
	check(
		command.otherBody.length === 0 && !body?.text.trimStart().startsWith('@'),
		'The body of the request comes from a file or a form',
		'Write the JSON itself after -d.',
	);
	check(command.isClosed, ...CUT_OFF);
	check(
		body !== undefined && furtherBodies.length === 0,
		'The request has no body, or more than one',
		'The body comes after -d: {"slug": "…", "context": {…}}.',
	);
	const isPut = method.at(-1)?.text.trim().toUpperCase() === 'PUT';
	check(isPut, 'The method of the request is not PUT', 'The command must contain -X PUT.');
	const url = address[0]?.text ?? '';
	check(
		COMPLETE.test(url) && parseWebAddress(url) !== undefined,
		'The request does not have a complete web address',
		'The address must begin with https:// and contain no spaces or placeholders.',
	);
	const [accessToken] = command.header.flatMap(
		({ text }) => BEARER.exec(text)?.[1]?.trimEnd() ?? [],
	);
	return { url, ...readBody(body), ...(accessToken && { accessToken }) };
}

const COMPLETE = /^https?:\/\/[^\s<>{}$"\\]+$/i;
const BEARER = /^\s*authorization\s*:\s*bearer\s+(\S.*)/is;

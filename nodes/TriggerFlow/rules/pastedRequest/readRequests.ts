import type { JsonObject } from '../context/json';
import { NotSentError } from '../errors/failure';
import { realToken, refuseTokenIn } from '../secrets/likelyTokens';
import { addressOf, withoutLink } from './addressOf';
import { tokenOf } from './tokenOf';
import { findBodies, type FoundBody } from './findBodies';
import { findCommands } from './findCommands';
import { bodyOf } from './bodyOf';
import { readBody, wrong } from './readBody';
import { readCommand, type Command } from './readCommand';
import { unwrapped, withoutReferences } from './unwrapped';

/** What a flow's Start Event says about the flow. */
export interface PastedRequest {
	/** Exactly as it was pasted. */
	url: string;
	slug: string;
	/** The example of what the flow expects. */
	context: JsonObject;
	/** In its Authorization header, where that is a real token: what must never be shown. */
	accessToken?: string;
}

/**
 * All requests in a text that was copied from Start Events, at least one, in their order: curl commands
 * as any command line, API client, browser or document writes them, with anything around them. Nothing
 * is run. The body is found first, as JSON tells where it ends: the text around it is simple then.
 *
 * @param mayHoldToken For the form, which should be there when the token is taken out.
 * @throws NotSentError with a sentence of its own for each thing that is wrong, for a real token in the
 * text before anything else.
 */
export function readRequests(pasted: string, mayHoldToken = false): PastedRequest[] {
	if (typeof pasted !== 'string' || pasted.trim() === '') {
		throw new NotSentError(
			'The request from the Start Event is missing',
			"Copy the curl command from the flow's Start Event and paste it here, without its token.",
		);
	}
	if (Buffer.byteLength(pasted) > LONGEST) {
		throw new NotSentError(
			'The pasted text is longer than 200 kB: no request of a Start Event is',
			"Paste only the curl command from the flow's Start Event.",
		);
	}
	if (!mayHoldToken) refuseTokenIn(pasted);

	const plain = unwrapped(pasted);
	const found = findBodies(plain);
	const { text, bodies } = found.bodies.size > 0 ? found : findBodies(withoutReferences(plain));
	const commands = findCommands(text);
	if (commands.length > MOST_COMMANDS) {
		throw wrong('The pasted text holds more than 100 commands', 'Paste only those of your flow.');
	}
	if (commands.length === 0) {
		throw wrong(
			'The pasted text is not a curl command',
			'The request in the Start Event begins with the word curl.',
		);
	}
	const requests: PastedRequest[] = [];
	const others: Command[] = [];
	for (const each of commands) {
		const command = readCommand(each);
		const body = bodies.get(bodyOf(command, each) ?? '');
		if (body === undefined) {
			others.push(command);
			continue;
		}
		const accessToken = tokenOf(command, each);
		// Once its escapes are undone, more looks like one.
		if (accessToken && !mayHoldToken) throw realToken('in the Authorization header');
		requests.push({ ...readRequest(command, body), ...(accessToken && { accessToken }) });
	}
	// Beside one for the same address, nobody could tell which of the two is meant.
	const isOpen = ({ data, elsewhere, address }: Command) =>
		data.length + elsewhere.length > 0 &&
		requests.some(({ url }) => address.map(withoutLink).includes(url));
	const unread = requests.length === 0 ? others[0] : others.find(isOpen);
	if (unread !== undefined) readRequest(unread);
	return requests;
}

/** In bytes. */
const LONGEST = 200_000;
const MOST_COMMANDS = 100;

function readRequest(command: Command, body?: FoundBody): PastedRequest {
	const url = addressOf(command);
	if (body === undefined || command.data.length + command.elsewhere.length > 1) {
		throw wrong(
			'The request does not have one body with a slug and a context, so it does not say which flow to start',
			'It stands behind one -d (or --data): {"slug": "…", "context": {"email": "ada@example.com"}}. What comes from a file (@…, -T) or a form (-F, --data-urlencode), or goes into the address (-G), cannot be read here; what comes from a variable only if the pasted text sets it once, to the whole body.',
		);
	}
	const names = command.method.map((name) => name.trim().toUpperCase());
	const method = names.filter(Boolean).at(-1) ?? 'missing';
	if (method !== 'PUT') {
		// Any other word is not repeated: where quotes are mixed up, it may be a part of a header.
		const isKnown = /^(?:missing|GET|POST|PATCH|DELETE|HEAD|OPTIONS)$/.test(method);
		throw wrong(
			`The method of the request is ${isKnown ? method : 'another one'}, but a flow is started with PUT`,
			'It stands behind -X (or --request), in PowerShell behind -Method: it has to be PUT.',
		);
	}
	return { url, ...readBody(body) };
}

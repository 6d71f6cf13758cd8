import { mistakeIn, NotSentError, notSentError } from '../errors/failure';
import { readRequests, type PastedRequest } from '../pastedRequest/readRequests';
import { isSameAddress, shownAddress } from '../request/webAddress';
import { readAccessToken } from './accessToken';
import { checkBaseUrl } from './baseUrl';

/** Where a credential's starts go, and with which token. */
export interface Access {
	baseUrl: string;
	accessToken: string;
	/** The request that both come from, where one was pasted into Access Token. */
	request?: PastedRequest;
}

/**
 * The access that a credential's fields give: endpoint URL and token, or a whole request in Access Token,
 * as it was copied from a Start Event. With a request, the endpoint URL may be empty.
 *
 * @throws NotSentError that says what to change, never with the token in it.
 */
export function readAccess(fields: Record<string, unknown>): Access {
	const { baseUrl, accessToken, allowInsecureHttp } = fields;
	const check = (url: unknown) => checkBaseUrl(url, allowInsecureHttp === true);
	if (!isRequest(accessToken)) {
		const token = readAccessToken(accessToken);
		return { baseUrl: check(baseUrl), accessToken: token };
	}

	const { accessToken: found, ...request } = requestIn(accessToken);
	const token = readAccessToken(found);
	const address = check(request.url);
	const isGiven = typeof baseUrl === 'string' && baseUrl.trim() !== '';
	if (!isGiven) return { baseUrl: address, accessToken: token, request };
	if (isSameAddress(check(baseUrl), address)) return { baseUrl, accessToken: token, request };
	throw new NotSentError(
		'The endpoint URL in the credential is not that of the request in Access Token',
		`The endpoint URL is ${shownAddress(baseUrl)}, the request goes to ${shownAddress(address)}. Leave Endpoint URL empty to use the request's.`,
	);
}

/** A token has no white space in it, and a request has. */
function isRequest(pasted: unknown): pasted is string {
	return typeof pasted === 'string' && /\s/.test(pasted.trim()) && /https?:|curl/i.test(pasted);
}

/** A password field drops line breaks, and some requests cannot be read without them. */
const ONE_LINE =
	'This field keeps no line breaks: a request of several lines can be pasted into Start Events, and its token alone in here.';

/** The one request in a text, with its token. */
function requestIn(text: string): PastedRequest {
	let requests: PastedRequest[];
	try {
		requests = readRequests(text, true);
	} catch (mistake) {
		const { message, description } = notSentError(mistake);
		throw mistakeIn(
			'Access Token in the credential',
			new NotSentError(message, `${description} ${ONE_LINE}`),
		);
	}
	const [request, ...further] = requests;
	if (request === undefined || further.length > 0) {
		throw new NotSentError(
			'Access Token in the credential holds more than one request',
			'Leave one request there, as it was copied from the Start Event of this environment. Those of further flows belong into Start Events.',
		);
	}
	if (request.accessToken === undefined) {
		throw new NotSentError(
			'No token was found in the request in Access Token in the credential',
			'Copy the request from the Start Event with its token: Authorization: Bearer and the token behind it. Here it is stored encrypted. One that a variable holds is not found: paste the request into Start Events then, and the token alone in here.',
		);
	}
	return request;
}

import { NotSentError } from '../errors/failure';
import { parseWebAddress, shownAddress } from '../request/webAddress';

/**
 * The one check of an endpoint URL, for the connection test and for every start.
 *
 * An endpoint URL is absolute, `https:` (or `http:` when the host is loopback or
 * `allowInsecureHttp` is set), and has neither user info nor a fragment. It is used exactly as
 * given: nothing is trimmed, added or removed.
 *
 * @returns `baseUrl`, unchanged.
 * @throws NotSentError that says what to change.
 */
export function checkBaseUrl(baseUrl: unknown, allowInsecureHttp: boolean): string {
	if (typeof baseUrl !== 'string' || baseUrl.trim() === '') {
		throw wrongUrl('is empty');
	}
	if (/[\s\p{Cc}]/u.test(baseUrl)) {
		throw wholeRequest(baseUrl) ?? wrongUrl('contains white space or a line break');
	}

	const url = parseWebAddress(baseUrl);
	if (url === undefined) {
		throw wrongUrl('is not a complete web address', 'It starts with https:// and names a host.');
	}

	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		// What stands there is not repeated: it may be the first half of a token.
		throw wrongUrl('does not start with https://');
	}
	if (/^[a-z]+:[/\\]*[^/\\?#]*@/i.test(baseUrl)) {
		throw wrongUrl(
			'contains a user name or password',
			'Remove everything between // and @: the access token has a field of its own.',
		);
	}
	if (baseUrl.includes('#')) {
		throw wrongUrl('contains a "#"', 'Remove the # and what follows it.');
	}
	if (url.protocol === 'http:' && !allowInsecureHttp && !isLoopback(url.hostname)) {
		throw wrongUrl(
			'uses http://, which sends the access token unencrypted',
			'Use https://, or turn on "Allow Insecure HTTP" in the credential.',
		);
	}
	return baseUrl;
}

/** Whether a host, as `URL.hostname` writes it, is this machine itself. */
export function isLoopback(hostname: string): boolean {
	return (
		hostname === 'localhost' ||
		hostname.endsWith('.localhost') ||
		hostname === '[::1]' ||
		/^127\.\d+\.\d+\.\d+$/.test(hostname)
	);
}

/** For a text with an address somewhere in it, as a whole curl command is. */
function wholeRequest(text: string): NotSentError | undefined {
	const [found = ''] = /https?:\/\/[^\s'"`<>\\]+/i.exec(text) ?? [];
	if (found === '' || text.trim().startsWith(found) || !parseWebAddress(found)) return undefined;
	return new NotSentError(
		'The endpoint URL in the credential holds more than a URL',
		`Paste only the URL of the request: ${shownAddress(found)} – or paste the whole request into Access Token and leave Endpoint URL empty.`,
	);
}

function wrongUrl(problem: string, cure = ''): NotSentError {
	return new NotSentError(
		`The endpoint URL in the credential ${problem}`,
		`${cure} Copy the URL from the flow's Start Event into the credential.`.trim(),
	);
}

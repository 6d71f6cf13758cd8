import { NotSentError } from '../errors/failure';
import { parseWebAddress } from '../request/webAddress';

/**
 * Checks an endpoint URL and returns it unchanged, because it is used exactly as given: nothing is
 * trimmed, added or removed.
 *
 * @throws NotSentError that says what to change.
 */
export function checkBaseUrl(baseUrl: unknown, allowInsecureHttp: boolean): string {
	if (typeof baseUrl !== 'string' || baseUrl.trim() === '') {
		throw wrongUrl('is empty');
	}
	if (/[\s\p{Cc}]/u.test(baseUrl)) {
		throw wrongUrl(
			'contains white space or a line break',
			'To paste a whole request, set Connect With to Start Event Request.',
		);
	}
	const url = parseWebAddress(baseUrl);
	if (url === undefined) {
		throw wrongUrl('is not a complete web address', 'It starts with https:// and names a host.');
	}
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		// The value is not repeated, because it may be the first half of a token.
		throw wrongUrl('does not start with https://');
	}
	if (/^[a-z]+:[/\\]*[^/\\?#]*@/i.test(baseUrl)) {
		throw wrongUrl('contains a user name or password', 'Remove everything between // and @.');
	}
	if (baseUrl.includes('#')) {
		throw wrongUrl('contains a "#"', 'Remove the # and what follows it.');
	}
	if (url.protocol === 'http:' && !allowInsecureHttp && !isLoopback(url.hostname)) {
		throw wrongUrl(
			'uses http://, which sends the access token unencrypted',
			'Use https://, or turn on Allow Insecure HTTP in the credential.',
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

function wrongUrl(problem: string, cure = ''): NotSentError {
	return new NotSentError(
		`The endpoint URL in the credential ${problem}`,
		`${cure} Copy the URL from the flow's Start Event into the credential.`.trim(),
	);
}

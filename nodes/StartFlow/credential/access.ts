import { UserError } from '../shared/userError';
import { parseWebAddress } from '../shared/webAddress';

/** Reads the access token, without a pasted `Bearer `. @throws UserError that does not repeat the token. */
export function parseAccessToken(pasted: unknown): string {
	const text = typeof pasted === 'string' ? pasted.trim() : '';
	const token = text.replace(/^bearer(?:\s+|$)/i, '');
	if (token === '') throw wrongToken('is empty');
	if (/[\s<>{}$]/.test(token)) {
		throw wrongToken('contains spaces or placeholder characters (< > { } $)');
	}
	// A header may contain neither control characters nor characters beyond ASCII (RFC 9110, section 5.5).
	if (!/^[\x21-\x7e]+$/.test(token)) {
		throw wrongToken('contains a character that is not allowed in a token');
	}
	return token;
}

export function createAuthorization(accessToken: string): string {
	return `Bearer ${accessToken}`;
}

function wrongToken(problem: string): UserError {
	return new UserError(
		`The access token in the credential ${problem}`,
		"Copy the request or the token from the flow's Start Event into the credential.",
	);
}

/** Checks an endpoint URL, which is used unchanged. @throws UserError without the value, which may be a token. */
export function requireBaseUrl(baseUrl: unknown, allowsInsecureHttp: boolean): string {
	if (typeof baseUrl !== 'string' || baseUrl.trim() === '') throw wrongUrl('is empty');
	if (/[\s\p{C}]/u.test(baseUrl)) {
		throw wrongUrl(
			'contains a space, a line break or an invisible character',
			'To paste a whole request, set Connect With to Start Event Request.',
		);
	}
	const url = parseWebAddress(baseUrl);
	// `URL` would repair https:/host, but the HTTP library refuses it.
	if (url === undefined || !/^https?:\/\//i.test(baseUrl)) {
		throw wrongUrl(
			'is not a complete web address',
			'It must begin with https:// and a server name.',
		);
	}
	if (url.username !== '' || url.password !== '') {
		throw wrongUrl('contains a user name or password', 'Remove everything between // and @.');
	}
	if (baseUrl.includes('#')) throw wrongUrl('contains a "#"', 'Remove the # and what follows it.');
	if (url.protocol === 'http:' && !allowsInsecureHttp && !isLoopback(url.hostname)) {
		throw wrongUrl(
			'uses http://, which sends the access token unencrypted',
			'Use https://, or turn on Allow Insecure HTTP in the credential.',
		);
	}
	return baseUrl;
}

function wrongUrl(problem: string, cure = ''): UserError {
	return new UserError(
		`The endpoint URL in the credential ${problem}`,
		`${cure} Copy the URL from the flow's Start Event into the credential.`.trim(),
	);
}

/** The names and addresses of this machine, as `URL.hostname` writes them. */
const LOOPBACK_HOSTS = [/(?:^|\.)localhost$/, /^\[::1\]$/, /^127\.\d+\.\d+\.\d+$/];

export function isLoopback(hostname: string): boolean {
	return LOOPBACK_HOSTS.some((host) => host.test(hostname));
}

/** Addresses that mean "any of this machine", and IPv4 addresses of this machine written as IPv6. */
const OTHER_OWN_HOSTS = [
	/^0\.0\.0\.0$/,
	/^\[::\]$/,
	/^\[::ffff:(?:7f[\da-f]{2}:[\da-f]{1,4}|0:0)\]$/,
];

/** Whether only this machine can reach an address. @param hostname As `URL` writes it. */
export function isOnThisMachine(hostname: string): boolean {
	const host = hostname.replace(/\.$/, '');
	return isLoopback(host) || OTHER_OWN_HOSTS.some((own) => own.test(host));
}

import { UserError } from '../shared/userError';

/** Reads an endpoint URL, which is used unchanged. @throws UserError without the value, which may be a token. */
export function parseBaseUrl(baseUrl: unknown, allowsInsecureHttp: boolean): string {
	if (typeof baseUrl !== 'string' || baseUrl.trim() === '') throw createUrlError('is empty');
	if (/[\s\p{C}]/u.test(baseUrl)) {
		throw createUrlError(
			'contains a space, a line break or an invisible character',
			'To paste a whole request, set Connect With to Start Event Request.',
		);
	}
	const url = parseWebAddress(baseUrl);
	// `URL` shows neither an empty user name nor an empty fragment.
	if (!url || /#|^https?:\/\/[^/?\\]*@/i.test(baseUrl)) {
		throw createUrlError(
			'is not a complete web address',
			'It must begin with https:// and a server name, and contain no user name, password or "#".',
		);
	}
	const isLoopback = LOOPBACK_HOSTS.some((host) => host.test(url.hostname));
	if (url.protocol === 'http:' && !allowsInsecureHttp && !isLoopback) {
		throw createUrlError(
			'uses http://, which sends the access token unencrypted',
			'Use https://, or turn on Allow Insecure HTTP in the credential.',
		);
	}
	return baseUrl;
}

/** `undefined` for what is no complete web address. Node 20's `URL.canParse` refuses some with umlauts, once V8 has optimized it. */
export function parseWebAddress(address: string): URL | undefined {
	try {
		// `URL` would repair https:/host, but the HTTP library refuses it.
		return /^https?:\/\//i.test(address) ? new URL(address) : undefined;
	} catch {
		return undefined;
	}
}

function createUrlError(problem: string, advice = ''): UserError {
	return new UserError(
		`The endpoint URL in the credential ${problem}`,
		`${advice} Copy the URL from the flow's Start Event into the credential.`.trim(),
	);
}

/** The names and addresses of this machine, as `URL.hostname` writes them. */
const LOOPBACK_HOSTS = [/(?:^|\.)localhost\.?$/, /^\[::1\]$/, /^127\.\d+\.\d+\.\d+$/];

/** Also addresses that mean "any of this machine", and IPv4 addresses of this machine written as IPv6. */
const OWN_HOSTS = [
	...LOOPBACK_HOSTS,
	/^0\.0\.0\.0$/,
	/^\[::\]$/,
	/^\[::ffff:(?:7f[\da-f]{2}:[\da-f]{1,4}|0:0)\]$/,
];

/** Whether only this machine can reach an address. @param hostname As `URL` writes it. */
export function isOnThisMachine(hostname: string): boolean {
	return OWN_HOSTS.some((own) => own.test(hostname));
}

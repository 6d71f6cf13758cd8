import { NotSentError } from '../errors/failure';
import { maskText } from '../errors/mask';
import type { Option } from './curlOptions';
import { isPlaceholder, isPlaceholderStart } from './placeholder';

/** What stands where a token belongs in a request. A real token is refused. */
export type TokenFound = 'none' | 'placeholder';

/**
 * Looks at every place of a curl command that can hold a token.
 *
 * @throws NotSentError for a real one. It says where the token is, never what it is.
 */
export function findToken(options: readonly Option[]): TokenFound {
	const credentials = options.flatMap(credentialsIn);
	const real = credentials.find(({ values }) => !values.every(isPlaceholder));
	if (real !== undefined) throw realToken(real.place);
	return credentials.length === 0 ? 'none' : 'placeholder';
}

/**
 * Looks for a real token in a text that may be anything. A request that cannot be understood is
 * refused for its token first.
 *
 * @throws NotSentError for what looks like one.
 */
export function refuseTokenIn(text: string): void {
	for (const [, scheme, value = ''] of text.matchAll(AUTHORIZATION)) {
		if ((scheme !== undefined || isLikelyToken(value)) && !isPlaceholderStart(value)) {
			throw realToken('in the Authorization header');
		}
	}
	for (const [, value = ''] of text.matchAll(BEARER)) {
		if (isLikelyToken(value) && !isPlaceholderStart(value)) {
			throw realToken('after the word Bearer');
		}
	}
	if (WEB_TOKEN.test(text)) throw realToken('a JSON Web Token');
}

/**
 * Refuses a text that holds the very token of the credential, wherever it stands and in whatever form:
 * a comment, a header of another name, the page that the request was copied from.
 *
 * @throws NotSentError
 */
export function refuseTokenOf(accessToken: string, text: string): void {
	if (maskText(text, accessToken) !== text) throw realToken('that of the selected credential');
}

// Whatever wrote the request: curl in any shell, JSON, PowerShell, PHP. Every part is bounded.
const QUOTES = /["'“”‘’`\\^(]{0,4}/.source;
const NAME_END = `${QUOTES}\\s{0,3}(?::|=>?|,|%3A)\\s{0,3}${QUOTES}`;
const SCHEME_END = /(?:[^\S\n]|[:=+^]|%20|&nbsp;){1,8}/.source;
const VALUE = /([^\s"'“”‘’`\\,;)^]{1,300})/.source;
const AUTHORIZATION = new RegExp(
	`authorization${NAME_END}(?:(bearer|basic|digest|token|apikey|jwt|oauth)${SCHEME_END})?${VALUE}`,
	'gi',
);
const BEARER = new RegExp(`\\bbearer${SCHEME_END}${VALUE}`, 'gi');
const WEB_TOKEN = /(?<![\w-])eyJ[\w-]{10,}\.[\w-]{10}/;

/** A word of ordinary text after "bearer" is none, nor is an address. */
function isLikelyToken(value: string): boolean {
	if (/^https?:/i.test(value)) return false;
	return value.length >= 20 || (value.length >= 8 && /\d/.test(value));
}

interface Credential {
	place: string;
	values: string[];
}

function credentialsIn({ name, value }: Option): Credential[] {
	const text = value?.text ?? '';
	switch (name) {
		case 'header':
		case 'proxy-header':
			return credentialInHeader(text);
		case 'cookie':
			// Without an equals sign it is the name of a file.
			return text.includes('=') ? [cookies(text)] : [];
		case 'user':
		case 'proxy-user':
			return [{ place: 'as user name and password', values: split(text, ':') }];
		case 'oauth2-bearer':
		case 'pass':
		case 'proxy-pass':
		case 'tlspassword':
		case 'proxy-tlspassword':
			return [{ place: `in the option --${name}`, values: [text] }];
		case 'url':
		case 'proxy':
		case 'preproxy':
		case 'referer':
			return credentialInAddress(text);
		default:
			return [];
	}
}

function credentialInHeader(header: string): Credential[] {
	const [, name = '', text = ''] = /^\s*([^\s:=;]*)[\s:=;]*(.*)$/s.exec(header) ?? [];
	const lowerName = name.slice(0, 100).toLowerCase();
	if (lowerName === 'cookie') return [cookies(text)];
	if (lowerName.includes('authorization')) {
		return [{ place: 'in the Authorization header', values: [withoutScheme(text)] }];
	}
	return SECRET_NAME.test(lowerName) && !HARMLESS_NAME.test(lowerName)
		? [{ place: 'in a header', values: [withoutScheme(text)] }]
		: [];
}

const SECRET_NAME =
	/token|secret|auth(?!or)|api-?key|[-_]key$|^key$|passw|credential|jwt|session|signature|cookie/;
const HARMLESS_NAME = /^(?:postman-token|idempotency-key|sec-websocket-key)$/;

/** `Bearer Bearer x` happens when a token is copied with its scheme. */
function withoutScheme(value: string): string {
	return value.replace(
		/^(?:(?:bearer|basic|digest|token|apikey|api-key|jwt|oauth|negotiate)(?:[\s:=]{1,8}|$)){1,3}/i,
		'',
	);
}

function cookies(text: string): Credential {
	const values = split(text, ';').map((cookie) => cookie.slice(cookie.indexOf('=') + 1));
	return { place: 'in a cookie', values };
}

function credentialInAddress(address: string): Credential[] {
	const userInfo = /^[^/?#]{0,20}\/\/([^/?#]*)@/.exec(address)?.[1];
	return userInfo === undefined
		? []
		: [{ place: 'in the web address', values: split(userInfo, ':') }];
}

/** What is longer than any header can be is not taken apart: it is no placeholder as it stands. */
function split(text: string, separator: string): string[] {
	return text.length > 20_000 ? [text] : text.split(separator);
}

function realToken(place: string): NotSentError {
	return new NotSentError(
		`The pasted request holds a real access token (${place})`,
		'Remove the token here, for example by writing ACCESS_TOKEN in its place, and put it in the credential. A workflow is saved, exported and shared with everything that was pasted into it.',
	);
}

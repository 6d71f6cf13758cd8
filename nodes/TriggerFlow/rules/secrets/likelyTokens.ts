import { NotSentError } from '../errors/failure';
import { maskText } from './mask';
import { anyCase, PLACEHOLDER, SIGN } from './placeholders';

/** What tells a token from a word, where both can stand. */
const LIKELY = `(?!https?:)(?=${SIGN}{20}|(?=${SIGN}{8})${SIGN}{0,30}?\\d)`;
const VERY_LIKELY = `(?!https?:|\\d{4}-\\d\\d-)(?=${SIGN}{16})(?=(?:${SIGN}{0,30}?\\d){2})`;

const QUOTES = /["'“”‘’`\\^]{0,4}/.source;
const COLON = `${QUOTES}\\(?\\s{0,3}(?::|=>?|,|%3A)\\s{0,3}${QUOTES}`;
const BLANK = `(?:[^\\S\\n]|[:=+^]|%20|&nbsp;){1,8}["'“”‘’\\\\^]{0,4}`;
/** Where a mail has wrapped its lines. */
const WRAPPED = `(?:[^\\S\\n]|[\\\\^\`]){0,6}\\n[\\s>]{0,20}${QUOTES}${LIKELY}`;
const SCHEME = `(?:${anyCase('bearer|basic|digest|token|apikey|jwt|oauth')})(?:${BLANK}|${WRAPPED})`;
const HEADER = `(?:\\s-H|--(?:proxy-)?header)[\\s=]{0,3}${QUOTES}`;
const HARMLESS = `(?!(?:${anyCase('postman-token|idempotency-key|sec-websocket-key')})[\\s:;=])`;
const SECRET = `(?:[\\w-]{0,40}?(?:${anyCase('token|secret|auth(?!or)|api-?key|passw|credential|jwt|session|signature|cookie')})[\\w-]{0,40}|(?:[\\w-]{0,40}[-_])?[kK]ey)`;
const USER = `\\s(?:-[uU]|--(?:proxy-)?user)[\\s=]{1,3}${QUOTES}`;
const COOKIES = `(?:[\\w.-]{1,80}=[^;"'\\n]{0,200};\\s?){0,20}?[\\w.-]{1,80}=${LIKELY}`;
const PARAMETER = anyCase(
	'(?:access_|auth_)?token|(?:api|subscription)?[_-]?key|auth|code|secret|sig|signature',
);
const LABEL = anyCase('token|secret|api[ _-]?key|password');
/** Its environment, the sign between the two, and what a page or a table has there. */
const LABEL_END = `(?:[^\\S\\n]\\(?(?:for\\s)?(?!https?:)\\w{1,12}\\)?)?[*_]{0,2}(?:\\s{0,3}[:=|\\n\\t]|\\sis\\s|</\\w{1,9}>)(?:[\\s*|]|<[a-z]{1,8}(?:>|\\s[^<>]{0,80}?(?:>|value=))|Copy\\n){0,9}`;

/** What stands in front of a token, and ahead of it, by what is said of the place. */
const PLACES: Record<string, string> = {
	'in the Authorization header': `${anyCase('authorization')}${COLON}(?:(?:${SCHEME}){1,3}(?=${SIGN}{8})|${LIKELY})`,
	'after the word Bearer': `(?:^|\\W)${anyCase('bearer')}(?:${BLANK}(?:${LIKELY}|${SIGN}{1,40}[^\\S\\n]${VERY_LIKELY})|${WRAPPED})`,
	'a JSON Web Token': '(?:^|[^\\w-])(?=eyJ[\\w-]{10,120}\\.[\\w-]{10})',
	'in a cookie': `(?:(?:(?:${HEADER}|["'])[cC]ookie["']?\\s?[:=]\\s{0,3}["']?|\\s(?:-b|--cookie)[\\s=]{1,3}${QUOTES})${COOKIES}|Net\\.Cookie\\("[^"]{1,80}",\\s?")`,
	'in a header': `(?:${HEADER}|["'](?=[xX]-))${HARMLESS}${SECRET}${QUOTES}\\s{0,3}[:;=]\\s{0,3}(?:${SCHEME})?${QUOTES}${LIKELY}|(?:${HEADER}|["'])(?![\\w-]{1,40}[iI][dD][\\s:;="'])[xX]-[\\w-]{1,40}${QUOTES}\\s{0,3}[:=]\\s{0,3}${QUOTES}${VERY_LIKELY}`,
	'as user name and password': `${USER}(?:[^\\s"':]{1,99}:|${VERY_LIKELY})`,
	'in an option': `\\s--(?:oauth2-bearer|(?:proxy-)?(?:tls)?pass(?:word)?)[\\s=]{1,3}${QUOTES}`,
	'in the web address': `(?:(?:\\w:|[\\s"'])//(?:[^\\s/?#@:"']{0,100}:)?(?=[\\w.~%+-]{8,300}@)(?=[^@]{0,99}\\d)|[?&;](?:${PARAMETER})=${VERY_LIKELY})`,
	'behind a word such as token': `(?:(?:^|[^\\w-])${HARMLESS}[\\w-]{0,40}?(?:${LABEL})(?:${LABEL_END})|(?:#|\\sset|\\ssetx|-[gxU]{1,3})[^\\S\\n]{1,3}[\\w -]{0,40}?(?:${LABEL})[^\\S\\n]{1,3}|(?:^|[\\s,;([])(?:\\{\\s{0,9}|\\n)"[\\w-]{0,40}(?:${LABEL})"\\s?:\\s?)${QUOTES}${VERY_LIKELY}`,
};

/** What stands there where a token was deleted together with its quote. */
const OPTION = '--?[A-Za-z][a-z-]*(?:[\\s=]|$)';

/** Finds a real token in a text that may be anything; its last group. */
export const TOKEN = `(?:${Object.values(PLACES)
	.map((place) => `(${place})`)
	.join('|')})(?!${OPTION}|https?:)(?!${PLACEHOLDER})(${SIGN}{1,300})`;

/** All that looks like a real token in a text, in its order. */
export function findTokens(text: string): Array<{ place: string; value: string }> {
	const names = Object.keys(PLACES);
	return [...text.matchAll(new RegExp(TOKEN, 'g'))].map(([, ...groups]) => ({
		place: names[groups.findIndex((group) => group !== undefined)] as string,
		value: groups.at(-1) as string,
	}));
}

/** @throws NotSentError for what looks like a real token. It says where it is, never what it is. */
export function refuseTokenIn(text: string): void {
	const [found] = findTokens(text);
	if (found !== undefined) throw realToken(found.place);
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

/** What is said of a real token in a pasted request. @param place Where it stands. */
export function realToken(place: string): NotSentError {
	return new NotSentError(
		`The pasted request holds a real access token (${place})`,
		'Remove the token here, for example by writing ACCESS_TOKEN in its place, and put it in the credential. A workflow is saved, exported and shared with everything that was pasted into it.',
	);
}

/**
 * Patterns for one character of a token in every form in which a service may send it back: as it is, in any
 * case, percent-encoded, escaped as JSON and JavaScript do, escaped as HTML does, each of them up to
 * three times over.
 */

/**
 * The forms of a character: together they match wherever it may end.
 *
 * @param before What may stand in front of the bare character: an escape.
 */
export function formsOf(sign: string, before: string): string[] {
	const code = sign.charCodeAt(0);
	const other = OF_BASE64_URL[sign];
	const bare = other === undefined ? escaped(sign) : `[${sign}${other}]`;
	return [...entitiesOf(sign, code), `\\\\{1,7}${escapeOf(code)}`, `${before}${bare}`];
}

/** The forms of one backslash. */
export function formsOfBackslash(): string[] {
	const code = '\\'.charCodeAt(0);
	return [`\\\\${escapeOf(code)}`, '\\\\', ...entitiesOf('\\', code)];
}

/** What stands behind the backslash of an escape. */
function escapeOf(code: number): string {
	const hex = hexOf(code);
	return `(?:u00${hex}|u\\{0{0,6}${hex}\\}|x${hex})`;
}

/** Those of a percent sign and of an ampersand go on like the sign itself: each length is another form. */
function entitiesOf(sign: string, code: number): string[] {
	const hex = hexOf(code);
	const html = `(?:#0{0,9}${code}|#x0{0,9}${hex}${HTML_NAMES[sign] ?? ''})`;
	const depths = sign === '%' || sign === '&' ? ['{3}', '{2}', '', '{0}'] : ['{0,3}'];
	return depths.flatMap((depth) => [
		`%(?:25)${depth}(?:u00)?${hex}`,
		`&(?:amp;?)${depth}${html};`,
		`&(?:amp;?)${depth}${html}`,
	]);
}

function hexOf(code: number): string {
	return code.toString(16);
}

function escaped(character: string): string {
	return character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** What the bare character may be beside itself: Base64 for addresses has two other signs. */
export const OF_BASE64_URL: Record<string, string> = { '+': '-', '/': '_', '-': '+', _: '/' };

/** https://html.spec.whatwg.org/multipage/named-characters.html, those of visible ASCII. */
const HTML_NAMES: Record<string, string> = {
	'!': '|excl',
	'"': '|quot',
	'#': '|num',
	$: '|dollar',
	'%': '|percnt',
	'&': '|amp',
	"'": '|apos',
	'(': '|lpar',
	')': '|rpar',
	'*': '|ast|midast',
	'+': '|plus',
	',': '|comma',
	'.': '|period',
	'/': '|sol',
	':': '|colon',
	';': '|semi',
	'<': '|lt',
	'=': '|equals',
	'>': '|gt',
	'?': '|quest',
	'@': '|commat',
	'[': '|lsqb|lbrack',
	'\\': '|bsol',
	']': '|rsqb|rbrack',
	'^': '|hat',
	_: '|lowbar|underbar',
	'`': '|grave|diacriticalgrave',
	'{': '|lcub|lbrace',
	'|': '|vert|verbar|verticalline',
	'}': '|rcub|rbrace',
};

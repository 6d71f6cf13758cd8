/**
 * A pattern that finds an access token in every form in which a service may send it back: as it is,
 * in any case, percent-encoded, escaped as JSON and JavaScript do, escaped as HTML does, each of them
 * up to three times over and character by character, in UTF-16 that was read byte by byte, and within
 * anything that was encoded as Base64.
 *
 * Every part but a run of backslashes is bounded, and such a run is searched from its beginning alone: the
 * time grows with the length of the text, whatever the text and the token are.
 *
 * @param accessToken Visible ASCII.
 */
export function tokenPattern(accessToken: string): RegExp {
	const forms = [accessToken, ...base64Cores(accessToken)];
	// Most characters of a text begin none of them: that is seen at once, which makes it five times faster.
	const first = forms.map(([sign = '']) => `${escaped(sign)}${FIRST_OF_BASE64_URL[sign] ?? ''}`);
	return new RegExp(`(?=[${first.join('')}\\\\%&])(?:${forms.map(anyFormOf).join('|')})`, 'gi');
}

/** The most characters that one of a token's takes in any form (`&amp;amp;amp;diacriticalgrave;`), and a 0. */
export const LONGEST_FORM = 31;

/** A text with each of its characters in any form; UTF-16 has a zero byte between two of them. */
function anyFormOf(text: string): string {
	const runs = text.match(/\\+|[^\\]/g) ?? [];
	return runs
		.map((run, index) => {
			if (run.startsWith('\\')) return backslashes(run.length, index === 0);
			const isBehindBackslashes = runs[index - 1]?.startsWith('\\') ?? false;
			// The search begins at the first of many backslashes, or behind them.
			const escape = index === 0 ? '(?:(?<!\\\\)\\\\{1,7})?' : '\\\\{0,7}';
			return character(run, isBehindBackslashes ? '' : escape);
		})
		.join('\\0?');
}

/** @param before What may stand in front of the bare character: an escape. */
function character(sign: string, before: string): string {
	const code = sign.charCodeAt(0);
	const bare = BASE64_URL[sign] ?? escaped(sign);
	// The longer forms come first: what is left of one would tell the last sign of the token.
	return `(?:${entityOf(sign, code)}|\\\\{1,7}${escapeOf(code)}|${before}${bare})`;
}

/**
 * Escaping makes more of them: a run is one that is at least as long. The search for a token that
 * begins with one begins where the run does: else it would begin anew at each place within.
 */
function backslashes(count: number, isFirst: boolean): string {
	const code = '\\'.charCodeAt(0);
	const one = `(?:\\\\${escapeOf(code)}?|${entityOf('\\', code)})`;
	return `${isFirst ? `(?<!${one}\\0?)` : ''}${one}(?:\\0?${one}){${count - 1},}`;
}

/** What stands behind the backslash of an escape. */
function escapeOf(code: number): string {
	const hex = hexOf(code);
	return `(?:u00${hex}|u\\{0{0,6}${hex}\\}|x${hex})`;
}

function entityOf(sign: string, code: number): string {
	const hex = hexOf(code);
	const names = HTML_NAMES[sign] ?? '';
	return `%(?:25){0,3}(?:u00)?${hex}|&(?:amp;){0,3}(?:#0{0,9}${code}|#x0{0,9}${hex}${names});?`;
}

function hexOf(code: number): string {
	return code.toString(16).padStart(2, '0');
}

function escaped(character: string): string {
	return character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

const BASE64_URL: Record<string, string> = { '+': '[+-]', '/': '[/_]' };
const FIRST_OF_BASE64_URL: Record<string, string> = { '+': '\\-', '/': '_' };

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

/** Shorter ones would be found by chance. */
const SHORTEST_CORE = 8;

/**
 * What is the same in every Base64 text of something that holds `text`: three characters of it stand
 * for four, so it depends on where `text` begins, and the ends mix with their neighbours.
 */
function base64Cores(text: string): string[] {
	return [0, 1, 2]
		.map((offset) => {
			const encoded = Buffer.from('\0'.repeat(offset) + text).toString('base64');
			const end = Math.floor((8 * (offset + text.length)) / 6);
			return encoded.slice(Math.ceil((8 * offset) / 6), end);
		})
		.filter((core) => core.length >= SHORTEST_CORE);
}

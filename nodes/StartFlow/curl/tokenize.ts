export interface Word {
	text: string;
	start: number;
	end: number;
	/** Whether each quote that opens in the word also closes. */
	isClosed: boolean;
}

interface Quoting {
	/** The first group is the content, the second one the closing quote. Without quotes, there is no second group. */
	pattern: RegExp;
	unescape: (content: string) => string;
}

/** No pattern matches the same text in two ways, so the time grows only with the length of the text. */
const QUOTINGS: Quoting[] = [
	// $'…' in bash
	{ pattern: /\$'((?:[^'\\]|\\[^]?)*)('|)/y, unescape: unescapeAnsiC },
	// '…' in bash
	{ pattern: /'([^']*)('|)/y, unescape: (content) => content },
	// "…" in bash, and in cmd as people write it. Postman also escapes ! and #.
	{
		pattern: /"((?:[^"\\]|\\[^]?)*)("|)/y,
		unescape: (content) => content.replace(/\\(["\\$`!#])/g, '$1'),
	},
	// ^"…^" in cmd as browsers write it: escaped with backslashes for curl, then with carets for cmd.
	// For example, ^"say ^\^"hi^\^" ^& go^" is: say "hi" & go
	{
		pattern: /\^"((?:[^^]|\^\\(?:\^[^])?|\^[^"\\])*)(\^"|)/y,
		unescape: (content) => content.replace(/\^([^])/g, '$1').replace(/\\(["\\])/g, '$1'),
	},
	// no quotes: up to a blank, a quote, or a ; ) or ` that ends the command because nothing follows it
	{
		pattern: /((?:(?![;)`](?:\s|$))[^\s'"\\^$]|\\\S|\^[^\s"]|\$(?!'))+)/y,
		unescape: (content) => content.replace(/[\\^]([^])/g, '$1'),
	},
];

/** A `\` or `^` joins two lines. n8n may have turned the line break after it into a blank. */
const BLANKS = /(?:[\\^]?\s)*/y;
const CONTROL_CHARACTERS: Record<string, string> = { n: '\n', r: '\r', t: '\t' };

/** Parses the next word from a position. A line break separates words like a blank. */
export function parseWord(text: string, from: number): Word | undefined {
	BLANKS.lastIndex = from;
	BLANKS.test(text);
	const start = BLANKS.lastIndex;
	const word: Word = { text: '', start, end: start, isClosed: true };
	while (appendPart(text, word)) continue;
	return word.end > start ? word : undefined;
}

function appendPart(text: string, word: Word): boolean {
	for (const { pattern, unescape } of QUOTINGS) {
		pattern.lastIndex = word.end;
		const [whole, content = '', closing] = pattern.exec(text) ?? [];
		if (whole === undefined) continue;
		word.text += unescape(content);
		word.end += whole.length;
		word.isClosed &&= closing !== '';
		return true;
	}
	return false;
}

/** Chrome writes \u, Firefox \x and \041. */
function unescapeAnsiC(content: string): string {
	const escape = /\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|([0-7]{3})|([^]))/g;
	return content.replace(escape, (_, unicode, hex, octal, character) => {
		if (character !== undefined) return CONTROL_CHARACTERS[character] ?? character;
		return String.fromCharCode(octal ? parseInt(octal, 8) : parseInt(unicode ?? hex, 16));
	});
}

/**
 * The text of a `$'…'` string, without its quotes: bash's ANSI-C quoting (Bash Reference Manual,
 * section 3.1.2.4). Browsers write it for a request with an apostrophe or a line break in it.
 */
export function decodeAnsi(text: string): string {
	return text.replace(ESCAPE, (escape: string, code: string | undefined) =>
		code === undefined ? decodeBytes(escape) : decode(escape, code),
	);
}

/** Bytes that follow each other are taken together: `\xc3\xa9` is one character in UTF-8. */
const ESCAPE =
	/(?:\\(?:x[\da-fA-F]{1,2}|[0-7]{1,3}))+|\\(u[\da-fA-F]{1,4}|U[\da-fA-F]{1,8}|c[^]|[^])/g;

/** Browsers write a character beyond the first 65,536 as two `\u`: halves that join again here. */
function decode(escape: string, code: string): string {
	const simple = SIMPLE.get(code);
	if (simple !== undefined) return simple;
	if (code.length === 1) return escape;
	if (code.startsWith('c')) return String.fromCharCode(code.charCodeAt(1) & 0x1f);
	const point = parseInt(code.slice(1), 16);
	return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
}

const SIMPLE = new Map([
	['a', '\u0007'],
	['b', '\b'],
	['e', '\u001b'],
	['E', '\u001b'],
	['f', '\f'],
	['n', '\n'],
	['r', '\r'],
	['t', '\t'],
	['v', '\v'],
	['\\', '\\'],
	["'", "'"],
	['"', '"'],
	['?', '?'],
]);

function decodeBytes(escapes: string): string {
	const codes = escapes.slice(1).split('\\');
	const bytes = codes.map((code) =>
		code.startsWith('x') ? parseInt(code.slice(1), 16) : parseInt(code, 8),
	);
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
	} catch {
		// Not what bash makes of it, but what was meant: Firefox writes `\xe9` for the letter é.
		return bytes.map((byte) => String.fromCharCode(byte)).join('');
	}
}

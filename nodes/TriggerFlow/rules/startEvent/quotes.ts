import { decodeAnsi } from './ansiQuote';

/** What stands in one pair of quotes. */
export interface Quoted {
	text: string;
	/** Behind the closing quote. */
	end: number;
	/** Whether a shell would put something else in place of a part of it, such as `$NAME`. */
	expands: boolean;
	isClosed: boolean;
}

/**
 * The quoted text that begins at `at`; `undefined` when no quote opens there. Knows `'…'`, `"…"`,
 * `$'…'`, and the typographic quotes that documents make of the first two.
 *
 * @param isPowerShell A doubled quote in a string is that quote, and the escape is a backtick.
 */
export function readQuoted(text: string, at: number, isPowerShell: boolean): Quoted | undefined {
	if (text.startsWith("$'", at)) return ansiQuoted(text, at + 2);
	if (text.startsWith('$"', at)) return doubleQuoted(text, at + 2, '"', isPowerShell);
	const quote = text[at] ?? '';
	if (quote === "'") return singleQuoted(text, at + 1, isPowerShell);
	if (quote === '"') return doubleQuoted(text, at + 1, '"', isPowerShell);
	if (TYPOGRAPHIC_SINGLE.includes(quote)) return typographicSingle(text, at + 1);
	if (TYPOGRAPHIC_DOUBLE.includes(quote)) {
		return doubleQuoted(text, at + 1, `"${TYPOGRAPHIC_DOUBLE}`, isPowerShell);
	}
	return undefined;
}

export const TYPOGRAPHIC_DOUBLE = '“”„‟';
export const TYPOGRAPHIC_SINGLE = '‘’‚‛';

/** A `$` that a shell reads as the beginning of a name, a command or a calculation. */
export const EXPANSION = /\$[A-Za-z_{(]/y;

function singleQuoted(text: string, start: number, isPowerShell: boolean): Quoted {
	let end = text.indexOf("'", start);
	let quoted = '';
	let from = start;
	while (isPowerShell && end !== -1 && text[end + 1] === "'") {
		quoted += text.slice(from, end + 1);
		from = end + 2;
		end = text.indexOf("'", from);
	}
	return closed(text, end, quoted + text.slice(from, end === -1 ? undefined : end));
}

function ansiQuoted(text: string, start: number): Quoted {
	const end = unescapedEnd(text, start);
	return closed(text, end, decodeAnsi(text.slice(start, end === -1 ? undefined : end)));
}

function unescapedEnd(text: string, start: number): number {
	let at = start;
	while (at < text.length && text[at] !== "'") at += text[at] === '\\' ? 2 : 1;
	return at < text.length ? at : -1;
}

/** An apostrophe in the text is the same sign as the closing quote: only the latter ends a word. */
function typographicSingle(text: string, start: number): Quoted {
	TYPOGRAPHIC_SINGLE_END.lastIndex = start;
	const end = TYPOGRAPHIC_SINGLE_END.exec(text)?.index ?? -1;
	return closed(text, end, text.slice(start, end === -1 ? undefined : end));
}

const TYPOGRAPHIC_SINGLE_END = /['‘’‚‛](?=[\s\\`)]|$)/g;

function closed(text: string, end: number, quoted: string): Quoted {
	return {
		text: quoted,
		end: end === -1 ? text.length : end + 1,
		expands: false,
		isClosed: end !== -1,
	};
}

function doubleQuoted(text: string, start: number, closers: string, isPowerShell: boolean): Quoted {
	const end = endOfDouble(text, start, closers, isPowerShell);
	const raw = text.slice(start, end === -1 ? undefined : end);
	const unescaped = isPowerShell
		? raw.replace(POWERSHELL_ESCAPE, powerShellEscaped)
		: raw.replace(/\\([\\$`"“”„‟])|\\\n/g, '$1');
	return { ...closed(text, end, unescaped), expands: hasExpansion(raw, isPowerShell) };
}

function endOfDouble(text: string, start: number, closers: string, isPowerShell: boolean): number {
	for (let at = start; at < text.length; at += 1) {
		const sign = text[at] ?? '';
		const isDoubled = isPowerShell && text[at + 1] === sign && closers.includes(sign);
		if (sign === '\\' || (isPowerShell && sign === '`') || isDoubled) at += 1;
		else if (closers.includes(sign)) return at;
	}
	return -1;
}

function hasExpansion(raw: string, isPowerShell: boolean): boolean {
	const rest = raw.replace(isPowerShell ? /`[^]/g : /\\[^]/g, ' ');
	return EXPANSION_ANYWHERE.test(rest);
}

const EXPANSION_ANYWHERE = /\$[A-Za-z_{(]|`/;

/**
 * PowerShell has no backslash escape, but Windows programs want one in front of a quote: what
 * they see is what counts.
 */
const POWERSHELL_ESCAPE = /\\?(["“”„‟])\1|\\(["“”„‟])|`([^])/g;

function powerShellEscaped(_escape: string, doubled?: string, quote?: string, sign = ''): string {
	return doubled ?? quote ?? POWERSHELL_SIGNS.get(sign) ?? sign;
}

const POWERSHELL_SIGNS = new Map([
	['n', '\n'],
	['r', '\r'],
	['t', '\t'],
	['\n', ''],
]);

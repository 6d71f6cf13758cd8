/** How a program quotes a JSON text. */
export interface Quoting {
	/** What stands in front of the JSON's first brace, `\0` for that, and what stands for its first quote. */
	beginning: RegExp;
	/** The signs that end it. */
	ends: string;
	/** Sticky: a sign that stands for something else. `variable` is what only a shell could fill in. */
	escape: RegExp;
	isForWindows?: boolean;
}

export const SINGLE_QUOTES = "'‘’‚‛";

/**
 * As shells, programs and PowerShell write an apostrophe between single quotes. A whole word between two of
 * them may as well be one that stands outside of the quotes.
 */
const APOSTROPHE =
	/'\\(')'|'"(')"'|(?<variable>'"?\$[A-Za-z_{(]|(?<![\w'\u00c0-\uffff])'("?)[^'"]+\4'(?![\w\u00c0-\uffff]))|'(')/;
/** To a program on Windows, a backslash means something only in front of a quote. */
const BACKSLASHES = /(?<pairs>(?:\\\\)*)\\"|(\\+)/;
const VARIABLE = /(?<variable>\$[A-Za-z_{(])/;
const VARIABLE_OR_COMMAND = /(?<variable>\$[A-Za-z_{(]|`)/;
/** `[char]` is how Chrome writes what is no ASCII. */
const BACKTICK = /\$\(\[char\](?<char>\d{1,5})\)|`(?<blank>[nrt])|`([^])/;
/** Of `$'…'` and of programs. `\u` means the same to JSON. */
const PROGRAMMED =
	/(?<bytes>(?:\\(?:x[\da-fA-F]{1,2}|[0-7]{1,3}))+)|\\U(?<code>[\da-fA-F]{1,8})|\\(?<blank>[nrt])|\\([\\'"?])/;

/** A shell takes the quotes within for those around, and out. */
export const AMBIGUOUS = quoting(/"\n?\0["“”„‟]/, '');

/**
 * The first that fits is the one. Sources: Bash Reference Manual, 3.1.2 and 3.6.6; Microsoft, "Parsing
 * C command-line arguments" and "about_Quoting_Rules"; what browsers copy.
 */
const QUOTINGS: Quoting[] = [
	// <<'EOF' and @'…'@: everything stands for itself.
	quoting(/(?:<<-?[ \t]*["'\\]\w[^\n]*|@')\n\0/, ''),
	quoting(/<<-?[ \t]*\w[^\n]*\n\0/, '', /\\([\\$`])|\\\n()/, VARIABLE_OR_COMMAND),
	quoting(/@"\n\0/, '', BACKTICK, VARIABLE),
	quoting(/\$'\n?\0/, "'", PROGRAMMED),
	quoting(/\bbody["']?\s*:\s*"\0\\/, '"', PROGRAMMED),
	quoting(/\bbody["']?\s*:\s*'\0/, "'", PROGRAMMED),
	// Windows PowerShell loses a quote without a backslash on the way to a program.
	quoting(/['‘’‚‛]\n?\0\\/, SINGLE_QUOTES, APOSTROPHE, BACKSLASHES),
	quoting(/['‘’‚‛]\n?\0/, SINGLE_QUOTES, APOSTROPHE),
	// Browsers put a caret before every sign for cmd.exe, and write two line breaks for one.
	quoting(/"\n?\0.*\^/, '"', /\^\\\^(["\\])|\^\n(\n)|\^([^"])/),
	quoting(/"\n?\0`/, '"', BACKTICK, /"(")/, VARIABLE),
	quoting(/"\n?\0""/, '"', /"(")/, VARIABLE),
	{ ...quoting(/"\n?\0\\/, '"', BACKSLASHES), isForWindows: true },
	{
		...quoting(/"\n?\0\\/, '"', /\\([\\$`"])|\\\n()/, VARIABLE_OR_COMMAND),
		isForWindows: false,
	},
	quoting(/"\n?\0\\/, '"', /\\([$`"])|(?<variable>\\\\|\$[A-Za-z_{(]|`)/),
	AMBIGUOUS,
	// As bash prints a text that it has been given: a backslash before every sign.
	quoting(/\0\\/, '', /\\([^])/),
	// The quote in front of it may be lost.
	quoting(/\0/, '', /'\\(')'/),
];

function quoting(beginning: RegExp, ends: string, ...escapes: RegExp[]): Quoting {
	const source = escapes.map((escape) => escape.source).join('|') || '(?!)';
	return { beginning, ends, escape: new RegExp(source, 'y') };
}

/** How a JSON text is quoted, by how that begins: see `Quoting`. */
export function quotingOf(text: string, isForWindows?: boolean): Quoting {
	const fits = ({ beginning, isForWindows: only = isForWindows }: Quoting) =>
		only === isForWindows && beginning.test(text);
	return QUOTINGS.find(fits) as Quoting;
}

/** What an escape that was found stands for. */
export function undone(found: RegExpExecArray): string {
	const { pairs, char, blank, bytes, code } = found.groups ?? {};
	if (pairs !== undefined) return `${pairs.slice(pairs.length / 2)}"`;
	if (char !== undefined) return String.fromCharCode(Number(char));
	// Between two texts, all blanks are the same, and in one, JSON has none of them.
	if (blank !== undefined) return '\n';
	if (bytes !== undefined) return fromBytes(bytes);
	if (code !== undefined) return String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff));
	return found.slice(1).find((group) => group !== undefined) ?? '';
}

/** Bytes that follow each other are one character in UTF-8, but Firefox writes `\xe9` for the letter é. */
function fromBytes(escaped: string): string {
	const codes = escaped.slice(1).split('\\');
	const bytes = Buffer.from(
		codes.map((code) => (code.startsWith('x') ? parseInt(code.slice(1), 16) : parseInt(code, 8))),
	);
	return bytes.toString().includes('\ufffd') ? bytes.toString('latin1') : bytes.toString();
}

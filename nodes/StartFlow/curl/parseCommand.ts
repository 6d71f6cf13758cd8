/** The options of curl that matter here, and the usual ones that have a value. All others count as options without one. */
const OPTIONS = {
	method: ['X', 'request'],
	address: ['url'],
	header: ['H', 'header'],
	data: [
		['d', 'data', 'data-ascii', 'data-binary', 'data-raw', 'json'],
		// These read or put the body elsewhere, or begin a second request. They count as a further body, so they are refused.
		['F', 'G', 'T', 'data-urlencode', 'form', 'form-string', 'get', 'next', 'upload-file'],
		['url-query'],
	].flat(),
	ignored: [
		[...'AbcCDeEKmoPQrtuUwxyYz'],
		['cacert', 'cert', 'config', 'cookie', 'key', 'oauth2-bearer', 'output', 'referer'],
		['connect-timeout', 'limit-rate', 'max-redirs', 'max-time', 'retry', 'retry-delay'],
		['connect-to', 'interface', 'noproxy', 'proto', 'proxy', 'resolve'],
		['user', 'user-agent', 'write-out'],
	].flat(),
};

type Kind = keyof typeof OPTIONS;

export interface Command {
	/** The values of its options, and its address. */
	words: Record<Exclude<Kind, 'ignored'>, string[]>;
	end: number;
}

const KIND_BY_NAME = new Map(
	Object.entries(OPTIONS).flatMap(([kind, names]) => names.map((name) => [name, kind as Kind])),
);
const OPTION_LETTERS = [...KIND_BY_NAME.keys()].filter((name) => name.length === 1).join('');
const LONG_OPTION = /^--([a-z][\w-]*)(?:=([^]*))?$/;
/** -X PUT, -XPUT, -X=PUT, and after other letters -sSLX PUT. */
const SHORT_OPTION = new RegExp(`^-\\w*?([${OPTION_LETTERS}])=?([^]+)?$`);
/** An address, or what people write instead: a host without https://, a variable, a placeholder. */
const ADDRESS = /^(?:\w[\w-]*[.:/]|[$<{%.])\S/;

/** Parses a curl command, up to the first word that is neither an option nor the address. */
export function parseCommand(text: string, from: number): Command {
	const words: Command['words'] = { method: [], address: [], header: [], data: [] };
	const command = { words, end: from };
	let word = parseWord(text, from);
	while (word !== undefined) {
		const isAddress = words.address.length === 0 && ADDRESS.test(word.text);
		if (!isAddress && !word.text.startsWith('-')) break;
		const { kind, joinedValue } = isAddress
			? { kind: 'address' as const, joinedValue: word.text }
			: parseOption(word.text);
		const isInNextWord = kind !== undefined && joinedValue === undefined;
		const value = isInNextWord ? parseWord(text, word.end) : { ...word, text: joinedValue ?? '' };
		if (value === undefined) break;
		if (kind !== undefined && kind !== 'ignored') words[kind].push(value.text);
		command.end = value.end;
		word = parseWord(text, value.end);
	}
	return command;
}

function parseOption(word: string): { kind?: Kind; joinedValue?: string } {
	const [, name = '', joinedValue] = LONG_OPTION.exec(word) ?? SHORT_OPTION.exec(word) ?? [];
	return { kind: KIND_BY_NAME.get(name), joinedValue };
}

interface Word {
	text: string;
	end: number;
}

/** A `\` or `^` joins two lines. n8n may have turned the line break after it into a blank. */
const BLANKS = /(?:[\\^]?\s)*/y;

/**
 * A part of a word: '…', in which an apostrophe between letters is text, as in it's, "…", or text without quotes, up to a blank, a
 * quote, or a ; ) or ` that ends the command because nothing follows it. It matches no text in two ways, so the time grows only with
 * the length.
 */
const PART =
	/'((?:[^']|(?<=\p{L})'(?=\p{L}))*)'?|"((?:[^"\\]|\\[^]?)*)"?|((?:(?![;)`](?:\s|$))[^\s'"\\]|\\\S)+)/guy;

/** Parses the next word from a position. A line break separates words like a blank. */
function parseWord(text: string, from: number): Word | undefined {
	BLANKS.lastIndex = from;
	BLANKS.test(text);
	const start = BLANKS.lastIndex;
	const word: Word = { text: '', end: start };
	PART.lastIndex = start;
	for (const [part, single, double, plain = ''] of text.matchAll(PART)) {
		// Postman also escapes ! and #.
		const inQuotes = single ?? double?.replace(/\\(["\\$`!#])/g, '$1');
		word.text += inQuotes ?? plain.replace(/\\([^])/g, '$1');
		word.end += part.length;
	}
	return word.end > start ? word : undefined;
}

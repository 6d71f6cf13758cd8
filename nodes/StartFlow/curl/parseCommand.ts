import { parseJson } from '../shared/json';

/** The options of curl that matter here, and the usual ones that have a value. All others count as options without one. */
const OPTIONS = {
	method: 'X request',
	address: 'url',
	/** What reads or puts the body elsewhere, or begins a second request, counts as a further body, so it is refused. */
	data: 'd data data-ascii data-binary data-raw json F G T data-urlencode form form-string get next upload-file url-query',
	header: 'H header',
	ignored: `A b c C D e E K m o P Q r t u U w x y Y z cacert cert config connect-timeout connect-to cookie key
		interface limit-rate max-redirs max-time noproxy oauth2-bearer output proto proxy referer resolve retry retry-delay user user-agent write-out`,
};

type Kind = keyof typeof OPTIONS;

export interface Command {
	/** The values of its options, and its address. */
	words: Record<Kind, Word[]>;
	end: number;
}

const KINDS = Object.keys(OPTIONS) as Kind[];
const KIND_BY_NAME = new Map(
	KINDS.flatMap((kind) => OPTIONS[kind].split(/\s+/).map((name) => [name, kind])),
);
const OPTION_LETTERS = [...KIND_BY_NAME.keys()].filter((name) => name.length === 1).join('');
const LONG_OPTION = /^--([a-z][\w-]*)(?:=([^]*))?$/;
/** -X PUT, -XPUT, -X=PUT, and after other letters -sSLX PUT. */
const SHORT_OPTION = new RegExp(`^-\\w*?([${OPTION_LETTERS}])=?([^]+)?$`);
/** An address, or what people write instead: a host without https://, a variable, a placeholder. */
const ADDRESS = /^(?:[\w-]+[.:/]|[$<{%.])\S/;

/** Parses a curl command, up to the first word that is neither an option nor the address. */
export function parseCommand(text: string, from: number): Command {
	const words: Command['words'] = { method: [], address: [], data: [], header: [], ignored: [] };
	let end = from;
	for (let word = parseWord(text, end); word; word = parseWord(text, end)) {
		const isOption = word.text.startsWith('-');
		const isAddress = words.address.length === 0 && ADDRESS.test(word.text);
		if (!isOption && !isAddress) break;
		end = word.end;
		const [, name = '', joinedValue] =
			LONG_OPTION.exec(word.text) ?? SHORT_OPTION.exec(word.text) ?? [];
		const kind = isOption ? KIND_BY_NAME.get(name) : 'address';
		if (kind === undefined) continue;
		const isInNextWord = isOption && joinedValue === undefined;
		const value = isInNextWord ? parseWord(text, end) : { ...word, text: joinedValue ?? word.text };
		if (value === undefined) break;
		// A second body is refused, so it is not searched for JSON. That would take long for many of them.
		const isBody = kind === 'data' && words.data.length === 0;
		const whole = isBody ? withRawJson(text, value) : value;
		words[kind].push(whole);
		end = whole.end;
	}
	return { words, end };
}

/**
 * Replaces a word by the JSON in it, if that is valid. This helps if the shell's quote also occurs in the JSON, as in
 * '{"name": "it's"}': the braces show where the JSON ends.
 */
function withRawJson(text: string, word: Word): Word {
	const start = text.indexOf('{', word.start);
	if (start === -1 || start >= word.end) return word;
	const opening = text.slice(word.start, start).trimEnd();
	const json = sliceObject(text, start);
	if (json === undefined || 'problem' in parseJson(json)) return word;
	const end = start + json.length;
	const isQuoted = /['"]$/.test(opening);
	const [closingQuote = ''] = /^\s*['"]/.exec(text.slice(end)) ?? [];
	return {
		text: json,
		start: word.start,
		end: isQuoted ? end + closingQuote.length : end,
		isClosed: true,
	};
}

/** Returns the text from a brace to the one that closes it. */
function sliceObject(text: string, start: number): string | undefined {
	let depth = 0;
	for (const { 0: token, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\[^]?)*"?|[{}]/g)) {
		if (token === '{') depth += 1;
		if (token === '}') depth -= 1;
		if (depth === 0) return text.slice(start, start + index + 1);
	}
	return undefined;
}

interface Word {
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
	{ pattern: /'([^']*)('|)/y, unescape: (content) => content },
	// "…". Postman also escapes ! and #.
	{
		pattern: /"((?:[^"\\]|\\[^]?)*)("|)/y,
		unescape: (content) => content.replace(/\\(["\\$`!#])/g, '$1'),
	},
	// no quotes: up to a blank, a quote, or a ; ) or ` that ends the command because nothing follows it
	{
		pattern: /((?:(?![;)`](?:\s|$))[^\s'"\\]|\\\S)+)/y,
		unescape: (content) => content.replace(/\\([^])/g, '$1'),
	},
];

/** A `\` or `^` joins two lines. n8n may have turned the line break after it into a blank. */
const BLANKS = /(?:[\\^]?\s)*/y;

/** Parses the next word from a position. A line break separates words like a blank. */
function parseWord(text: string, from: number): Word | undefined {
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

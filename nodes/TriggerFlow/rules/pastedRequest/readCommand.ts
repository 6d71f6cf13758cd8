import type { FoundCommand } from './findCommands';

/** The options of curl and PowerShell that matter, and, as `other`, those that may hold an address. */
const OPTIONS = {
	method: 'X request method',
	address: 'url uri',
	data: 'd data data-ascii data-binary data-raw json body',
	elsewhere:
		'F G K T form form-string data-urlencode get url-query request-target upload-file config infile',
	other:
		'A b c C D e E H m o P Q r t u U w x y Y z header proxy-header headers proxy preproxy referer user-agent useragent',
};

/** What a command is told, by the kind of its options; a mark for each body that was found. */
export type Command = Record<keyof typeof OPTIONS, string[]>;
const KINDS = new Map(
	Object.entries(OPTIONS).flatMap(([kind, names]) =>
		names.split(' ').map((name) => [name, kind as keyof Command]),
	),
);

export function readCommand({ text }: FoundCommand): Command {
	const command: Command = { method: [], address: [], data: [], elsewhere: [], other: [] };
	// A fetch: nothing else has a bracket behind its name.
	if (text.startsWith('(')) return readFetch(text, command);
	const words = wordsOf(text);
	for (const word of words) {
		const option = LONG.exec(word) ?? SHORT.exec(word);
		if (option === null) {
			command[ADDRESS.test(word) ? 'address' : 'other'].push(word);
			continue;
		}
		const [, name = '', value] = option;
		// To PowerShell, a name is the same in any case.
		const kind = KINDS.get(name.length > 1 ? name.toLowerCase() : name);
		if (kind === undefined) continue;
		const held = value || words.next().value || '';
		// What looks like a body there is none.
		command[kind === 'other' && held.includes('\0') ? 'elsewhere' : kind].push(held);
	}
	// An address on the next line belongs to the command only if it has no other.
	const further = BELOW.test(text) ? command.other.filter((each) => OWN.test(each)) : [];
	return { ...command, address: [...command.address, ...further] };
}

/** What stands there as it is: what a program puts together has no value here. */
function readFetch(text: string, command: Command): Command {
	const address = /^\(\s*(["'`])(https?:(?:(?!\1)[^\\\n])*)\1[,)]/i.exec(text)?.[2] ?? '';
	const method = /[\s{,"']method["']?\s*:\s*["'`](\w*)/i.exec(text)?.[1] ?? '';
	const found = FETCHED.exec(text);
	if (found === null) return { ...command, address: [address], method: [method] };
	const word = found[1] ?? found[2] ?? '';
	const data = [word.includes('\0') ? word : `\${${word}`];
	return { ...command, address: [address], method: [method], data };
}

const FETCHED =
	/[\s{,"']body["']?\s*:\s*(?:(?:JSON\.stringify\(\s*(\0\d+\0|\w+)\s*\)|(\0\d+\0|\w+))(?=\s*[,}]))?/;

/** `--request=PUT`, `-XPUT`, `-sSLX PUT`; in PowerShell, `-Method PUT` and `-Method:PUT`. */
const LONG =
	/^(?:--|-(?=(?:body|form|headers|infile|method|proxy|uri|useragent)(?::|$)))([a-z][\w.-]+)[=:]?([^]*)/i;
const SHORT = /^-[^-AbcCdDeEFGHKmoPQrtTuUwxXyYz]*([^-])=?([^]*)/;
const BELOW = /[^\s\\^`][ \t]*\n\s*["']?http/i;
const OWN = /^(?:\$\{|[^\s/]+\/)/;
const ADDRESS = /^\s*(?:\[[^\]]*\]\(|<)?[a-z][a-z\d+.-]*:\/\//i;

/**
 * The words of a command, the quotes around them and their escapes undone. What a shell would fill in
 * begins with `${`, however it was written.
 */
function* wordsOf(text: string): Generator<string> {
	const signs = withPlainSigns(text);
	const line = signs.includes('^"') ? signs.replace(/\^([^])/g, '$1') : signs;
	// A hostile text has the same one many thousand times.
	const known = new Map<string, string>();
	for (const [word] of line.matchAll(WORD)) {
		if (/^[\n;&|#]/.test(word)) return;
		const plain = known.get(word) ?? unquoted(word);
		known.set(word, plain);
		yield plain;
	}
}

function unquoted(word: string): string {
	return word
		.replace(BEHIND_ADDRESS, '$1$3')
		.replace(PART, (_, single?: string, double?: string, escaped?: string) => {
			const inDouble = double?.replace(IN_DOUBLE, (_sign, sign?: string) => sign ?? '${');
			return single ?? inDouble ?? escaped ?? '${';
		});
}

/**
 * Without what documents make of quotes, dashes, blanks and line breaks, and with `GOES_ON` for the end
 * of each line that goes on: documents lose the sign for that as well.
 */
function withPlainSigns(text: string): string {
	return (
		text
			.replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
			.replace(/[\v\f\u0085\u2028\u2029]/g, '\n')
			.replace(/[^\S\n]/g, ' ')
			// What is left of a line's end in a field of one line.
			.replace(/ `(?=-)/g, ' ')
			.replace(/[‘’‚‛]/g, "'")
			.replace(/[“”„‟]/g, '"')
			.replace(/(?<=\s)-?[–—‐‑−‒―]{1,2}-?(?=([a-z][a-z\d.-]{2})?)/g, (_, long) =>
				long ? '--' : '-',
			)
			.replace(/\n\s*\n/g, '\n\n')
			.replace(/(?<=bearer) (?=["']http)/gi, GOES_ON)
			.replace(/([^\s\\])\\\n(?=[^\s'"-])/g, '$1')
			.replace(/[\\^`]{1,4} *\n|\n\s*(?=--?[A-Za-z])|\n *(?=["'}\0]|\$'|https?:)/g, GOES_ON)
	);
}

/** A blank, and the end of quotes that nothing else closes. */
const GOES_ON = '\t';
/** In single quotes, an apostrophe in a word closes nothing. */
const QUOTED =
	/\$?'([^'\t\0]*(?:'(?=[\p{L}\d])[^'\t\0]*)*)'?|"((?:[^"\\`\t\0]|[\\`][^\t\0])*)"?|\\(.)/u.source;
const WORD = new RegExp(
	`\0\\d+\0|(?:<https?:[^<>\\s]*>|${QUOTED}|[^\\s'"\\\\;&|\\0]|[;&](?![\\s&]|$))+|[\n;&|]+`,
	'gu',
);
/** Its quote ends an address, as do the signs that end a command. */
const BEHIND_ADDRESS =
	/^((["'])http[^"']*\2)(?:[)>;|&}\]][^]*|[:,.])$|^(http(?:[^"'();]*(?=\))|[^"';]*(?=;[\w.-]*$)))[^]*/i;
const PART = new RegExp(`${QUOTED}|\\$(?=[A-Za-z_{(])`, 'gu');
const IN_DOUBLE = /[\\`](["\\$`])|\$(?=[A-Za-z_{(])/g;

import { withRawJson } from './rawJson';
import { parseWord, type Word } from './tokenize';

/** The options of curl that matter here, and the usual ones that have a value. All others count as options without one. */
const OPTIONS = {
	method: 'X request',
	address: 'url',
	data: 'd data data-ascii data-binary data-raw json',
	header: 'H header',
	/** These read the body from elsewhere, send it in another form, or begin another request. */
	otherBody: 'F G K T config data-urlencode form form-string get next upload-file url-query',
	ignored: `A b c C D e E m o P Q r t u U w x y Y z cacert cert connect-timeout connect-to cookie key
		interface limit-rate max-redirs max-time noproxy oauth2-bearer output proto proxy referer resolve retry retry-delay user user-agent write-out`,
};

type Kind = keyof typeof OPTIONS;

export interface Command extends Record<Exclude<Kind, 'ignored'>, Word[]> {
	end: number;
	/** Whether each quote that opens also closes. */
	isClosed: boolean;
}

const KINDS = Object.keys(OPTIONS) as Kind[];
const KIND_BY_NAME = new Map(
	KINDS.flatMap((kind) => OPTIONS[kind].split(/\s+/).map((name) => [name, kind])),
);
const LETTERS = [...KIND_BY_NAME.keys()].filter((name) => name.length === 1).join('');
const LONG = /^--([a-z][\w-]*)(?:=([^]*))?$/;
/** -X PUT, -XPUT, -X=PUT, and after other letters -sSLX PUT. */
const SHORT = new RegExp(`^-\\w*?([${LETTERS}])=?([^]+)?$`);
/** An address, or what people write instead: a host without https://, a variable, a placeholder. */
const ADDRESS = /^(?:[\w-]+[.:/]|[$<{%.])\S/;

/** Parses a curl command, up to the first word that is neither an option nor the address. */
export function parseCommand(text: string, from: number): Command {
	const command: Command = {
		method: [],
		address: [],
		data: [],
		header: [],
		otherBody: [],
		end: from,
		isClosed: true,
	};
	for (let word = parseWord(text, from); word; word = parseWord(text, command.end)) {
		const isOption = word.text.startsWith('-');
		const isAddress = command.address.length === 0 && ADDRESS.test(word.text);
		if (!isOption && !isAddress) break;
		command.end = word.end;
		const [, name = '', joinedValue] = LONG.exec(word.text) ?? SHORT.exec(word.text) ?? [];
		const kind = isOption ? KIND_BY_NAME.get(name) : 'address';
		if (kind === undefined) continue;
		// A request with another body is refused, so its value does not matter.
		const isValueInNextWord = isOption && joinedValue === undefined && kind !== 'otherBody';
		const valueWord = isValueInNextWord
			? parseWord(text, word.end)
			: { ...word, text: joinedValue ?? word.text };
		if (valueWord === undefined) break;
		// Only for the first body: to look for the end of every body would take too long.
		const isFirstBody = kind === 'data' && command.data.length === 0;
		const value = isFirstBody ? withRawJson(text, valueWord) : valueWord;
		if (kind !== 'ignored') command[kind].push(value);
		command.end = value.end;
		command.isClosed &&= value.isClosed;
	}
	return command;
}

import { withRawJson } from './readBody';
import { readWord, type Word } from './tokenize';

/** The options of curl that matter or have a value. All others are passed over. */
const OPTIONS = {
	method: 'X request',
	address: 'url',
	data: 'd data data-ascii data-binary data-raw json',
	header: 'H header',
	/** They take the body from elsewhere or send it in another form. */
	otherBody: 'F G K T config data-urlencode form form-string get next upload-file url-query',
	ignored: `A b c C D e E m o P Q r t u U w x y Y z cacert cert connect-timeout connect-to cookie key
		max-time oauth2-bearer output proxy referer resolve retry retry-delay user user-agent write-out`,
};

type Kind = keyof typeof OPTIONS;

export type Command = Record<Kind, Word[]> & { end: number; isClosed: boolean };

const KINDS = new Map<string, Kind>();
for (const kind of Object.keys(OPTIONS) as Kind[]) {
	for (const name of OPTIONS[kind].split(/\s+/)) KINDS.set(name, kind);
}
const LETTERS = [...KINDS.keys()].filter((name) => name.length === 1).join('');
const LONG = /^--([a-z][\w-]*)(?:=([^]*))?$/;
/** -X PUT, -XPUT, -X=PUT, and after other letters -sSLX PUT. */
const SHORT = new RegExp(`^-\\w*?([${LETTERS}])=?([^]+)?$`);
/** An address, or what is in its place: a host without https://, a variable, a placeholder. */
const ADDRESS = /^(?:[\w-]+[.:/]|[$<{%.])\S/;

/** Reads a command up to the first word that is neither an option nor its address. */
export function parseOptions(text: string, from: number): Command {
	const command: Command = {
		...{ method: [], address: [], data: [], header: [], otherBody: [], ignored: [] },
		...{ end: from, isClosed: true },
	};
	for (let word = readWord(text, from); word; word = readWord(text, command.end)) {
		const isOption = word.text.startsWith('-');
		const isAddress = command.address.length === 0 && ADDRESS.test(word.text);
		if (!isOption && !isAddress) break;
		command.end = word.end;
		const [, name = '', joined] = LONG.exec(word.text) ?? SHORT.exec(word.text) ?? [];
		const kind = isOption ? KINDS.get(name) : 'address';
		if (kind === undefined) continue;
		const takesNext = isOption && joined === undefined && kind !== 'otherBody';
		const read = takesNext ? readWord(text, word.end) : { ...word, text: joined ?? word.text };
		if (read === undefined) break;
		// Only the first body, because looking for the end of each would take time.
		const isBody = kind === 'data' && command.data.length === 0;
		const value = isBody ? withRawJson(text, read) : read;
		command[kind].push(value);
		command.end = value.end;
		command.isClosed &&= value.isClosed;
	}
	return command;
}

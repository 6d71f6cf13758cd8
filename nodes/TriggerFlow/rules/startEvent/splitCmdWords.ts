import { isLineBreak, nextLineOfCommand } from './lines';
import { MOST_WORDS, type Word, type Words } from './words';

/**
 * The words of the command that begins at `start`, as Windows splits them: cmd.exe takes the
 * carets out first (`^"`, `^{`, `^%^`), then the program takes the quotes out.
 *
 * @param caretsInQuotes Whether a caret is an escape inside of quotes as well. To cmd.exe it is
 * none, but older browsers copied requests as if it were.
 */
export function splitCmdWords(text: string, start: number, caretsInQuotes: boolean): Words {
	let line = '';
	let isQuoted = false;
	let at = start;
	let steps = 0;
	for (; at < text.length && steps <= MOST_STEPS; steps += 1) {
		const sign = text[at] ?? '';
		if (sign === '^' && (!isQuoted || caretsInQuotes)) {
			// A line break behind a caret is not there, and the sign behind it has no meaning.
			const escaped = isLineBreak(text[at + 1]) ? at + 2 : at + 1;
			line += text[escaped] ?? '';
			at = escaped + 1;
		} else if (!isQuoted && isLineBreak(sign)) {
			const further = nextLineOfCommand(text, at);
			if (further === undefined) break;
			line += ' ';
			at = further;
		} else if (!isQuoted && endsCommand(sign, text[at + 1] ?? '')) {
			break;
		} else {
			if (sign === '"') isQuoted = !isQuoted;
			PLAIN.lastIndex = at + 1;
			const end = at + 1 + (PLAIN.exec(text)?.[0].length ?? 0);
			line += text.slice(at, end);
			at = end;
		}
	}
	const { words, isUnclosed } = argumentsOf(line);
	const isEndless = steps > MOST_STEPS || words.length > MOST_WORDS;
	return { words, end: Math.min(at, text.length), isUnclosed, isEndless };
}

/** Twice as many as in a shell: a browser puts a caret in front of every sign. */
const MOST_STEPS = 60_000;

function endsCommand(sign: string, next: string): boolean {
	return sign === '|' || (sign === '&' && /^[\s&]?$/.test(next));
}

const PLAIN = /[^"^|&\n\v\f\u0085\u2028\u2029]*/y;

/**
 * Source: Microsoft, "main function and command-line arguments", "Parsing C command-line
 * arguments". Backslashes mean something only in front of a double quote.
 */
function argumentsOf(line: string): Pick<Words, 'words' | 'isUnclosed'> {
	const words: Word[] = [];
	let word: string | undefined;
	let isQuoted = false;
	PIECE.lastIndex = 0;
	for (
		let match = PIECE.exec(line);
		match !== null && words.length <= MOST_WORDS;
		match = PIECE.exec(line)
	) {
		const [piece] = match;
		const next = line[PIECE.lastIndex];
		if (piece === '"') {
			const isDoubled = isQuoted && next === '"';
			word = (word ?? '') + (isDoubled ? '"' : '');
			if (isDoubled) PIECE.lastIndex += 1;
			else isQuoted = !isQuoted;
		} else if (piece.startsWith('\\') && next === '"') {
			const isEscape = piece.length % 2 === 1;
			word = (word ?? '') + '\\'.repeat(piece.length >> 1) + (isEscape ? '"' : '');
			if (isEscape) PIECE.lastIndex += 1;
		} else if (!isQuoted && /^\s/.test(piece)) {
			if (word !== undefined) words.push({ text: word, expands: false });
			word = undefined;
		} else {
			word = (word ?? '') + piece;
		}
	}
	if (word !== undefined) words.push({ text: word, expands: false });
	return { words, isUnclosed: isQuoted };
}

const PIECE = /"|\\+|\s+|[^\\"\s]+/g;

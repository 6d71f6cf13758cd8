import { continuedLine, endOfLine, isLineBreak, nextLineOfCommand } from './lines';
import { EXPANSION, readQuoted } from './quotes';
import { MOST_WORDS, type Shell, type Word, type Words } from './words';

/**
 * The words of the command that begins at `start`, as bash and zsh split them, or PowerShell.
 * Nothing is expanded and nothing is run.
 *
 * No library does it: none of the small ones (shell-quote, string-argv, shlex, shellwords) knows
 * `$'…'`, another shell's line ends, what a word processor makes of quotes, or where in a pasted
 * text the command is over.
 */
export function splitWords(text: string, start: number, shell: Shell): Words {
	const scan: Scan = {
		...{ text, shell, at: start, word: undefined, isRedirected: false, isOver: false },
		...{ words: [], isUnclosed: false, looksLike: undefined },
	};
	let steps = 0;
	const isEndless = () => steps > MOST_STEPS || scan.words.length > MOST_WORDS;
	while (scan.at < text.length && !scan.isOver && !isEndless()) {
		steps += 1;
		const isRead = readPlain(scan) || readQuotes(scan) || readLineEnd(scan);
		if (!isRead) readSign(scan);
	}
	finishWord(scan);
	const { words, isUnclosed, looksLike } = scan;
	const end = Math.min(scan.at, text.length);
	return { words, end, isUnclosed, isEndless: isEndless(), looksLike };
}

/** No request has more quotes and signs outside of them than this. */
const MOST_STEPS = 20_000;

/** How far the text is read. Each step below moves it on, or says that it is not its turn. */
interface Scan extends Pick<Words, 'words' | 'isUnclosed' | 'looksLike'> {
	text: string;
	shell: Shell;
	at: number;
	/** The word that is being read. */
	word: Word | undefined;
	/** Whether the next word is the name of a file that the output goes to. */
	isRedirected: boolean;
	isOver: boolean;
}

function addToWord(scan: Scan, part: string, end: number, expands = false): void {
	scan.word ??= { text: '', expands: false };
	scan.word.text += part;
	scan.word.expands ||= expands;
	scan.at = end;
}

function finishWord(scan: Scan): void {
	if (scan.word === undefined) return;
	if (!scan.isRedirected) scan.words.push(scan.word);
	scan.isRedirected = false;
	scan.word = undefined;
}

const PLAIN = /[\w:/.,=+%?{}[\]@~*!-]+/y;
const BLANKS = /[\t \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/y;
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/y;

function readPlain(scan: Scan): boolean {
	const plainEnd = endOf(PLAIN, scan);
	if (plainEnd > scan.at) {
		addToWord(scan, scan.text.slice(scan.at, plainEnd), plainEnd);
		return true;
	}
	const blanksEnd = endOf(BLANKS, scan);
	if (blanksEnd > scan.at) finishWord(scan);
	const end = Math.max(blanksEnd, endOf(INVISIBLE, scan));
	const hasMoved = end > scan.at;
	scan.at = end;
	return hasMoved;
}

function endOf(pattern: RegExp, { text, at }: Scan): number {
	pattern.lastIndex = at;
	return pattern.test(text) ? pattern.lastIndex : at;
}

function readQuotes(scan: Scan): boolean {
	const quoted = readQuoted(scan.text, scan.at, scan.shell.isPowerShell);
	if (quoted === undefined) return false;
	addToWord(scan, quoted.text, quoted.end, quoted.expands);
	scan.isUnclosed ||= !quoted.isClosed;
	return true;
}

/** The signs that carry a command over to the next line: bash, Windows cmd, PowerShell. */
const CARRIERS = '\\^`';

function readLineEnd(scan: Scan): boolean {
	const sign = scan.text[scan.at] ?? '';
	const isCarrier = CARRIERS.includes(sign);
	if (!isCarrier && !isLineBreak(sign)) return false;

	const next = isCarrier
		? continuedLine(scan.text, scan.at)
		: nextLineOfCommand(scan.text, scan.at);
	if (isCarrier && next === undefined) return false;
	if (sign === '^') scan.looksLike ??= 'cmd';
	if (sign === '`') scan.looksLike ??= 'powerShell';
	// In bash, a word goes on where the next line begins with no blank. An option is a new word.
	const joins = sign === '\\' && next !== undefined && isLineBreak(scan.text[next - 1]);
	if (!joins || scan.text[next] === '-') finishWord(scan);
	scan.isOver = next === undefined;
	scan.at = next ?? scan.at;
	return true;
}

function readSign(scan: Scan): void {
	const { text, at, word } = scan;
	const sign = text[at] ?? '';
	const next = text[at + 1] ?? '';
	if (endsCommand(scan, sign, next)) {
		scan.isOver = true;
	} else if (CARRIERS.includes(sign) && isWordEnd(next) && word === undefined) {
		// The end of a line whose line break was lost on the way.
		scan.at += 1;
	} else if (sign === '\\') {
		addToWord(scan, next, at + 2);
	} else if (sign === '>' && (word === undefined || /^\d$/.test(word.text))) {
		scan.word = undefined;
		scan.isRedirected = true;
		scan.at += next === '>' || next === '&' ? 2 : 1;
	} else if (sign === '#' && word === undefined) {
		scan.at = endOfLine(text, at);
	} else {
		if (sign === '^' && next === '"') scan.looksLike ??= 'cmd';
		EXPANSION.lastIndex = at;
		addToWord(scan, sign, at + 1, sign === '`' || EXPANSION.test(text));
	}
}

function isWordEnd(sign: string): boolean {
	return /^\s?$/.test(sign);
}

/** `;` and `&` within a word are left alone: people paste addresses without quotes. */
function endsCommand({ word, shell }: Scan, sign: string, next: string): boolean {
	switch (sign) {
		case '|':
			return true;
		case '`':
			return shell.isInBackticks;
		case '<':
			return next === '<';
		case ';':
			return isWordEnd(next);
		case '&':
			return isWordEnd(next) || word === undefined || next === '&';
		default:
			return false;
	}
}

import { TYPOGRAPHIC_DOUBLE } from './quotes';

/**
 * What a text that is not JSON may have been before documents and shells changed it, the
 * likeliest first. Only for a text that is not JSON as it stands: in one that is, a typographic
 * quote or a backslash is part of what the person wrote.
 */
export function* tidiedJson(text: string): Generator<string> {
	yield tidy(text);
	// Windows PowerShell wants a backslash before each quote that it hands to a program.
	if (/^\s*\{\s*\\["“]/.test(text)) yield tidy(text.replace(/\\([\\"“”„‟])/g, '$1'));
	// A shell, or a quoted mail, begins each further line with this sign.
	if (/\n\s?>/.test(text)) yield tidy(text.replace(/\n[ \t]?> ?/g, '\n'));
}

/** The parts of a text between JSON strings, joined by a blank. */
export function outsideOfStrings(text: string): string {
	return pieces(text)
		.filter(({ isString }) => !isString)
		.map((piece) => piece.text)
		.join(' ');
}

/** Typographic quotes around strings become straight ones, other blanks than JSON's plain ones. */
function tidy(text: string): string {
	return pieces(text)
		.map((piece) => (piece.isString ? withStraightQuotes(piece.text) : withPlainBlanks(piece.text)))
		.join('');
}

interface Piece {
	text: string;
	isString: boolean;
}

/** A string that opens with a straight quote ends with one; typographic ones end with any. */
function pieces(text: string): Piece[] {
	const found: Piece[] = [];
	let at = 0;
	while (at < text.length) {
		OPENING.lastIndex = at;
		const opening = OPENING.exec(text)?.index ?? text.length;
		const end = endOfString(text, opening);
		found.push({ text: text.slice(at, opening), isString: false });
		found.push({ text: text.slice(opening, end), isString: true });
		at = end;
	}
	return found;
}

function endOfString(text: string, opening: number): number {
	const closing = text[opening] === '"' ? STRAIGHT : ANY;
	closing.lastIndex = opening + 1;
	for (let match = closing.exec(text); match !== null; match = closing.exec(text)) {
		if (!match[0].startsWith('\\')) return closing.lastIndex;
	}
	return text.length;
}

const OPENING = /["“”„‟]/g;
const STRAIGHT = /\\[^]|"/g;
const ANY = /\\[^]|["“”„‟]/g;

function withStraightQuotes(string: string): string {
	if (string.startsWith('"')) return string;
	const inner = string.slice(1, -1).replace(/\\([“”„‟])/g, '\\"');
	return TYPOGRAPHIC_DOUBLE.includes(string[0] ?? '') && string.length > 1 ? `"${inner}"` : string;
}

function withPlainBlanks(text: string): string {
	return text.replace(INVISIBLE, '').replace(/[^\S\n\t]|\u0085/g, ' ');
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Whether JSON in a text has more levels than a form could show or a program likes to walk down. */
export function isNestedTooDeeply(text: string): boolean {
	let depth = 0;
	MARK.lastIndex = 0;
	for (let match = MARK.exec(text); match !== null; match = MARK.exec(text)) {
		const mark = match[0];
		if (mark === '"') MARK.lastIndex = endOfString(text, match.index);
		else depth += mark === '[' || mark === '{' ? 1 : -1;
		if (depth > DEEPEST) return true;
	}
	return false;
}

const DEEPEST = 500;
const MARK = /["[\]{}]/g;

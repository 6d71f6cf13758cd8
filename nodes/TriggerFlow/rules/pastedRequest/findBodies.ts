import { quotingOf, SINGLE_QUOTES, undone, type Quoting } from './quotings';

/** The body of a request. */
export interface FoundBody {
	quoting: Quoting;
	/** With the quotes and escapes of the command undone. None where a shell would fill something in. */
	json: string | undefined;
}

/** A mark. Nothing else in a text that is read has its first sign. */
export const MARK = /(\0\d+\0)/;

/**
 * The objects in a text that begin with a slug or a context, by their marks, and the text with a mark in the
 * place of each, with the quotes around it.
 */
export function findBodies(text: string): { text: string; bodies: Map<string, FoundBody> } {
	const isForWindows = FOR_WINDOWS.test(text) || (FOR_UNIX.test(text) ? false : undefined);
	const bodies = new Map<string, FoundBody>();
	let marked = '';
	let end = 0;
	BEGINNING.lastIndex = 0;
	while (bodies.size < MOST) {
		const found = BEGINNING.exec(text);
		if (found === null) break;
		const before = text.slice(Math.max(0, found.index - 200), found.index);
		const front = before.trimEnd();
		const near = before.slice(front.length).includes('\n') ? `${front}\n` : front;
		const quoting = quotingOf(`${near}\0${found[1]}`, isForWindows);
		const body = readJson(text, found.index, quoting);
		const opening = OPENING.exec(front);
		let start = found.index;
		let { json } = body;
		BEGINNING.lastIndex = body.end;
		if (opening !== null) {
			start -= before.length - front.length + opening[0].length;
			CLOSING.lastIndex = body.end;
			const closing = CLOSING.exec(text)?.[0] ?? '';
			BEGINNING.lastIndex += closing.length;
			// Another command may change what comes out of the first.
			if (opening[0].includes('(') && !closing.includes(')')) json = undefined;
		}
		const mark = `\0${bodies.size}\0`;
		bodies.set(mark, { quoting, json });
		marked += text.slice(end, start) + mark;
		end = BEGINNING.lastIndex;
	}
	return { text: marked + text.slice(end), bodies };
}

/** More than a text with a hundred commands has. */
const MOST = 1_000;
/** A brace and the first name, however its quotes are written. */
const BEGINNING =
	/[\\^]?\{(?:[\s\u0085\u200b-\u200f\u2060\ufeff]|\\\n|[\\`][nrt]|\^\n|\$\(\[char\]1[03]\)){0,200}((?:[\\^`]{0,3}["“”„‟]){1,2}|'|)(?:slug|context)[\\^`"“”„‟']{0,6}\s{0,20}:/g;
/** How lines go on there, a program, a prompt: nothing that can stand within a JSON text. */
const FOR_WINDOWS =
	/[ \t][\^`][ \t]*\n|(?:^|\n)(?:[^\n"'{]{0,120}(?:curl\.exe|Invoke-)|(?:PS )?[A-Z]:\\)/;
const FOR_UNIX = /[ \t]\\[ \t]*\n|[\s=]['‘’](?:https?:|PUT|[\w-]{1,40}:\s)/i;
const OPENING = /(?:["“]?\$\(\s*cat[ \t]*<<-?[ \t]*["'\\]?\w{1,40}["']?|@["']|[\^$]?["'‘’‚‛“”„‟])$/;
const CLOSING = /\s*(?:\^?["'‘’‚‛“”„‟]@?|\w{1,40}\s*\)["”]?)/y;

/** Reads on to the bracket that closes the first one, or to the sign that ends the quoted text. */
function readJson(text: string, start: number, quoting: Quoting): { end: number; json?: string } {
	const json = new JsonText();
	let end = start;
	while (end < text.length && !json.isWhole) {
		PLAIN.lastIndex = quoting.escape.lastIndex = end;
		const found = quoting.escape.exec(text);
		const signs = found?.[0] ?? PLAIN.exec(text)?.[0] ?? text.charAt(end);
		// An apostrophe in one of the texts ends nothing.
		const isApostrophe = quoting.ends === SINGLE_QUOTES && json.closing !== '';
		if (quoting.ends.includes(signs) && !isApostrophe) break;
		end += signs.length;
		if (found?.groups?.variable !== undefined) return { end };
		json.add(found === null ? signs : undone(found));
	}
	return { end, json: json.text };
}

/** Nothing of this is an escape, a quote or a bracket. */
const PLAIN = /[^\\'"`^$“”„‟‘’‚‛{}[\]]+/y;

/**
 * A JSON text that knows where it ends. What documents and clients make of JSON is undone: typographic
 * quotes around its texts, blanks that it does not know, backslashes in front of signs that need none.
 */
class JsonText {
	text = '';
	/** Behind the bracket that closes the first one. */
	isWhole = false;
	/** What closes the text in it that is open. */
	closing = '';
	private depth = 0;
	private isEscaped = false;

	add(signs: string): void {
		for (const sign of signs) {
			this.text += this.closing === '' ? this.between(sign) : this.within(sign);
		}
	}

	private within(sign: string): string {
		if (this.isEscaped) {
			this.isEscaped = false;
			if (this.closing.includes(sign)) return '\\"';
			return "!#$`'".includes(sign) ? sign : `\\${sign}`;
		}
		this.isEscaped = sign === '\\';
		if (this.isEscaped) return '';
		if (!this.closing.includes(sign)) return sign;
		this.closing = '';
		return '"';
	}

	private between(sign: string): string {
		if (DOUBLE_QUOTES.includes(sign)) {
			this.closing = sign === '"' ? sign : DOUBLE_QUOTES;
			return '"';
		}
		if ('{['.includes(sign)) this.depth += 1;
		if ('}]'.includes(sign)) this.depth -= 1;
		this.isWhole = this.depth === 0;
		if (INVISIBLE.includes(sign)) return '';
		return BLANK.test(sign) ? ' ' : sign;
	}
}

const BLANK = /[^\S\n\t]|\u0085/;
const DOUBLE_QUOTES = '"“”„‟';
const INVISIBLE = '\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff';

import { printParseErrorCode, visit, type ParseErrorCode } from 'jsonc-parser';

import { shorten } from '../errors/shorten';
import type { JsonValue } from './json';

type ParsedJson = { value: JsonValue } | { problem: string };

/**
 * Strict JSON, with the place of the first mistake: `problem` reads "… at line 2, column 7". A whole number
 * above 2^53 is a mistake as well, one with a point or a power of ten that JavaScript would not write back with the
 * same digits, one so small that it would be zero, and a name that an object has twice.
 */
export function parseJson(text: string): ParsedJson {
	let value: JsonValue;
	try {
		value = JSON.parse(text) as JsonValue;
	} catch {
		return { problem: locateMistake(text) };
	}
	const twice = repeatedName(text);
	if (twice !== undefined) {
		return { problem: `"${shorten(twice, 100)}" more than once in an object` };
	}
	const rounded = firstRoundedNumber(text);
	if (rounded === undefined) return { value };
	return {
		problem: `a number that would not stay exact (in double quotes it is a text) ${placeOf(text, rounded)}`,
	};
}

/** Whether a number is so large that not every whole number is one (above 2^53). */
export function isTooLarge(number: number): boolean {
	return Math.abs(number) > Number.MAX_SAFE_INTEGER;
}

interface Place {
	offset: number;
	length: number;
}

/** Texts are passed over: what stands in quotes is no number. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

function firstRoundedNumber(text: string): Place | undefined {
	if (!/[\d.]{16}|\d[eE]/.test(text)) return undefined;
	for (const { 0: found, index } of text.matchAll(TEXT_OR_NUMBER)) {
		// Fifteen digits always stay.
		if (/^(?:"|-?[\d.]{1,15}$)/.test(found)) continue;
		const number = Number(found);
		if (isLost(found, number)) return { offset: index, length: found.length };
	}
	return undefined;
}

/** Digits far behind the point may go: no program keeps them. */
function isLost(written: string, number: number): boolean {
	if (!isTooLarge(number)) return number === 0 && /^[-0.]*[1-9]/.test(written);
	return /^-?\d+$/.test(written) || decimalsOf(written) !== decimalsOf(String(number));
}

/** A number's digits and where they begin, in the same words however it is written. */
function decimalsOf(number: string): string {
	// JavaScript writes none with more than 25 signs.
	if (number.length > 400) return number;
	const [, whole = '', fraction = '', power = '0'] =
		/^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
	const digits = (whole + fraction).replace(/^0+/, '');
	const significant = digits.replace(/0+$/, '');
	const exponent = Number(power) - fraction.length + digits.length - significant.length;
	return `${significant}e${exponent}`;
}

/** The first name that an object in a JSON text has twice: all but its last value would be lost. */
function repeatedName(json: string): string | undefined {
	const objects: Array<Set<string>> = [];
	for (const [sign, text, colon] of json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g)) {
		if (sign === '{') objects.push(new Set());
		else if (sign === '}') objects.pop();
		else if (colon !== undefined) {
			const name = JSON.parse(text ?? '') as string;
			if (objects.at(-1)?.has(name)) return name;
			objects.at(-1)?.add(name);
		}
	}
	return undefined;
}

/**
 * In characters. The parser that finds mistakes takes a fifth of a second for some texts of a million, and n8n
 * answers nobody in that time.
 */
const LONGEST_SEARCH = 200_000;

/**
 * Where and what the first mistake is. `JSON.parse` does not say where in most of its messages, so
 * the beginning of the text is read a second time by a parser that does.
 */
function locateMistake(text: string): string {
	const beginning = text.slice(0, LONGEST_SEARCH);
	const first = firstMistake(beginning);
	if (first === undefined) return 'it is not valid JSON';
	if (beginning !== text && first.offset + first.length >= LONGEST_SEARCH) {
		return 'something unexpected after the first 200,000 characters';
	}
	const what = MISTAKES[printParseErrorCode(first.error)] ?? 'something unexpected';
	return `${what} ${placeOf(text, first)}`;
}

function placeOf(text: string, { offset, length }: Place): string {
	const linesBefore = text.slice(0, offset).split('\n');
	const column = (linesBefore.at(-1) ?? '').length + 1;
	const near = shown(text.slice(offset, offset + Math.max(length, 1)));
	return `at line ${linesBefore.length}, column ${column}, near ${near}`;
}

type Mistake = Place & { error: ParseErrorCode };

/** The parser is left at the first one: it would go on through a text that is nothing but mistakes. */
function firstMistake(text: string): Mistake | undefined {
	let first: Mistake | undefined;
	const onError = (error: ParseErrorCode, offset: number, length: number) => {
		first = { error, offset, length };
		throw new Error('Found');
	};
	try {
		visit(text, { onError }, { disallowComments: true, allowTrailingComma: false });
	} catch {
		// Found; or nested deeper than that parser goes.
	}
	return first;
}

function shown(found: string): string {
	if (found === '') return 'the end of the text';
	if (/[^\s\p{C}]/u.test(found)) return `"${found.trim().slice(0, 20)}"`;
	const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
	return `a character that cannot be seen (U+${code})`;
}

const MISTAKES: Record<string, string> = {
	InvalidSymbol: 'a word or sign that JSON does not know (text needs double quotes)',
	PropertyNameExpected: 'a field name in double quotes is missing',
	ValueExpected: 'a value is missing',
	ColonExpected: 'a colon is missing',
	CommaExpected: 'a comma is missing',
	CloseBraceExpected: 'a closing } is missing',
	CloseBracketExpected: 'a closing ] is missing',
	EndOfFileExpected: 'something follows after the end of the JSON',
	InvalidCommentToken: 'a comment, which JSON does not allow',
	UnexpectedEndOfString: 'a closing quote is missing',
	UnexpectedEndOfNumber: 'an unfinished number',
	InvalidUnicode: 'an invalid unicode escape',
	InvalidEscapeCharacter: 'an invalid escape after a backslash',
	InvalidCharacter: 'a character that has to be escaped, such as a line break inside quotes',
};

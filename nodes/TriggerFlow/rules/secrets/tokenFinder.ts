import { base64Cores } from './base64Cores';
import { OF_BASE64_URL } from './signForms';
import { BEGINNING, stepsOf, type Step } from './steps';

/** Where something stands in a text. */
export interface Place {
	start: number;
	end: number;
}

/**
 * Finds an access token in every form of `signForms`, each character in its own, and within anything that was
 * encoded as Base64.
 *
 * A pattern finds the first characters alone, and the others are followed one by one: a pattern of a whole
 * token of 800 characters took V8 seconds to compile, and one of 1,500 was too large for it.
 */
export class TokenFinder {
	private readonly forms: Form[];

	private readonly beginning: RegExp;

	/** @param accessToken Visible ASCII. */
	constructor(accessToken: string) {
		const forms = [accessToken, ...base64Cores(accessToken)];
		const steps = new Map<string, Step>();
		this.forms = forms.map((form) => formOf(stepsOf(form, steps)));
		// Most characters of a text begin none of them: that is seen at once, which makes it five times faster.
		const signs = forms.map((form) => form.charAt(0));
		const first = signs.map((sign) => inClass(sign + (OF_BASE64_URL[sign] ?? '')));
		// A long run of backslashes begins one only near its end, where it escapes something.
		const begins = `[${first.join('')}%&]|\\\\{1,7}[^\\\\]`;
		const patterns = this.forms.map((form) =>
			form.steps
				.slice(0, BEGINNING)
				.map(({ source }) => source)
				.join(''),
		);
		this.beginning = new RegExp(`(?=${begins})(?:${patterns.join('|')})`, 'gi');
	}

	/** The places in a text, in order. */
	*placesIn(text: string): Generator<Place> {
		for (const form of this.forms) form.known = { start: 0, signs: 0 };
		let from = 0;
		for (;;) {
			this.beginning.lastIndex = from;
			const start = this.beginning.exec(text)?.index;
			if (start === undefined) return;
			const end = Math.max(...this.forms.map((form) => endOf(form, text, start)));
			if (end !== NONE) yield { start, end };
			from = Math.max(end, start + 1);
		}
	}
}

/** A token as a text may have it, and what is known of the text that is searched. */
interface Form {
	steps: Step[];
	/** By a number of its first signs: how many of them are also its last ones, all of them aside. */
	borders: number[];
	/** So many of its first signs stand from `start` on as they are; the form begins nowhere before that. */
	known: { start: number; signs: number };
}

function formOf(steps: Step[]): Form {
	const isLike = (one: number, other: number) =>
		(steps[one] as Step).bare.includes((steps[other] as Step).bare.charAt(0));
	// The prefix function of Knuth, Morris and Pratt.
	const borders = [0, 0];
	for (let count = 1; count < steps.length; count += 1) {
		let border = borders[count] as number;
		while (border > 0 && !isLike(border, count)) border = borders[border] as number;
		borders.push(isLike(border, count) ? border + 1 : 0);
	}
	return { steps, borders, known: { start: 0, signs: 0 } };
}

/**
 * The last place where a form may end that begins at `start`; -1 where it does not. What an earlier search
 * has seen is not looked at again: a token such as `aaa…b` would be followed from each `a` of a text.
 */
function endOf(form: Form, text: string, start: number): number {
	const { steps, borders, known } = form;
	if (start < known.start) return NONE;
	/** How many of the first signs stand there as they are. */
	let plain = start === known.start ? known.signs : 0;
	let ends = [start + plain];
	for (let index = plain; index < steps.length; index += 1) {
		const step = steps[index] as Step;
		const [only = 0] = ends;
		const end = ends.length === 1 ? bareEnd(step, text, only) : undefined;
		if (end === undefined) {
			ends = step.least === undefined ? next(step, text, ends) : run(step, text, ends);
		} else {
			ends = end === NONE ? [] : [end];
			if (plain === index && step.least === undefined && end === only + 1) plain += 1;
		}
		if (ends.length > 0) continue;
		const signs = borders[plain] as number;
		form.known = { start: start + Math.max(plain - signs, 1), signs };
		return NONE;
	}
	return Math.max(...ends);
}

const NONE = -1;

/**
 * Where a character ends that is written as it is, behind backslashes or not, or a run of backslashes: most
 * are, and that is told without a pattern. `undefined`: it may be written in another way.
 */
function bareEnd({ bare, least }: Step, text: string, at: number): number | undefined {
	let end = at;
	while (text[end] === '\\') end += 1;
	const sign = text.charAt(end);
	const escapes = end - at;
	if (sign === '%' || sign === '&' || (escapes > 0 && /[ux]/i.test(sign))) return undefined;
	if (least !== undefined) return escapes >= least ? end : NONE;
	return sign !== '' && bare.includes(sign) && escapes < MOST_ESCAPES ? end + 1 : NONE;
}

/** Every place where a character may end that begins at one of `starts`. */
function next({ forms }: Step, text: string, starts: readonly number[]): number[] {
	const ends = new Set<number>();
	for (const start of starts) {
		for (const form of forms) {
			form.lastIndex = start;
			if (form.test(text)) ends.add(form.lastIndex);
		}
	}
	return [...ends];
}

/** Every place where a run of backslashes may end, of those that matter: the last ones may escape something. */
function run(step: Step, text: string, starts: readonly number[]): number[] {
	let last: number[] = [];
	let ends = next(step, text, starts);
	for (let count = 1; ends.length > 0; count += 1) {
		const furthest = Math.max(...ends);
		if (count >= (step.least ?? 1))
			last = [...last, ...ends].filter((end) => end > furthest - MOST_ESCAPES);
		ends = next(step, text, ends);
	}
	return last;
}

/** More than the backslashes of one escape. */
const MOST_ESCAPES = 8;

function inClass(signs: string): string {
	return signs.replace(/[\\\]^-]/g, '\\$&');
}

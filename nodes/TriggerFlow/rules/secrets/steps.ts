import { formsOf, formsOfBackslash, OF_BASE64_URL } from './signForms';

/** So many characters begin hardly anything else. */
export const BEGINNING = 4;

/** A character of a token, or a run of backslashes. */
export interface Step {
	/** As a part of a pattern, where it stands among the first. */
	source: string;
	/** Each of its forms by itself. */
	forms: readonly RegExp[];
	/** The bare character in each case. Its other forms begin with one of `\%&`. */
	bare: string;
	/** Of a run: how many there are at least, one behind the other. */
	least?: number;
}

/** A token as a text may have it, character by character. */
export function stepsOf(text: string, known: Map<string, Step>): Step[] {
	let behind = 'nothing';
	return Array.from(text.matchAll(/\\+|[^\\]/g), ([run]) => {
		const isBackslash = run.includes('\\');
		const key = `${run} behind ${behind}`;
		const step =
			known.get(key) ?? (isBackslash ? backslashes(run, behind) : character(run, behind));
		known.set(key, step);
		behind = isBackslash ? 'backslashes' : '';
		return step;
	});
}

function character(sign: string, behind: string): Step {
	// The search begins at the first of many backslashes, or behind them.
	const escape = behind === 'nothing' ? '(?:(?<!\\\\)\\\\{1,7})?' : '\\\\{0,7}';
	const forms = formsOf(sign, behind === 'backslashes' ? '' : escape);
	const bare = sign + (OF_BASE64_URL[sign] ?? '');
	return {
		source: `(?:${forms.join('|')})`,
		forms: forms.map(sticky),
		bare: bare.toLowerCase() + bare.toUpperCase(),
	};
}

/**
 * Escaping makes more of them: a run is one that is at least as long. The search for a token that
 * begins with one begins where the run does: else it would begin anew at each place within.
 */
function backslashes(run: string, behind: string): Step {
	const forms = formsOfBackslash();
	const one = `(?:${forms.join('|')})`;
	const start = behind === 'nothing' ? `(?<!${one})` : '';
	return {
		source: `${start}${one}{${Math.min(run.length, BEGINNING)},}`,
		forms: forms.map(sticky),
		bare: '\\',
		least: run.length,
	};
}

function sticky(pattern: string): RegExp {
	return new RegExp(pattern, 'iy');
}

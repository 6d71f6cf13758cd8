import type { Lab } from '../../tools/n8n/lab.mts';
import { FORM_CASES, type FormCase } from '../engine/formCases.mts';

/** Their editor puts no example into a form: read in the code of each, and seen on 1.60.1. */
const BEGIN_EMPTY = ['1.60.1', '1.82.3', '1.100.1'];

export function beginsEmpty({ installed }: Lab): boolean {
	return BEGIN_EMPTY.includes(installed.version);
}

/**
 * docs/context.md as it is with such an editor: a field that nobody touched is empty, a switch off; an emptied one keeps
 * no value, and a number that is added later is 0.
 */
export function casesOn(lab: Lab): FormCase[] {
	if (!beginsEmpty(lab)) return FORM_CASES;
	return FORM_CASES.map((one) => {
		const { done, kind } = one;
		const added = FORM_CASES.find((other) => other.kind === kind && other.done === 'added later');
		if (done === 'emptied') return { ...one, saves: undefined };
		if (done === 'added later' && kind === 'number') {
			return { ...one, shows: '0', saves: 0, gets: { value: 0 } };
		}
		if (done !== 'untouched') return one;
		return kind === 'switch'
			? { ...one, shows: 'off', saves: false, gets: { value: false } }
			: { ...one, ...added, done };
	});
}

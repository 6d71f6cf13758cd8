import { firstOf, shorten } from '../errors/shorten';
import { maskText } from '../secrets/mask';
import { readyOf, type ItemStart, type ReadyStart } from './itemStart';

/** A hint as n8n shows it. */
export interface Hint {
	message: string;
	type: 'info' | 'warning';
}

/** What a person should know of the contexts of all items. */
export function hintsOf(starts: readonly ItemStart[]): Hint[] {
	const ready = readyOf(starts);
	return [gapsIn(ready), untouchedIn(ready), emptiedIn(ready)].filter((hint) => hint !== undefined);
}

/** What Map Automatically did not bring together. */
function gapsIn(ready: ReadyStart[]): Hint | undefined {
	const notFound = listed(ready, ({ gaps }) => gaps?.notFound);
	const leftOut = listed(ready, ({ gaps }) => gaps?.leftOut);
	const sentences = [
		notFound && `Map Automatically found nothing in the input for ${notFound}`,
		leftOut && `${notFound ? 'It' : 'Map Automatically'} left out of the input: ${leftOut}`,
	].filter(Boolean);
	return sentences.length > 0 ? { message: `${sentences.join('. ')}.`, type: 'info' } : undefined;
}

/** Which fields of the form still send the example's value; a warning where one of them goes to production. */
function untouchedIn(ready: ReadyStart[]): Hint | undefined {
	const names = listed(ready, ({ untouched = [] }) => untouched);
	if (names === '') return undefined;
	const isLive = ready.some(
		({ untouched = [], credential }) =>
			untouched.length > 0 && credential.environment === 'production',
	);
	return { message: `Still the example's value: ${names}.`, type: isLive ? 'warning' : 'info' };
}

/** In which text fields of the form nothing stands. */
function emptiedIn(ready: ReadyStart[]): Hint | undefined {
	const isSent = ({ options, emptied = [] }: ReadyStart) => (options.leaveOutEmpty ? [] : emptied);
	const names = listed(ready, isSent);
	if (names === '') return undefined;
	return { message: `Empty in the form: ${names}.`, type: 'info' };
}

/** Nobody reads more names. */
const MOST_NAMES = 12;

/** Names with how many items they are said of, where that is not all of them. One may hold a token by mistake. */
function listed(
	ready: ReadyStart[],
	namesOf: (start: ReadyStart) => readonly string[] | undefined,
): string {
	const tokens = [...new Set(ready.map(({ credential }) => credential.accessToken))];
	const items = ready.map(namesOf).filter((names) => names !== undefined);
	const counts = new Map<string, number>();
	for (const name of items.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
	const names = [...counts].map(([name, count]) => {
		const some = count < items.length ? ` (${count} of ${items.length} items)` : '';
		return `${shorten(tokens.reduce(maskText, name), 60)}${some}`;
	});
	return firstOf(names, MOST_NAMES);
}

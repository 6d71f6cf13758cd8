import { firstOf, shorten } from '../errors/shorten';
import { maskText } from '../secrets/mask';
import { readyOf, type ItemStart } from './itemStart';

/** Nobody reads more names. */
const MOST_NAMES = 12;

/** Which mapped fields of the form gave nothing, and for how many items; `undefined` for none. */
export function emptyFieldsHint(starts: readonly ItemStart[]): string | undefined {
	const ready = readyOf(starts);
	const counts = new Map<string, number>();
	for (const { empty = [], credential } of ready) {
		for (const name of empty) {
			const shown = shorten(maskText(name, credential.accessToken), 60);
			counts.set(shown, (counts.get(shown) ?? 0) + 1);
		}
	}
	if (counts.size === 0) return undefined;
	const all = ready.length === 1 ? '1 item' : `${ready.length} items`;
	const named = Array.from(counts, ([name, count]) => `${name} was empty in ${count} of ${all}`);
	return `Not sent: ${firstOf(named, MOST_NAMES)}`;
}

import { maskText } from '../secrets/mask';
import { shorten } from '../errors/shorten';
import type { ItemStart, ReadyStart } from './itemStart';

/** What the automatic mapping of one item did not bring together, by the names that people read. */
export interface MappingGaps {
	/** Fields of the form for which the input has nothing. */
	notFound: string[];
	/** Fields of the input that no field of the form has taken. */
	leftOut: string[];
}

/** The gaps of all items in a few sentences; undefined where there are none. */
export function tellGaps(starts: readonly ItemStart[]): string | undefined {
	const ready = readyOf(starts);
	const mapped = ready.flatMap(({ gaps }) => gaps ?? []);
	const mask = maskOf(ready);
	const notFound = listed(
		mapped.map((gaps) => gaps.notFound),
		mask,
	);
	const leftOut = listed(
		mapped.map((gaps) => gaps.leftOut),
		mask,
	);
	const sentences = [
		notFound && `Map Automatically found nothing in the input for ${notFound}`,
		leftOut && `${notFound ? 'It' : 'Map Automatically'} left out of the input: ${leftOut}`,
	].filter(Boolean);
	return sentences.length > 0 ? `${sentences.join('. ')}.` : undefined;
}

/** All that could be prepared, whatever came after it. */
export function readyOf(starts: readonly ItemStart[]): ReadyStart[] {
	return starts.flatMap((start) => (start.kind === 'ready' ? start : (start.ready ?? [])));
}

/** Masks what may hold a token by mistake: names of fields. */
export function maskOf(ready: readonly ReadyStart[]): (name: string) => string {
	const tokens = [...new Set(ready.map(({ credential }) => credential.accessToken))];
	return (name) => tokens.reduce(maskText, name);
}

/** Nobody reads more names. */
const MOST_NAMES = 12;

/** Names with how many items they are said of, where that is not all of them. */
export function listed(namesByItem: string[][], mask: (name: string) => string): string {
	const counts = new Map<string, number>();
	for (const name of namesByItem.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
	const items = namesByItem.length;
	const names = [...counts].map(([name, count]) => {
		const some = count < items ? ` (${count} of ${items} items)` : '';
		return `${shorten(mask(name), 60)}${some}`;
	});
	const more = names.length - MOST_NAMES;
	return [...names.slice(0, MOST_NAMES), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

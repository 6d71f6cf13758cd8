import { findLabel } from '../shared/json';
import { maskText, type Masked } from '../shared/mask';
import { shorten } from '../shared/text';
import { getReadyStart, type EndedStart } from '../start/itemStart';

/** A start of a run, and the number of its item. n8n counts items from 0. */
export interface NumberedStart {
	start: EndedStart;
	itemIndex: number;
}

/** How many items of a kind are named. */
const MAX_NAMED_ITEMS = 5;

const MAX_LABEL_CHARACTERS = 30;

/** "item 7 (INV-1007)", or "items 7 (INV-1007) and 12 (INV-1012)". */
export function nameItems(starts: readonly NumberedStart[]): string {
	const names = starts.slice(0, MAX_NAMED_ITEMS).map(({ start, itemIndex }) => {
		const label = shorten(getLabel(start), MAX_LABEL_CHARACTERS);
		return label === '' ? String(itemIndex) : `${itemIndex} (${label})`;
	});
	const moreCount = starts.length - names.length;
	const last = moreCount > 0 ? `${moreCount} more` : names.pop();
	return names.length === 0 ? `item ${last}` : `items ${names.join(', ')} and ${last}`;
}

/** By this, people recognize an item: the first value of its context that is text or a number. */
function getLabel(start: EndedStart): Masked | '' {
	if (start.kind === 'unprepared') return start.label;
	const ready = getReadyStart(start);
	if (ready === undefined) return '';
	return maskText(findLabel(JSON.parse(ready.contextJson)), ready.credential.accessToken);
}

import { OUTCOMES } from '../outcome/outcomes';
import { labelEnvironment } from '../shared/environment';
import { shorten } from '../shared/text';
import { type EndedStart, hasFailed, hasRun, type RunResult } from '../start/itemStart';

/** n8n counts items from 0. */
type NumberedStart = EndedStart & { itemIndex: number };

export const MAX_NAMED_ITEMS = 5;

const MAX_LABEL_CHARACTERS = 30;

/** "item 7 (INV-1007)", or "items 7 (INV-1007) and 12 (INV-1012)". */
export function nameItems(starts: readonly NumberedStart[], maxNamedItems: number): string {
	const names = starts.slice(0, maxNamedItems).map(({ findLabel, itemIndex }) => {
		const label = shorten(findLabel(), MAX_LABEL_CHARACTERS);
		return label === '' ? String(itemIndex) : `${itemIndex} (${label})`;
	});
	const moreCount = starts.length - names.length;
	const last = moreCount > 0 ? `${moreCount} more` : names.pop();
	return names.length === 0 ? `item ${last}` : `items ${names.join(', ')} and ${last}`;
}

/** "38 started", "2 rejected: items 7 (INV-1007) and 12 (INV-1012)", "1 not tried". */
function describeCounts(counted: readonly NumberedStart[], maxNamedItems: number): string[] {
	const startedCount = counted.filter(hasRun).length;
	const untriedCount = counted.filter(({ kind }) => kind === 'untried').length;
	const counts = [`${startedCount} started`, ...describeFailed(counted, maxNamedItems)];
	if (untriedCount > 0) counts.push(`${untriedCount} not tried`);
	return counts;
}

export function describeFailed(counted: readonly NumberedStart[], maxNamedItems: number): string[] {
	return Object.entries(OUTCOMES).flatMap(([outcome, { countLabel }]) => {
		const failed = counted.filter((one) => hasFailed(one) && one.failure.outcome === outcome);
		if (failed.length === 0) return [];
		const names = maxNamedItems > 0 ? `: ${nameItems(failed, maxNamedItems)}` : '';
		return `${failed.length} ${countLabel}${names}`;
	});
}

export function numberItems(starts: readonly EndedStart[]): NumberedStart[] {
	return starts.map((start, itemIndex) => ({ ...start, itemIndex }));
}

/** Lists what happened to the items, for a hint and for an error: this run first, then what previous runs have done. */
export function listCounts({ starts }: RunResult, maxNamedItems = MAX_NAMED_ITEMS): string[] {
	const numbered = numberItems(starts);
	const previous = numbered.filter(({ isFromPreviousRun }) => isFromPreviousRun);
	const current = numbered.filter(({ isFromPreviousRun }) => !isFromPreviousRun);
	// A run of one item needs no names.
	const maxNames = starts.length > 1 ? maxNamedItems : 0;
	const counts = describeCounts(current, maxNames);
	if (previous.length === 0) return counts;
	const [first, ...others] = describeCounts(previous, maxNames);
	return [...counts, `in a previous run: ${first}`, ...others];
}

/** "QA", or "QA and Production" if the credential depends on the item. Empty if no credential could be read. */
export function nameEnvironments(starts: readonly EndedStart[]): string {
	const environments = new Set(starts.flatMap(({ environment }) => environment ?? []));
	return [...environments].map(labelEnvironment).join(' and ');
}

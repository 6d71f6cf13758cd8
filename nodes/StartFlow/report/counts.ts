import type { FormState } from '../form/formMode';
import { OUTCOMES } from '../outcome/outcomes';
import { labelEnvironment } from '../shared/environment';
import { shorten } from '../shared/text';
import { type EndedStart, hasRun, type PreparedStart, type RunResult } from '../start/itemStart';

/** What is reported of a run. */
export interface Report extends RunResult {
	/** Only for a form that somebody has filled in, and if an item could be read. */
	formState?: FormState;
	/** Whether this execution is a Retry of another one. */
	isRetry: boolean;
	/** Whether a person started this execution, or the one that it retries. */
	isByHand: boolean;
}

export type ReportedStart = PreparedStart | EndedStart;

/** n8n counts items from 0. */
type Numbered<Start> = Start & { itemIndex: number };

type NumberedStarts = ReadonlyArray<Numbered<ReportedStart>>;

/** Of each kind. */
const MAX_NAMED_ITEMS = 3;

const MAX_LABEL_CHARACTERS = 30;

export function numberItems<Start>(starts: readonly Start[]): Array<Numbered<Start>> {
	return starts.map((start, itemIndex) => ({ ...start, itemIndex }));
}

/** ": item 7 (INV-1007)", or ": items 7 (INV-1007) and 12 (INV-1012)". Empty for a run of one item. */
export function nameItems(starts: NumberedStarts, itemCount: number): string {
	if (itemCount === 1) return '';
	const names = starts.slice(0, MAX_NAMED_ITEMS).map(({ findLabel, itemIndex }) => {
		const label = shorten(findLabel(), MAX_LABEL_CHARACTERS);
		return label === '' ? String(itemIndex) : `${itemIndex} (${label})`;
	});
	const moreCount = starts.length - names.length;
	if (moreCount > 0) names.push(`${moreCount} more`);
	const others = names.slice(0, -1).join(', ');
	return others === '' ? `: item ${names[0]}` : `: items ${others} and ${names.at(-1)}`;
}

/** "2 rejected: items 7 (INV-1007) and 12 (INV-1012)". Items that wait or were not tried are not among them. */
export function describeFailed(counted: NumberedStarts, itemCount: number): string[] {
	return Object.entries(OUTCOMES).flatMap(([outcome, { countLabel }]) => {
		const failed = counted.filter((one) => 'failure' in one && one.failure.outcome === outcome);
		return failed.length === 0
			? []
			: `${failed.length} ${countLabel}${nameItems(failed, itemCount)}`;
	});
}

/** Lists what happened to the items, for a hint and for an error: this run first, then what the retried execution did. */
export function listCounts({ starts, isRetry }: Report): string[] {
	const numbered = numberItems(starts);
	// For a person, the runs of Retry On Fail are one run.
	const isPrevious = (start: EndedStart) => isRetry && start.isFromPreviousRun;
	const current = numbered.filter((start) => !isPrevious(start));
	const previous = numbered.filter(isPrevious);
	const untriedCount = current.filter(({ kind }) => kind === 'untried').length;
	return [
		`${current.filter(hasRun).length} started`,
		...describeFailed(current, starts.length),
		untriedCount > 0 && `${untriedCount} not tried`,
		previous.length > 0 && `in a previous run: ${previous.filter(hasRun).length} started`,
		...describeFailed(previous, starts.length),
	].filter((count) => count !== false);
}

/** "QA", or "QA and Production" if the credential depends on the item. Empty if no credential could be read. */
export function nameEnvironments(starts: readonly ReportedStart[]): string {
	const environments = new Set(starts.flatMap(({ environment }) => environment ?? []));
	return [...environments].map(labelEnvironment).join(' and ');
}

import type { FormState } from '../form/formState';
import { OUTCOMES } from '../outcome/outcomes';
import { labelEnvironment, shorten } from '../shared/text';
import {
	type EndedStart,
	hasFailed,
	hasRun,
	type PreparedStart,
	type RunResult,
} from '../start/itemStart';

/** What is reported of a run. */
export interface Report extends RunResult {
	/** Only for a form that somebody has filled in, and if an item could be read. */
	formState?: FormState;
	executionId: string;
	/** Whether the node has run in previous rounds of a loop. */
	isLaterRound: boolean;
	/** Whether this execution is a Retry of another one. */
	isRetry: boolean;
	/** Whether a person started this execution, or the one that it retries. */
	isByHand: boolean;
}

export type ReportedStart = PreparedStart | EndedStart;

/** Of each kind. */
const MAX_NAMED_ITEMS = 3;

const MAX_LABEL_CHARACTERS = 30;

/** "2 rejected: items 7 (INV-1007) and 12 (INV-1012)", but without names in a run of one item. Nothing if no item counts. */
export function countItems<Start extends ReportedStart>(
	starts: readonly Start[],
	label: string,
	isCounted: (start: Start) => boolean,
): string[] {
	// n8n counts items from 0.
	const counted = [...starts.entries()].filter(([, start]) => isCounted(start));
	if (counted.length === 0) return [];
	const names = counted.slice(0, MAX_NAMED_ITEMS).map(([itemIndex, { findLabel }]) => {
		const itemLabel = shorten(findLabel(), MAX_LABEL_CHARACTERS);
		return itemLabel === '' ? String(itemIndex) : `${itemIndex} (${itemLabel})`;
	});
	const moreCount = counted.length - names.length;
	if (moreCount > 0) names.push(`${moreCount} more`);
	const others = names.slice(0, -1).join(', ');
	const items = others === '' ? `: item ${names[0]}` : `: items ${others} and ${names.at(-1)}`;
	return [`${counted.length} ${label}${starts.length > 1 ? items : ''}`];
}

/** Counts the items of each outcome. Items that wait or were not tried have none. */
export function countFailed<Start extends ReportedStart>(
	starts: readonly Start[],
	isCounted: (start: Start) => boolean = () => true,
): string[] {
	return Object.entries(OUTCOMES).flatMap(([outcome, { countLabel }]) => {
		const hasOutcome = (start: ReportedStart) =>
			hasFailed(start) && start.failure.outcome === outcome;
		return countItems(starts, countLabel, (start) => isCounted(start) && hasOutcome(start));
	});
}

/** Lists what happened to the items, for a hint and for an error: this run first, then what the retried execution did. */
export function listCounts({ starts, isRetry }: Report): string[] {
	// For a person, the runs of Retry On Fail are one run.
	const isPrevious = (start: EndedStart) => isRetry && start.isFromPreviousRun;
	const isCurrent = (start: EndedStart) => !isPrevious(start);
	const previous = starts.filter(isPrevious);
	const untriedCount = starts.filter(({ kind }) => kind === 'untried').length;
	const elsewhereCount = starts.filter(wasSentElsewhere).length;
	return [
		`${starts.filter(isCurrent).filter(hasRun).length} started`,
		...countFailed(starts, isCurrent),
		untriedCount > 0 && `${untriedCount} not tried`,
		previous.length > 0 && `in a previous run: ${previous.filter(hasRun).length} started`,
		...countFailed(starts, isPrevious),
		elsewhereCount > 0 && `in a previous run: ${elsewhereCount} sent to another address or flow`,
	].filter((count) => count !== false);
}

/** For example, the person has selected the credential of the other environment by mistake. */
export function wasSentElsewhere(start: EndedStart): boolean {
	return start.kind === 'refused' && start.previousRun === 'startedAnotherFlow';
}

/** "QA: 3 started; 1 rejected". */
export function summarize(starts: readonly ReportedStart[], parts: readonly string[]): string {
	return [nameEnvironments(starts), parts.join('; ')].filter(Boolean).join(': ');
}

/** "QA", or "QA and Production" if the credential depends on the item. Empty if no credential could be read. */
export function nameEnvironments(starts: readonly ReportedStart[]): string {
	const environments = new Set(starts.flatMap(({ environment }) => environment ?? []));
	return [...environments].map(labelEnvironment).join(' and ');
}

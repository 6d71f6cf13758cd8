import { MAX_NAMED_FIELDS, type MissingField } from '../context/contextMode';
import { adviseRefresh, type FormState, isOutOfDate } from '../form/formMode';
import { isWebPage } from '../http/contentType';
import type { NodeMemory } from '../memory/nodeMemory.n8n';
import { OUTCOMES } from '../outcome/outcomes';
import { labelEnvironment, listFirst, shorten, shortenName } from '../shared/text';
import {
	type EndedStart,
	hasFailure,
	hasRun,
	type PreparedStart,
	type RunResult,
} from '../start/itemStart';

export interface Report extends RunResult {
	memory: Pick<NodeMemory, 'executionId' | 'isLaterRound' | 'isRetry' | 'isByHand'>;
	/** Only under Map Fields, and if an item could be read. */
	formState?: FormState;
}

export type ReportedStart = PreparedStart | EndedStart;

/** The most items that a message names for each outcome, and for each field. */
const MAX_NAMED_ITEMS = 3;
const MAX_NAMED_ITEMS_OF_FIELD = 5;
const MAX_LABEL_CHARACTERS = 30;

/** ": item 7 (INV-1007)", or ": items 7 (INV-1007) and 12 (INV-1012)". Empty for a run of one item. n8n counts items from 0. */
function nameItems(indexes: readonly number[], starts: readonly ReportedStart[], maxCount: number) {
	if (starts.length === 1) return '';
	const names = indexes.slice(0, maxCount).map((itemIndex) => {
		const label = shorten(starts[itemIndex]?.findLabel() ?? '', MAX_LABEL_CHARACTERS);
		return label === '' ? String(itemIndex) : `${itemIndex} (${label})`;
	});
	const moreCount = indexes.length - names.length;
	if (moreCount > 0) names.push(`${moreCount} more`);
	const others = names.slice(0, -1).join(', ');
	return others === '' ? `: item ${names[0]}` : `: items ${others} and ${names.at(-1)}`;
}

/** "2 rejected: items 7 (INV-1007) and 12 (INV-1012)". Nothing if no item counts. */
function describeItems<Start extends ReportedStart>(
	starts: readonly Start[],
	label: string,
	isCounted: (start: Start) => boolean,
): string[] {
	const counted = starts.flatMap((start, itemIndex) => (isCounted(start) ? itemIndex : []));
	const names = nameItems(counted, starts, MAX_NAMED_ITEMS);
	return counted.length === 0 ? [] : [`${counted.length} ${label}${names}`];
}

/** Counts the items of each outcome. Items that wait or were not tried have none. */
function describeFailed<Start extends ReportedStart>(
	starts: readonly Start[],
	isCounted: (start: Start) => boolean = () => true,
): string[] {
	return Object.entries(OUTCOMES).flatMap(([outcome, { countLabel }]) => {
		const hasOutcome = (start: ReportedStart) =>
			hasFailure(start) && start.failure.outcome === outcome;
		return describeItems(starts, countLabel, (start) => isCounted(start) && hasOutcome(start));
	});
}

/** Lists what happened to the items, for a hint and for an error: this run first, then what the retried execution did. */
export function describeCounts({ starts, memory }: Report): string[] {
	// For a person, the runs of Retry On Fail are one run.
	const isPrevious = (start: EndedStart) => memory.isRetry && start.isFromPreviousRun;
	const isCurrent = (start: EndedStart) => !isPrevious(start);
	const previous = starts.filter(isPrevious);
	const untriedCount = starts.filter(({ kind }) => kind === 'untried').length;
	return [
		`${starts.filter(isCurrent).filter(hasRun).length} started`,
		...describeFailed(starts, isCurrent),
		untriedCount > 0 && `${untriedCount} not tried`,
		previous.length > 0 && `in a previous run: ${previous.filter(hasRun).length} started`,
		...describeFailed(starts, isPrevious),
	].filter((count) => count !== false);
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

function listUnusual({ starts, turnedAwayCount }: Report): string[] {
	const webPages = starts.filter((start) => start.kind === 'answered' && isWebPage(start.answer));
	const wasRetried = (start: EndedStart) => !start.isFromPreviousRun && start.attempts > 1;
	return [
		...describeItems(starts, 'tried more than once', wasRetried),
		webPages.length > 0 &&
			`${webPages.length} answered with a web page (HTML): check the endpoint URL`,
		turnedAwayCount > 0 && `attempts that the service turned away: ${turnedAwayCount}`,
	].filter((part) => part !== false);
}

/**
 * A run by hand always has a hint, so that the person sees where it went, and how much of the form is mapped. Others have one if
 * there is more to say than how many were started.
 */
export function createRunHint(report: Report): string | undefined {
	const { starts, formState, memory } = report;
	const [started, ...others] = [...describeCounts(report), ...listUnusual(report)];
	if (!memory.isByHand && others.length === 0) return undefined;
	const mapped =
		memory.isByHand && formState && formState.fieldCount > 0 && !formState.isAutomatic
			? `, ${formState.mappedCount} of ${formState.fieldCount} fields mapped`
			: '';
	return summarize(starts, [`${started}${mapped}`, ...others]);
}

/** `refused`: nothing can be sent, because Operation is unknown, or the node failed. */
export interface UnsentRun {
	kind: 'preview' | 'refused';
	starts: readonly PreparedStart[];
	formState?: FormState;
}

export function createUnsentHint({ kind, starts }: UnsentRun): string {
	const what = kind === 'preview' ? 'preview, nothing was sent' : 'nothing was sent';
	return summarize(starts, [what, ...describeFailed(starts)]);
}

const MAX_FIELD_CHARACTERS = 60;

export function createFormHint(formState: FormState | undefined): string | undefined {
	if (!formState || !isOutOfDate(formState)) return undefined;
	const { added, gone } = formState;
	const changes = Object.entries({ new: added, gone }).flatMap(([change, fields]) => {
		const names = fields.map((name) => `"${shortenName(name, MAX_FIELD_CHARACTERS)}"`);
		return names.length > 0 ? `${change}: ${listFirst(names, MAX_NAMED_FIELDS)}` : [];
	});
	const advice = `To refresh the form, ${adviseRefresh(formState)}`;
	return `The flow's example and the form have different fields (${changes.join('; ')}). ${advice}`;
}

const REASONS: Record<MissingField['reason'], string> = {
	empty: 'empty',
	undefined: 'the expression found nothing',
	noSuchName: 'no such name in the input',
	twoNames: 'two names of the input fit',
	oneValueForTwo: 'one value for two fields',
};

export function createMissingFieldsHint(starts: readonly ReportedStart[]): string | undefined {
	const missingFields = starts.map(listMissingFields);
	const fields = groupMissingFields(missingFields).map(({ name, reason, items }) => {
		const names = nameItems(items, starts, MAX_NAMED_ITEMS_OF_FIELD);
		const where = ` in ${items.length} of ${starts.length}${names}`;
		const field = `"${shortenName(name, MAX_FIELD_CHARACTERS)}" (${REASONS[reason]})`;
		return starts.length > 1 ? field + where : field;
	});
	if (fields.length === 0) return undefined;
	// Some items have more fields than are named.
	const unnamedCount = missingFields
		.flat()
		.reduce((most, { moreCount = 0 }) => Math.max(most, moreCount), 0);
	return `Fields not sent: ${listFirst(fields, MAX_NAMED_FIELDS, unnamedCount)}`;
}

/** What a previous run sent is not in this run's hint. */
function listMissingFields(start: ReportedStart): readonly MissingField[] {
	if (start.kind === 'refused' || (start.kind !== 'ready' && start.isFromPreviousRun)) return [];
	return start.missingFields;
}

/** Lists each field once for each reason, with the numbers of its items. */
function groupMissingFields(missingFields: ReadonlyArray<readonly MissingField[]>) {
	const groups = new Map<string, MissingField & { items: number[] }>();
	for (const [itemIndex, fields] of missingFields.entries()) {
		for (const field of fields) {
			const key = `${field.reason} ${field.name}`;
			const group = groups.get(key) ?? { ...field, items: [] };
			// With a copy for each item, the time would grow with the square of their number.
			if (group.items.at(-1) !== itemIndex) group.items.push(itemIndex);
			groups.set(key, group);
		}
	}
	return [...groups.values()];
}

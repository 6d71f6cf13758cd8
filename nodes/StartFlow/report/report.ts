import type { FormState, MissingField } from '../context/contextMode';
import { isWebPage } from '../http/contentHeaders';
import { getOutcomeRow, OUTCOMES } from '../outcome/outcomes';
import { maskText } from '../shared/mask';
import { listFirst, shorten } from '../shared/text';
import {
	getAttempts,
	getEnvironment,
	getFailure,
	isFailedItem,
	isFromPreviousRun,
	getReadyStart,
	type EndedStart,
	type FailedItem,
	type PreparedStart,
	type RunResult,
} from '../start/itemStart';
import { nameItems, type NumberedStart } from './itemNames';

/** Whether the flow ran, as far as it is known. */
function getRan(start: EndedStart): 'no' | 'maybe' | 'yes' {
	if (start.kind === 'answered') return 'yes';
	return getOutcomeRow(getFailure(start).outcome).ran;
}

function isStarted(start: EndedStart): boolean {
	return getRan(start) === 'yes';
}

/** "38 started; 2 rejected: items 7 (INV-1007) and 12 (INV-1012)". A run of one item needs no names. */
function countStarts(starts: readonly NumberedStart[], isOfMany: boolean): string[] {
	const counts = [`${starts.filter(({ start }) => isStarted(start)).length} started`];
	for (const [outcome, { label }] of Object.entries(OUTCOMES)) {
		const failed = starts.filter(
			({ start }) => isFailedItem(start) && start.failure.outcome === outcome,
		);
		if (failed.length === 0) continue;
		counts.push(`${failed.length} ${label}${isOfMany ? `: ${nameItems(failed)}` : ''}`);
	}
	const untriedCount = starts.filter(({ start }) => start.kind === 'untried').length;
	if (untriedCount > 0) counts.push(`${untriedCount} not tried`);
	return counts;
}

/** A shorter wait would be shown as 0 s. */
const MIN_SHOWN_WAIT_MS = 500;

/** "the service turned away 12 attempts and held the run back for 3 s". Empty if it did neither. */
function describeHeldBack({ attempts, ms }: RunResult['heldBack']): string {
	const parts = [
		attempts > 0 && `turned away ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
		ms >= MIN_SHOWN_WAIT_MS && `held the run back for ${Math.round(ms / 1000)} s`,
	].filter(Boolean);
	return parts.length > 0 ? `the service ${parts.join(' and ')}` : '';
}

/** What happened to the items, in short parts. What needs no action is left out of an error. */
export function listCounts({ starts }: RunResult): string[] {
	const numbered = starts.map((start, itemIndex) => ({ start, itemIndex }));
	const isOfMany = starts.length > 1;
	const previous = numbered.filter(({ start }) => isFromPreviousRun(start));
	const counts = countStarts(
		numbered.filter(({ start }) => !isFromPreviousRun(start)),
		isOfMany,
	);
	if (previous.length === 0) return counts;
	const [first, ...others] = countStarts(previous, isOfMany);
	return [...counts, `not sent again, because of a previous run: ${first}`, ...others];
}

export function summarizeRun(run: RunResult): string {
	return [...listCounts(run), ...listUnusual(run)].join('; ');
}

function listUnusual({ starts, heldBack }: RunResult): string[] {
	const retried = starts.filter((start) => !isFromPreviousRun(start) && getAttempts(start) > 1);
	const webPages = starts.filter((start) => start.kind === 'answered' && isWebPage(start.answer));
	const parts: string[] = [];
	if (retried.length > 0) parts.push(`${retried.length} needed more than one attempt`);
	if (webPages.length > 0) {
		parts.push(`${webPages.length} answered with a web page (HTML): check the endpoint URL`);
	}
	const held = describeHeldBack(heldBack);
	return held === '' ? parts : [...parts, held];
}

/** Whether there is nothing to say of a start: one attempt of this run gave an answer of the flow. */
function isUsual(start: EndedStart): boolean {
	const isFirstAttempt = start.kind === 'answered' && start.attempts === 1;
	return isFirstAttempt && !start.isFromPreviousRun && !isWebPage(start.answer);
}

/**
 * A run by hand always has a hint, so that the person sees where it went, and how much of the form is mapped. Others have one if
 * something was unusual.
 */
export function createRunHint(
	run: RunResult,
	isByHand: boolean,
	form?: FormState,
): string | undefined {
	const isUnusual = describeHeldBack(run.heldBack) !== '' || !run.starts.every(isUsual);
	if (!isByHand) return isUnusual ? withEnvironment(run.starts, summarizeRun(run)) : undefined;
	const mapped = form && `${form.mappedCount} of ${form.fieldCount} fields mapped`;
	const [started, ...others] = [...listCounts(run), ...listUnusual(run)];
	const first = [started, mapped].filter(Boolean).join(', ');
	return withEnvironment(run.starts, [first, ...others].join('; '));
}

/** The hint that the flow's example has other fields than the form. */
export function createFormHint({ added, gone }: FormState): string | undefined {
	const list = (names: string[]) =>
		listFirst(
			names.map((name) => `"${shorten(name, 60)}"`),
			12,
		);
	const changes = [
		added.length > 0 && `new: ${list(added)}`,
		gone.length > 0 && `gone: ${list(gone)}`,
	].filter(Boolean);
	if (changes.length === 0) return undefined;
	return `The example of the flow has other fields than the form (${changes.join('; ')}). Choose ⋮ → Refresh Field List beside the form, and map what is new`;
}

export function withEnvironment(
	starts: ReadonlyArray<PreparedStart | EndedStart>,
	text: string,
): string {
	// There are two if the credential depends on the item, and none if no credential could be read.
	const environments = [...new Set(starts.map(getEnvironment))].filter(Boolean);
	return [environments.join(' and '), text].filter(Boolean).join(': ');
}

/**
 * Says how to start only the rest, if something has started and something is left.
 * @param isLaterRound Whether the node has run in previous rounds of a loop. They have probably started something.
 */
export function adviseRetry(
	{ starts }: RunResult,
	executionId: string,
	isLaterRound: boolean,
): string | undefined {
	const mayHaveStarted = (start: EndedStart) => getRan(start) !== 'no';
	const isPartial = starts.some(mayHaveStarted) && !starts.every(mayHaveStarted);
	// In a loop, previous rounds have started something, and further rounds may be left.
	if (!isPartial && !isLaterRound) return undefined;
	return `To start only the rest, retry execution ${executionId}, only once, if n8n saved it.`;
}

const MAX_HEADLINE_CHARACTERS = 120;

/**
 * How many flows started, also in a previous run, and what happened.
 * @returns The headline, and the sentences of the message for which it has no room.
 */
export function createHeadline({ starts }: RunResult, message: string): [string, string] {
	const isOfMany = starts.length > 1;
	const counts = isOfMany ? `${starts.filter(isStarted).length} of ${starts.length} started. ` : '';
	const room = MAX_HEADLINE_CHARACTERS - counts.length;
	if (message.length <= room) return [counts + message, ''];
	const sentenceEnd = message.lastIndexOf('. ', room);
	if (sentenceEnd === -1) return [counts + shorten(message, room), ''];
	return [counts + message.slice(0, sentenceEnd), `${message.slice(sentenceEnd + 2)}.`];
}

const MAX_DESCRIPTION_WORDS = 60;

/** Joins sentences to a description of at most sixty words. What the first one says is cut for the others. */
export function fitDescription(reason: string | undefined, sentences: readonly string[]): string {
	const rest = sentences.filter((sentence) => sentence !== '').join(' ');
	const room = MAX_DESCRIPTION_WORDS - rest.split(' ').length;
	const words = (reason ?? '').split(' ');
	const shown = words.length <= room ? words : words.slice(0, Math.max(0, room - 1)).concat('…');
	return [shown.join(' '), rest].filter(Boolean).join(' ');
}

/** Finds the failure that the error of a run is about. Failures of this run come before those of a previous one. */
export function findFirstFailure(
	starts: readonly EndedStart[],
): { start: FailedItem; itemIndex: number } | undefined {
	const failures = starts.flatMap((start, itemIndex) =>
		isFailedItem(start) ? { start, itemIndex } : [],
	);
	return failures.find(({ start }) => !isFromPreviousRun(start)) ?? failures[0];
}

const REASONS: Record<MissingField['reason'], string> = {
	empty: 'empty',
	undefined: 'the expression found nothing',
	noSuchName: 'no such name in the input',
	oneValueForTwo: 'one value for two fields',
};

/** The hint that lists the fields that gave nothing, by the reason, each with the items. */
export function createMissingFieldsHint(
	starts: ReadonlyArray<PreparedStart | EndedStart>,
): string | undefined {
	const prepared = starts.flatMap((start, itemIndex) => {
		const ready = getReadyStart(start);
		return ready === undefined ? [] : { ready, itemIndex };
	});
	const total = prepared.length === 1 ? '1 item' : `${prepared.length} items`;
	const sentences = Object.entries(REASONS).map(([reason, text]) => {
		const itemsByName = new Map<string, number[]>();
		for (const { ready, itemIndex } of prepared) {
			for (const field of ready.missingFields ?? []) {
				if (field.reason !== reason) continue;
				const name = shorten(maskText(field.name, ready.credential.accessToken), 60);
				const items = itemsByName.get(name);
				// With a copy for each item, the time would grow with the square of their number.
				if (items === undefined) itemsByName.set(name, [itemIndex]);
				else items.push(itemIndex);
			}
		}
		const fields = Array.from(itemsByName, ([name, items]) => {
			const numbers = starts.length > 1 ? ` (${listFirst(items.map(String), 5)})` : '';
			return `"${name}" in ${items.length} of ${total}${numbers}`;
		});
		return fields.length > 0 && `Fields not sent (${text}): ${listFirst(fields, 12)}`;
	});
	return sentences.filter(Boolean).join('. ') || undefined;
}

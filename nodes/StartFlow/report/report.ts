import type { MissingField } from '../context/missingFields';
import { isWebPage } from '../http/contentHeaders';
import { getOutcomeRow, OUTCOMES } from '../outcome/outcomes';
import { maskText } from '../shared/mask';
import { countEach, listFirst, shorten } from '../shared/text';
import {
	getAttempts,
	getEnvironment,
	getFailure,
	isFailedItem,
	isFromPreviousRun,
	listReadyStarts,
	type EndedStart,
	type FailedItem,
	type PreparedStart,
	type RunResult,
} from '../start/itemStart';

/** Whether the flow ran, as far as it is known. */
function getRan(start: EndedStart): 'no' | 'maybe' | 'yes' {
	if (start.kind === 'answered') return 'yes';
	return getOutcomeRow(getFailure(start).outcome).ran;
}

function isStarted(start: EndedStart): boolean {
	return getRan(start) === 'yes';
}

/** "998 started, 2 rejected". */
function countStarts(starts: readonly EndedStart[]): string {
	const failures = starts.filter(isFailedItem).map(({ failure }) => failure.outcome);
	const counts = [`${starts.filter(isStarted).length} started`];
	for (const [outcome, { label }] of Object.entries(OUTCOMES)) {
		const count = failures.filter((one) => one === outcome).length;
		if (count > 0) counts.push(`${count} ${label}`);
	}
	const untriedCount = starts.filter(({ kind }) => kind === 'untried').length;
	if (untriedCount > 0) counts.push(`${untriedCount} not tried`);
	return counts.join(', ');
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

export function summarizeRun({ starts, heldBack }: RunResult): string {
	const previous = starts.filter(isFromPreviousRun);
	const ofThisRun = starts.filter((start) => !isFromPreviousRun(start));
	const retried = ofThisRun.filter((start) => getAttempts(start) > 1);
	const webPages = starts.filter((start) => start.kind === 'answered' && isWebPage(start.answer));
	const parts = [
		countStarts(ofThisRun),
		previous.length > 0 && `in a previous run and not sent again: ${countStarts(previous)}`,
		retried.length > 0 && `${retried.length} needed more than one attempt`,
		webPages.length > 0 &&
			`${webPages.length} answered with a web page (HTML): check the endpoint URL`,
		describeHeldBack(heldBack),
	];
	return parts.filter(Boolean).join('; ');
}

/** Whether there is nothing to say of a start: one attempt of this run gave an answer of the flow. */
function isUsual(start: EndedStart): boolean {
	const isFirstAttempt = start.kind === 'answered' && start.attempts === 1;
	return isFirstAttempt && !start.isFromPreviousRun && !isWebPage(start.answer);
}

/** A run by hand always has a hint, so that the person sees where it went. Others have one if something was unusual. */
export function createRunHint(run: RunResult, isByHand: boolean): string | undefined {
	const summary = summarizeRun(run);
	const isUnusual = describeHeldBack(run.heldBack) !== '' || !run.starts.every(isUsual);
	return isByHand || isUnusual ? withEnvironment(run.starts, summary) : undefined;
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
 * @param execution Its number and time, as the Executions tab shows them.
 * @param isLaterRound Whether the node has run in previous rounds of a loop. They have probably started something.
 */
export function adviseRetry(
	{ starts }: RunResult,
	execution: string,
	isLaterRound: boolean,
): string | undefined {
	const mayHaveStarted = (start: EndedStart) => getRan(start) !== 'no';
	const isPartial = starts.some(mayHaveStarted) && !starts.every(mayHaveStarted);
	// In a loop, previous rounds have started something, and further rounds may be left.
	if (!isPartial && !isLaterRound) return undefined;
	return `To start only the rest, use "Retry with currently saved workflow" on ${execution} in the Executions tab, only once. It takes the same input items, and an item whose context you have changed starts again. If an item itself is wrong, first set On Error to Continue (using error output) and save. Running the workflow again starts all items again.`;
}

/** How many flows started, also in a previous run, and which item failed. n8n counts items from 0. */
export function createHeadline({ starts }: RunResult, itemIndex: number, message: string): string {
	if (starts.length < 2) return message;
	const startedCount = starts.filter(isStarted).length;
	const counts = startedCount > 0 ? `${startedCount} of ${starts.length} started. ` : '';
	return `${counts}${message} [item ${itemIndex}]`;
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

/** The hint that lists the fields that gave nothing, by the reason, each with the number of items. */
export function createMissingFieldsHint(
	starts: ReadonlyArray<PreparedStart | EndedStart>,
): string | undefined {
	const prepared = listReadyStarts(starts);
	const total = prepared.length === 1 ? '1 item' : `${prepared.length} items`;
	const sentences = Object.entries(REASONS).map(([reason, text]) => {
		const names = prepared.flatMap(({ missingFields = [], credential }) =>
			missingFields
				.filter((field) => field.reason === reason)
				.map(({ name }) => shorten(maskText(name, credential.accessToken), 60)),
		);
		const fields = [...countEach(names)].map(([name, n]) => `"${name}" in ${n} of ${total}`);
		return fields.length > 0 && `Fields not sent (${text}): ${listFirst(fields, 12)}`;
	});
	return sentences.filter(Boolean).join('. ') || undefined;
}

import type { MissingField } from '../context/missingFields';
import { isWebPage } from '../http/contentHeaders';
import type { Outcome } from '../shared/failure';
import { maskText } from '../shared/mask';
import { countEach, listFirst, shorten } from '../shared/text';
import {
	listPreparedStarts,
	readEnvironment,
	type FailedStart,
	type ItemStart,
	type RunResult,
} from '../start/itemStart';

/** The labels that follow "998 started" in a summary, in this order. */
const COUNT_LABELS: Array<['ready' | Outcome, string]> = [
	['noCallback', 'of these without a callback'],
	['rejected', 'rejected'],
	['notStarted', 'not started'],
	['unknown', 'may have started'],
	['notSent', 'refused by the node'],
	['ready', 'not tried'],
];

function readState(start: ItemStart): 'answered' | 'ready' | Outcome {
	return start.kind === 'failed' ? start.failure.outcome : start.kind;
}

function isStarted(start: ItemStart): boolean {
	return ['answered', 'noCallback'].includes(readState(start));
}

/** "998 started, 2 rejected". */
function countStarts(starts: ItemStart[]): string {
	const states = starts.map(readState);
	const counts = [`${starts.filter(isStarted).length} started`];
	for (const [state, label] of COUNT_LABELS) {
		const count = states.filter((one) => one === state).length;
		if (count > 0) counts.push(`${count} ${label}`);
	}
	return counts.join(', ');
}

export function summarizeRun({ starts, pausedMs }: RunResult): string {
	const isPrevious = (start: ItemStart) => start.kind !== 'ready' && start.isFromPreviousRun;
	const previous = starts.filter(isPrevious);
	const ofThisRun = starts.filter((start) => !isPrevious(start));
	const retried = ofThisRun.filter((start) => start.kind !== 'ready' && start.attempts > 1);
	const webPages = starts.filter((start) => start.kind === 'answered' && isWebPage(start.answer));
	const pausedSeconds = Math.round(pausedMs / 1000);
	const parts = [
		countStarts(ofThisRun),
		previous.length > 0 && `in a previous run and not sent again: ${countStarts(previous)}`,
		retried.length > 0 && `${retried.length} needed more than one attempt`,
		webPages.length > 0 &&
			`${webPages.length} answered with a web page (HTML): check the endpoint URL`,
		pausedSeconds > 0 && `waited ${pausedSeconds} s because the service asked for it`,
	];
	return parts.filter(Boolean).join('; ');
}

/** A run by hand always has a hint, so that the person sees where it went. Others have one if something was unusual. */
export function createRunHint(run: RunResult, isByHand: boolean): string | undefined {
	const summary = summarizeRun(run);
	const isUnusual = summary !== `${run.starts.length} started`;
	return isByHand || isUnusual ? withEnvironment(run.starts, summary) : undefined;
}

export function withEnvironment(starts: ItemStart[], text: string): string {
	// There are two if the credential depends on the item, and none if no credential could be read.
	const environments = [...new Set(starts.map(readEnvironment))].filter(Boolean);
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
	const mayHaveStarted = (start: ItemStart) => isStarted(start) || readState(start) === 'unknown';
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
	starts: readonly ItemStart[],
): (FailedStart & { itemIndex: number }) | undefined {
	const failures = starts.flatMap((start, itemIndex) =>
		start.kind === 'failed' ? { itemIndex, ...start } : [],
	);
	return failures.find((failure) => !failure.isFromPreviousRun) ?? failures[0];
}

const REASONS: Record<MissingField['reason'], string> = {
	empty: 'empty',
	undefined: 'the expression found nothing',
	noSuchName: 'no such name in the input',
	oneValueForTwo: 'one value for two fields',
};

/** The hint that lists the fields that gave nothing, by the reason, each with the number of items. */
export function createMissingFieldsHint(starts: readonly ItemStart[]): string | undefined {
	const prepared = listPreparedStarts(starts);
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

import { isWebPage } from '../http/contentType';
import { maskText } from '../secrets/mask';
import type { Outcome } from '../shared/failure';
import { firstOf, shorten } from '../shared/text';
import { readyOf, type FailedStart, type ItemStart, type RunResult } from '../start/itemStart';

/** What else a start may have come to, in the order in which it is told. */
const STATES: Array<['ready' | Outcome, string]> = [
	['noCallback', 'of these without a callback'],
	['rejected', 'rejected'],
	['notStarted', 'not started'],
	['unknown', 'may have started'],
	['notSent', 'refused by the node'],
	['ready', 'not tried'],
];

function isStarted(start: ItemStart): boolean {
	return (
		start.kind === 'answered' || (start.kind === 'failed' && start.failure.outcome === 'noCallback')
	);
}

function mayHaveStarted(start: ItemStart): boolean {
	return isStarted(start) || (start.kind === 'failed' && start.failure.outcome === 'unknown');
}

function isEarlier(start: ItemStart): boolean {
	return start.kind !== 'ready' && start.isEarlier === true;
}

/** "998 started, 2 rejected". */
function countsOf(starts: ItemStart[]): string {
	const states = starts.map((start) =>
		start.kind === 'failed' ? start.failure.outcome : start.kind,
	);
	const counts = STATES.flatMap(([state, words]) => {
		const count = states.filter((one) => one === state).length;
		return count > 0 ? [`${count} ${words}`] : [];
	});
	return [`${starts.filter(isStarted).length} started`, ...counts].join(', ');
}

/** What a run came to, in one sentence: "998 started, 2 rejected; 3 needed more than one try". */
export function reportOf({ starts, pausedMs }: RunResult): string {
	const earlier = starts.filter(isEarlier);
	const now = starts.filter((start) => !isEarlier(start));
	const retried = now.filter((start) => start.kind !== 'ready' && start.attempts > 1).length;
	const pages = starts.filter(
		(start) => start.kind === 'answered' && isWebPage(start.answer),
	).length;
	const seconds = Math.round(pausedMs / 1000);
	const parts = [
		countsOf(now),
		earlier.length > 0 && `earlier and not sent again: ${countsOf(earlier)}`,
		retried > 0 && `${retried} needed more than one try`,
		pages > 0 && `${pages} answered with a web page (HTML): check the endpoint URL`,
		seconds > 0 && `waited ${seconds} s because the service asked for it`,
	];
	return parts.filter(Boolean).join('; ');
}

/** The hint beside the answers of a run; `undefined` where everything was as usual. */
export function hintOf(run: RunResult): string | undefined {
	const report = reportOf(run);
	if (report === `${run.starts.length} started`) return undefined;
	return `${environmentsOf(run.starts)}: ${report}`;
}

/** Where the starts go: "QA", or both where the credential depends on the item. */
export function environmentsOf(starts: readonly ItemStart[]): string {
	const names = new Set(readyOf(starts).map(({ credential }) => credential.environment));
	return [...names].join(' and ');
}

/** How to go on where starts were made, or may have been, in this run or in an earlier round of a loop. */
export function howToStartTheRest(
	{ starts }: RunResult,
	execution: string,
	isLaterRound: boolean,
): string | undefined {
	const isOneOfMany = starts.length > 1 && starts.some(mayHaveStarted);
	if (!isOneOfMany && !isLaterRound) return undefined;
	return `To start only the rest, use "Retry with currently saved workflow" on execution ${execution} in the Executions tab. Do this only once. Running the workflow again starts all items again.`;
}

/**
 * The first line of the error of a run that a failed start has ended: how many of its starts were made, now or
 * in an earlier try, and which item the failure is of, counted from 0 as n8n does.
 */
export function headlineOf({ starts }: RunResult, itemIndex: number, message: string): string {
	if (starts.length < 2) return message;
	const started = starts.filter(isStarted).length;
	const count = started > 0 ? `${started} of ${starts.length} started. ` : '';
	return `${count}${message} [item ${itemIndex}]`;
}

/** The failure that the error of a run tells: of this try, unless only an earlier one left something in doubt. */
export function firstFailure(
	starts: readonly ItemStart[],
): (FailedStart & { itemIndex: number }) | undefined {
	const failures = starts.flatMap((start, itemIndex) =>
		start.kind === 'failed' ? { itemIndex, ...start } : [],
	);
	return failures.find((failure) => !failure.isEarlier) ?? failures[0];
}

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
	const named = Array.from(counts, ([name, count]) => `"${name}" was empty in ${count} of ${all}`);
	return `Fields not sent: ${firstOf(named, 12)}`;
}

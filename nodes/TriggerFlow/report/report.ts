import { ENVIRONMENT_NAMES } from '../credential/flowCredential';
import { isWebPage } from '../http/contentType';
import { maskText } from '../secrets/mask';
import type { Failure, Outcome } from '../shared/failure';
import { firstOf, shorten } from '../shared/text';
import { readyOf, type ItemStart, type ReadyStart, type RunResult } from '../start/itemStart';

/** What else a start may have come to, in the order in which it is told. */
const STATES: Array<['ready' | Outcome, string]> = [
	['noCallback', 'without a callback'],
	['rejected', 'rejected'],
	['notStarted', 'not started'],
	['unknown', 'may have started'],
	['notSent', 'not sent'],
	['ready', 'not begun'],
];

const EARLIER = 'started earlier and not sent again';

function isStarted(start: ItemStart): boolean {
	return (
		start.kind === 'answered' || (start.kind === 'failed' && start.failure.outcome === 'noCallback')
	);
}

function mayHaveStarted(start: ItemStart): boolean {
	return isStarted(start) || (start.kind === 'failed' && start.failure.outcome === 'unknown');
}

/** Whether an earlier try of the run has started it. */
function isEarlier(start: ItemStart): boolean {
	return start.kind === 'answered' && start.isEarlier === true;
}

function isAnsweredByPage(start: ItemStart): boolean {
	return start.kind === 'answered' && isWebPage(start.answer);
}

/** What an earlier try has come to with another context, where this one has started it as well. */
export function anewOf(start: ItemStart): ReadyStart['anew'] {
	return start.kind === 'answered' ? start.ready.anew : undefined;
}

/** What a run came to, in one sentence: "998 started, 2 rejected; held up by the service for 12 s". */
export function reportOf({ starts, heldUp }: RunResult): string {
	const now = starts.filter((start) => !isEarlier(start));
	const states = now.map((start) => (start.kind === 'failed' ? start.failure.outcome : start.kind));
	const counts = STATES.flatMap(([state, words]) => {
		const count = states.filter((one) => one === state).length;
		return count > 0 ? [`${count} ${words}`] : [];
	});
	const earlier = starts.length - now.length;
	const anew = (['started', 'may have started'] as const).flatMap((words) => {
		const count = now.filter((start) => anewOf(start) === words).length;
		return count > 0 ? [`${count} of them ${words} earlier, with another context`] : [];
	});
	const retried = now.filter((start) => start.kind !== 'ready' && start.attempts > 1).length;
	const pages = now.filter(isAnsweredByPage).length;
	const notes = [
		[`${now.filter(isStarted).length} started`, ...counts].join(', '),
		...anew,
		...(earlier === 0 ? [] : [`${earlier} ${earlier === 1 ? 'was' : 'were'} ${EARLIER}`]),
		...(retried === 0 ? [] : [`${retried} tried more than once`]),
		...(pages === 0 ? [] : [`${pages} answered with a web page (HTML): check the endpoint URL`]),
		...(heldUp < 500 ? [] : [`held up by the service for ${Math.round(heldUp / 1000)} s`]),
	];
	return notes.join('; ');
}

/** Where the starts go: "QA", or both where the credential depends on the item. */
export function environmentsOf(starts: readonly ItemStart[]): string {
	const names = readyOf(starts).map(({ credential }) => ENVIRONMENT_NAMES[credential.environment]);
	return [...new Set(names)].join(' and ');
}

/**
 * What a run that failed came to, and how to go on where some of its starts were made, or may have been.
 *
 * @param execution What n8n calls the run: "execution 57".
 * @param isLaterRound Whether it is a round of a loop, which comes after others.
 */
export function reportOfFailure(run: RunResult, execution: string, isLaterRound: boolean): string {
	const hasStarted = isLaterRound || run.starts.some(mayHaveStarted);
	if (!hasStarted) return `${reportOf(run)}.`;
	const hasRest = !run.starts.every(mayHaveStarted);
	return `${reportOf(run)}. ${hasRest ? howToStartTheRest(execution) : 'A new run starts all of them again.'}`;
}

/** For people who mend what is wrong and run the workflow anew. */
export function howToStartTheRest(execution: string): string {
	return `To start only the rest, use "Retry with currently saved workflow" on ${execution} in the Executions tab, once. A new run starts all of them again, and that Retry those whose context you have changed.`;
}

/**
 * The first line of the error of a run that a failed start has ended: how many of its starts were made, now or
 * in an earlier try, and which item the failure is of, counted from 0 as n8n does.
 */
export function headlineOf({ starts }: RunResult, itemIndex: number, message: string): string {
	if (starts.length < 2) return message;
	const started = starts.filter(isStarted).length;
	return `${started} of ${starts.length} started. ${withItem(message, itemIndex)}`;
}

/** A message with the index of its item, counted from 0, as n8n writes it. */
export function withItem(message: string, itemIndex: number): string {
	return `${message} [item ${itemIndex}]`;
}

/**
 * The failures that the error of a run tells, each with its item: first what ended it, which is of this try
 * unless only an earlier one left something in doubt; then the first of each other outcome.
 */
export function failuresToTell(starts: readonly ItemStart[]): Array<[number, Failure]> {
	const told = new Map<string, [number, Failure]>();
	const tell = (isOfEarlierTry: boolean) => {
		for (const [itemIndex, start] of starts.entries()) {
			if (start.kind !== 'failed' || (start.isEarlier ?? false) !== isOfEarlierTry) continue;
			const what = isOfEarlierTry ? 'earlier' : start.failure.outcome;
			if (!told.has(what)) told.set(what, [itemIndex, start.failure]);
		}
	};
	tell(false);
	tell(true);
	return [...told.values()];
}

/** Whether there is anything to tell: something was left out, retried, slowed down or done before. */
export function isWorthTelling({ starts, heldUp }: RunResult): boolean {
	return (
		heldUp >= 500 ||
		starts.some(
			(start) =>
				start.kind !== 'answered' ||
				start.attempts > 1 ||
				isEarlier(start) ||
				isAnsweredByPage(start) ||
				anewOf(start),
		)
	);
}

/** Nobody reads more names. */
const MOST_NAMES = 12;

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
	const named = Array.from(counts, ([name, count]) => `${name} was empty in ${count} of ${all}`);
	return `Not sent: ${firstOf(named, MOST_NAMES)}`;
}

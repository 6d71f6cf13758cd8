import type { Outcome } from '../errors/failure';
import type { RunResult } from './startAll';

const FAILED: Array<[Outcome, string]> = [
	['rejected', 'rejected'],
	['notStarted', 'not started'],
	['unknown', 'may have started'],
	['notSent', 'not sent'],
];

/** What a run came to, in one sentence: "998 started, 2 rejected; held up by the service for 12 s". */
export function reportOf({ results, heldUp }: RunResult): string {
	const count = (isCounted: (result: RunResult['results'][number]) => boolean) =>
		results.filter(isCounted).length;

	const started = count((result) => result !== undefined && 'answer' in result);
	const failed = FAILED.map(([outcome, words]): [number, string] => [
		count((result) => isFailure(result, outcome)),
		words,
	]);
	const counts: Array<[number, string]> = [
		...failed,
		[count((result) => result === undefined), 'not begun'],
	];
	const retried = count((result) => (result?.attempts ?? 0) > 1);
	const notes = [
		...(retried === 0 ? [] : [`${retried} tried more than once`]),
		...(heldUp < 500 ? [] : [`held up by the service for ${Math.round(heldUp / 1000)} s`]),
	];
	const parts = counts
		.filter(([number]) => number > 0)
		.map(([number, words]) => `${number} ${words}`);
	return [[`${started} started`, ...parts].join(', '), ...notes].join('; ');
}

/**
 * What a run that failed came to, and how to go on where some of its starts were answered: people
 * mend what is wrong and run the workflow anew, which would start those again.
 *
 * @param execution What n8n calls the run: "execution 57".
 */
export function reportOfFailure(run: RunResult, execution: string): string {
	const hasAnswers = run.results.some((result) => result !== undefined && 'answer' in result);
	const hasRest = run.results.some(
		(result) =>
			result === undefined || ('failure' in result && result.failure.outcome !== 'unknown'),
	);
	if (!hasAnswers || !hasRest) return `${reportOf(run)}.`;
	return `${reportOf(run)}. To start only the rest, use Retry on ${execution} in the Executions tab, once: a new run starts all of them again.`;
}

/** Whether there is anything to tell: something was left out, retried or slowed down. */
export function isWorthTelling({ results, heldUp }: RunResult): boolean {
	return (
		heldUp >= 500 ||
		results.some((result) => result === undefined || 'failure' in result || result.attempts > 1)
	);
}

function isFailure(result: RunResult['results'][number], outcome: Outcome): boolean {
	return result !== undefined && 'failure' in result && result.failure.outcome === outcome;
}

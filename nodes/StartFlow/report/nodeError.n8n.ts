import { NodeApiError, NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { getRoundIndex, isTool, setErrorMessage } from '../n8n/internals';
import { describeForModel, getOutcomeRow } from '../outcome/outcomes';
import { shorten } from '../shared/text';
import {
	type EndedStart,
	type FailedItem,
	getEnvironment,
	getRan,
	isFailedItem,
	isFromPreviousRun,
	type RunResult,
} from '../start/itemStart';
import { listCounts } from './hints';

/** Creates the error of a run that a failed start ends. `undefined` if no start failed. */
export function createNodeError(n8n: IExecuteFunctions, run: RunResult): Error | undefined {
	const failedItems = run.starts.filter(isFailedItem);
	// Failures of this run come before those of a previous one.
	const start = failedItems.find((one) => !isFromPreviousRun(one)) ?? failedItems[0];
	if (start === undefined) return undefined;
	const { failure } = start;
	const itemIndex = run.starts.indexOf(start);
	const node = n8n.getNode();
	if (isTool(node)) {
		// n8n shows a model either the message or the description.
		const text = describeForModel(failure);
		const error = new NodeOperationError(node, text, { description: text, itemIndex });
		return setErrorMessage(error, text);
	}
	const text = createErrorText(run, start, n8n.getExecutionId(), getRoundIndex(n8n) > 0);
	const options = { ...text, itemIndex };
	const error =
		failure.statusCode === undefined
			? new NodeOperationError(node, text.message, options)
			: new NodeApiError(node, options, { ...options, httpCode: String(failure.statusCode) });
	return setErrorMessage(error, text.message);
}

const MAX_HEADLINE_CHARACTERS = 120;

/**
 * Creates what the error of a run says. The headline: how many flows started, also in a previous run, and what happened. The
 * description: what the service said, one next step, and what a hint would say, because n8n saves no hint with an error.
 * @param isLaterRound Whether the node has run in previous rounds of a loop. They have probably started something.
 */
export function createErrorText(
	run: RunResult,
	start: FailedItem,
	executionId: string,
	isLaterRound: boolean,
): { message: string; description: string } {
	const { starts } = run;
	const { message, reason } = start.failure;
	const isOfMany = starts.length > 1;
	const startedCount = starts.filter((one) => getRan(one) === 'yes').length;
	const started = isOfMany ? `${startedCount} of ${starts.length} started. ` : '';
	// The sentences for which the headline has no room go into the description.
	const room = MAX_HEADLINE_CHARACTERS - started.length;
	const end = message.length > room ? message.lastIndexOf('. ', room) : -1;
	const headline = end === -1 ? shorten(message, room) : message.slice(0, end);
	const furtherSentences = end === -1 ? '' : `${message.slice(end + 2)}.`;

	const environment = getEnvironment(start) ?? '';
	const counts = [environment, listCounts(run).join('; ')].filter(Boolean).join(': ');
	// The failure of a refused start says itself what to do.
	const isRefused = start.kind === 'refused';
	const retry = isRefused ? '' : adviseRetry(starts, executionId, isLaterRound);
	const rest = [furtherSentences, adviseNextStep(start, retry)];
	if (isOfMany && !isRefused) rest.push(`${counts}. See "Retries and duplicates" in the docs.`);
	else if (environment !== '') rest.push(`Environment: ${environment}.`);
	return { message: started + headline, description: fitDescription(reason, rest) };
}

/** Says how to start only the rest, if something has started and something is left. Otherwise empty. */
function adviseRetry(
	starts: readonly EndedStart[],
	executionId: string,
	isLaterRound: boolean,
): string {
	const mayHaveStarted = (start: EndedStart) => getRan(start) !== 'no';
	const isPartial = starts.some(mayHaveStarted) && !starts.every(mayHaveStarted);
	// In a loop, previous rounds have started something, and further rounds may be left.
	return isPartial || isLaterRound
		? `To start only the rest, retry execution ${executionId}, only once, if n8n saved it.`
		: '';
}

function adviseNextStep(start: FailedItem, retry: string): string {
	const { description, outcome } = start.failure;
	const isUncertain = getOutcomeRow(outcome).ran === 'maybe' && !isFromPreviousRun(start);
	// The whole description also says how to start this item again, and Retry is one next step already.
	return [retry !== '' && isUncertain ? CHECK_FIRST : description, retry].join(' ').trim();
}

const CHECK_FIRST = 'Check in the integration platform whether the flow has run.';

const MAX_DESCRIPTION_WORDS = 60;

/** Joins sentences to a description of at most sixty words. What the service said is cut for the others. */
function fitDescription(reason = '', sentences: readonly string[]): string {
	const rest = sentences.filter(Boolean).join(' ');
	const room = MAX_DESCRIPTION_WORDS - rest.split(' ').length;
	const words = reason.split(' ');
	const shown = words.length <= room ? words : words.slice(0, Math.max(0, room - 1)).concat('…');
	return [shown.join(' '), rest].filter(Boolean).join(' ');
}

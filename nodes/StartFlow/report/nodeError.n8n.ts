import { NodeApiError, NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { CANCELED_MESSAGE_START, getRoundIndex, isTool, setErrorMessage } from '../n8n/internals';
import { describeForModel, getOutcomeRow } from '../outcome/outcomes';
import {
	getEnvironment,
	isFromPreviousRun,
	type FailedItem,
	type RunResult,
} from '../start/itemStart';
import {
	adviseRetry,
	createHeadline,
	findFirstFailure,
	fitDescription,
	listCounts,
	summarizeRun,
} from './report';

/** Creates the error of a run that a failed start ends. `undefined` if no start failed. */
export function createNodeError(
	n8n: IExecuteFunctions,
	run: RunResult,
	isPreview: boolean,
): Error | undefined {
	const first = findFirstFailure(run.starts);
	if (first === undefined) return undefined;
	const { itemIndex, start } = first;
	const { failure } = start;
	const node = n8n.getNode();
	if (isTool(node)) {
		// n8n shows a model either the message or the description.
		const text = describeForModel(failure);
		return setErrorMessage(
			new NodeOperationError(node, text, { description: text, itemIndex }),
			text,
		);
	}
	const [message, furtherSentences] = createHeadline(run, failure.message);
	const nextStep = isPreview ? failure.description : adviseNextStep(n8n, run, start);
	const description = describeRun(run, start, `${furtherSentences} ${nextStep}`.trim());
	const options = { message, description, itemIndex };
	const error =
		failure.statusCode === undefined
			? new NodeOperationError(node, message, options)
			: new NodeApiError(node, options, { ...options, httpCode: String(failure.statusCode) });
	return setErrorMessage(error, message);
}

/** What the service said, one next step, and what a hint would say, because n8n saves no hint with an error. */
function describeRun(run: RunResult, start: FailedItem, nextStep: string): string {
	const { reason } = start.failure;
	const environment = getEnvironment(start) ?? '';
	// The message of a refused start already says what to do.
	if (start.kind === 'refused' || run.starts.length < 2) {
		return fitDescription(reason, [nextStep, environment && `Environment: ${environment}.`]);
	}
	const counts = [environment, listCounts(run).join('; ')].filter(Boolean).join(': ');
	return fitDescription(reason, [nextStep, `${counts}.`, SEE_DOCS]);
}

const SEE_DOCS = 'See "Retries and duplicates" in the docs.';

function adviseNextStep(n8n: IExecuteFunctions, run: RunResult, start: FailedItem): string {
	const { description, outcome } = start.failure;
	if (start.kind === 'refused') return description;
	const retry = adviseRetry(run, n8n.getExecutionId(), getRoundIndex(n8n) > 0);
	if (retry === undefined) return description;
	const isUncertain = getOutcomeRow(outcome).ran === 'maybe' && !isFromPreviousRun(start);
	return isUncertain ? `${CHECK_FIRST} ${retry}` : `${description} ${retry}`.trim();
}

const CHECK_FIRST = 'Check in the integration platform whether the flow has run.';

export function createStoppedError(n8n: IExecuteFunctions, run: RunResult): Error {
	return new NodeOperationError(n8n.getNode(), `${CANCELED_MESSAGE_START}: ${summarizeRun(run)}`);
}

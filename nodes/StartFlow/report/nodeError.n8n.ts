import { NodeApiError, NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { CANCELED_MESSAGE_START, getRoundIndex, isTool, setErrorMessage } from '../n8n/internals';
import { toSingleText } from '../shared/userError';
import { getEnvironment, type FailedItem, type RunResult } from '../start/itemStart';
import { adviseRetry, createHeadline, findFirstFailure, summarizeRun } from './report';

/** Creates the error of a run that a failed start ends. `undefined` if no start failed. */
export function createNodeError(n8n: IExecuteFunctions, run: RunResult): Error | undefined {
	const first = findFirstFailure(run.starts);
	if (first === undefined) return undefined;
	const { itemIndex, start } = first;
	const { failure } = start;
	const node = n8n.getNode();
	const headline = createHeadline(run, itemIndex, failure.message);
	const description = describeRun(n8n, run, start);
	// n8n shows a model either the message or the description, and of a NodeApiError never the description.
	const text = toSingleText({ message: headline, description });
	const options = isTool(node)
		? { message: text, description: text, itemIndex }
		: { message: headline, description, itemIndex };
	const error =
		failure.statusCode === undefined || isTool(node)
			? new NodeOperationError(node, options.message, options)
			: new NodeApiError(node, options, { ...options, httpCode: String(failure.statusCode) });
	setErrorMessage(error, options.message);
	return error;
}

/** The cause comes first. Then follows what a hint would say, because n8n saves no hint with an error. */
function describeRun(n8n: IExecuteFunctions, run: RunResult, start: FailedItem): string {
	const { failure } = start;
	const environment = getEnvironment(start);
	// The message of a refused start already says what to do.
	const isRefused = start.kind === 'refused';
	// A model knows nothing of items and rounds.
	const isLaterRound = getRoundIndex(n8n) > 0 && !isTool(n8n.getNode());
	const sentences = [
		failure.description,
		environment && `Environment: ${environment}.`,
		!isRefused && run.starts.length > 1 && `This run: ${summarizeRun(run)}.`,
		!isRefused && adviseRetry(run, nameExecution(n8n), isLaterRound),
	];
	return sentences.filter(Boolean).join(' ');
}

/** n8n's list of executions shows their time, and the number only in an execution's own head. */
function nameExecution(n8n: IExecuteFunctions): string {
	const time = String(n8n.evaluateExpression("{{ $now.toFormat('LLL d, HH:mm ZZZZ') }}", 0));
	return `execution ${n8n.getExecutionId()} (${time})`;
}

export function createStoppedError(n8n: IExecuteFunctions, run: RunResult): Error {
	return new NodeOperationError(n8n.getNode(), `${CANCELED_MESSAGE_START}: ${summarizeRun(run)}`);
}

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { ENVIRONMENT_NAMES } from '../rules/credential/flowCredential';
import { refuseProduction } from '../rules/credential/productionGuard';
import { NotSentError, notSent, type Failure } from '../rules/errors/failure';
import { maskText } from '../rules/errors/mask';
import { previewRequest } from '../rules/request/preview';
import { isWorthTelling, reportOf, reportOfFailure } from '../rules/sending/report';
import { startAll, type FailedStart, type RunResult } from '../rules/sending/startAll';
import { startKey, withStartKey } from '../rules/sending/startKey';
import { memoryOf, withMemory } from '../rules/sending/startMemory';
import { dropsFurtherTries } from './earlyN8n';
import { httpSend } from './httpSend';
import { nodeError, stoppedError } from './nodeError';
import { NodeMemory, willRunAgain } from './nodeMemory';
import { answerItems, failedItem } from './outputItems';
import { prepareStarts, type PreparedItem, type ReadyItem, type RunRules } from './prepareStart';
import { isDirectCall } from './tool';
import { wait } from './wait';

/**
 * The way of the items through the node: every item's start is prepared and checked before the
 * first one is sent; then they are sent; then answers and failures become items, in input order.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const memory = new NodeMemory(context);
	if (memory.isFurtherTry && goesOnAfterFailure(context) && dropsFurtherTries(context)) return [[]];
	const { isPreview, items } = await prepare(context, memory);
	if (!goesOnAfterFailure(context)) stopAtMistake(context, items);
	return [isPreview ? preview(context, items) : await start(context, items, memory)];
}

async function prepare(
	context: IExecuteFunctions,
	memory: NodeMemory,
): Promise<{ isPreview: boolean; items: PreparedItem[] }> {
	try {
		const isPreview = readOperation(context) === 'preview';
		const refusal = isPreview ? undefined : await memory.takeOver();
		if (refusal !== undefined) return { isPreview, items: allFailed(context, refusal) };
		const rules = {
			addStartKey: addStartKey(context, memory),
			guard: isPreview ? () => {} : productionGuard(memory),
		};
		return { isPreview, items: await prepareStarts(context, rules) };
	} catch (error) {
		// If it were thrown on, n8n would hand the input items on as if they had been started, where the
		// node goes on after failures.
		const failure = notSent(error, { cause: 'configuration-invalid' });
		return { isPreview: false, items: allFailed(context, failure) };
	}
}

function allFailed(context: IExecuteFunctions, failure: Failure): PreparedItem[] {
	return context.getInputData().map(() => ({ slug: '', failure }));
}

/** n8n adds an operation of its own, "Custom API Call", and runs the node with it like any other. */
function readOperation(context: IExecuteFunctions): 'start' | 'preview' {
	const operation = context.getNodeParameter('operation', 0);
	if (operation === 'start' || operation === 'preview') return operation;
	throw new NotSentError(
		'The selected operation is not one that this node has',
		'Set Operation to Start or to Preview Request.',
	);
}

/** Whether a failed start is an item; else it ends the run with an error. */
function goesOnAfterFailure(context: IExecuteFunctions): boolean {
	return context.continueOnFail() || isDirectCall(context);
}

function productionGuard(memory: NodeMemory): RunRules['guard'] {
	return (credential, { protectProduction }) => {
		if (protectProduction && memory.isManual) refuseProduction(credential);
	};
}

function addStartKey(
	context: IExecuteFunctions,
	{ execution, runIndex }: NodeMemory,
): RunRules['addStartKey'] {
	const run = {
		instance: context.getInstanceId(),
		workflow: String(context.getWorkflow().id ?? ''),
		execution,
		node: context.getNode().name,
		runIndex,
	};
	return (flowContext, item, { startKeyField }) => {
		return startKeyField === ''
			? flowContext
			: withStartKey(flowContext, startKeyField, startKey({ ...run, item }));
	};
}

function stopAtMistake(context: IExecuteFunctions, items: PreparedItem[]): void {
	const itemIndex = items.findIndex((item) => 'failure' in item);
	const item = items[itemIndex];
	if (item === undefined || !('failure' in item)) return;
	const { description, outcome } = item.failure;
	// What another execution may have started says that by itself.
	const isChecked = outcome === 'notSent' && items.length > 1;
	const others = isChecked ? ' Nor was anything sent for another item: all are checked first.' : '';
	throw nodeError(context, { ...item.failure, description: description + others }, itemIndex);
}

function preview(context: IExecuteFunctions, items: PreparedItem[]): INodeExecutionData[] {
	return items.map((item, itemIndex) =>
		'failure' in item
			? failedItem(context, item.failure, item.slug, 0, itemIndex)
			: { json: previewRequest(item.start, item.credential), pairedItem: { item: itemIndex } },
	);
}

async function start(
	context: IExecuteFunctions,
	items: PreparedItem[],
	memory: NodeMemory,
): Promise<INodeExecutionData[]> {
	const signal = context.getExecutionCancelSignal();
	const starts = withMemory(items, memory.starts);
	const run = await startAll(starts, {
		send: httpSend(context),
		concurrency: concurrencyOf(items),
		stopOnFailure: !goesOnAfterFailure(context),
		goPastEarlier: memory.isRetry,
		signal,
		wait,
		now: () => Date.now(),
		random: () => Math.random(),
	});

	let isDone = false;
	try {
		// The workflow's own time-out ends a run as Stop does, but lets a node that goes on hand on its items.
		if (signal?.aborted && !goesOnAfterFailure(context)) throw stoppedError(context, run);
		const output = await outputOf(context, items, run);
		if (isWorthTelling(run)) tell(context, `${prefixOf(items)}${reportOf(run)}`);
		isDone = !willRunAgain(context, output, memory);
		return output;
	} finally {
		// Whatever was thrown: n8n may run the node once more, and must not start these again.
		if (isDone) memory.forget();
		else memory.keep(memoryOf(starts, run.results, memory.starts));
	}
}

/** It is the run's, and not the item's: that of the first item that is ready. */
function concurrencyOf(items: PreparedItem[]): number {
	const first = items.find((item) => 'options' in item);
	return first?.options.concurrency ?? 1;
}

async function outputOf(
	context: IExecuteFunctions,
	items: PreparedItem[],
	run: RunResult,
): Promise<INodeExecutionData[]> {
	const goesOn = goesOnAfterFailure(context);
	const output: INodeExecutionData[] = [];
	for (const [itemIndex, result] of run.results.entries()) {
		const item = items[itemIndex] as PreparedItem;
		if (result === undefined) {
			if (goesOn) output.push(failedItem(context, NOT_BEGUN, slugOf(item), 0, itemIndex));
			continue;
		}
		if ('answer' in result) {
			// Only what was ready is answered.
			const answered = await answerItems(context, result.answer, item as ReadyItem, itemIndex);
			// One by one: as arguments of one call, a very long array would not fit on the stack.
			for (const outputItem of answered) output.push(outputItem);
		} else if (goesOn) {
			output.push(failedItem(context, result.failure, slugOf(item), result.attempts, itemIndex));
		} else {
			throw errorOf(context, items, run, itemIndex);
		}
	}
	return output;
}

/** Where the node goes on, an item is not left out because the run has ended before its turn. */
const NOT_BEGUN: Failure = {
	outcome: 'notStarted',
	message: 'The run ended before this start was begun: the flow was not started',
	description: 'It is safe to start it again.',
};

/** The error of a run that a failed start has ended. */
function errorOf(
	context: IExecuteFunctions,
	items: PreparedItem[],
	run: RunResult,
	itemIndex: number,
): Error {
	const { failure } = run.results[itemIndex] as FailedStart;
	return nodeError(context, failure, itemIndex, {
		environment: environmentsOf([items[itemIndex] as PreparedItem]),
		report: reportOfFailure(run, executionName(context)),
	});
}

/** The execution as the person finds it in n8n: that of a sub-workflow is not the one they look at. */
function executionName(context: IExecuteFunctions): string {
	const execution = `execution ${context.getExecutionId()}`;
	if (context.getMode() !== 'integrated') return execution;
	return `${execution} of the sub-workflow "${context.getWorkflow().name}"`;
}

/** The slug as it may be shown: the token may have been pasted into it. */
function slugOf(item: PreparedItem): string {
	return 'credential' in item ? maskText(item.slug, item.credential.accessToken) : item.slug;
}

/** Where the starts went: "QA", or both where the credential depends on the item. */
function environmentsOf(items: PreparedItem[]): string {
	const names = items.flatMap((item) =>
		'credential' in item ? [ENVIRONMENT_NAMES[item.credential.environment]] : [],
	);
	return [...new Set(names)].join(' and ');
}

function prefixOf(items: PreparedItem[]): string {
	const environments = environmentsOf(items);
	return environments === '' ? '' : `${environments}: `;
}

/** A hint in the output panel, where this n8n knows hints. */
function tell(context: IExecuteFunctions, message: string): void {
	context.addExecutionHints?.({ message, location: 'outputPane' });
}

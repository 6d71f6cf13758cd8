import { jsonStringify, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { ENVIRONMENT_NAMES } from '../rules/credential/flowCredential';
import { refuseProduction } from '../rules/credential/productionGuard';
import { NotSentError, notSent } from '../rules/errors/failure';
import { maskText } from '../rules/errors/mask';
import { previewRequest } from '../rules/request/preview';
import { isWorthTelling, reportOf, reportOfFailure } from '../rules/sending/report';
import { startAll, type RunResult } from '../rules/sending/startAll';
import { startKey, withStartKey } from '../rules/sending/startKey';
import { memoryOf, withMemory, type Origin } from '../rules/sending/startMemory';
import { httpSend } from './httpSend';
import { nodeError, stoppedError } from './nodeError';
import { NodeMemory, willRunAgain } from './nodeMemory';
import { answerItems, failedItem } from './outputItems';
import { prepareStarts, type PreparedItem, type ReadyItem, type RunRules } from './prepareStart';
import { isDirectCall, isTool } from './tool';
import { wait } from './wait';

/**
 * The way of the items through the node: every item's start is prepared and checked before the
 * first one is sent; then they are sent; then answers and failures become items, in input order.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const memory = new NodeMemory(context);
	const isPreview = readOperation(context) === 'preview';
	const items = await prepareStarts(context, {
		addStartKey: addStartKey(context, memory),
		guard: isPreview ? () => {} : productionGuard(memory),
	});
	if (!goesOnAfterFailure(context)) stopAtMistake(context, items);
	return [isPreview ? preview(context, items) : await start(context, items, memory)];
}

/** n8n adds an operation of its own, "Custom API Call", and runs the node with it like any other. */
function readOperation(context: IExecuteFunctions): 'start' | 'preview' {
	const operation = context.getNodeParameter('operation', 0);
	if (operation === 'start' || operation === 'preview') return operation;
	const refusal = new NotSentError(
		'The selected operation is not one that this node has',
		'Set Operation to Start or to Preview Request.',
	);
	throw nodeError(context, notSent(refusal), 0);
}

/** Whether a failed start is an item; else it ends the run with an error. */
function goesOnAfterFailure(context: IExecuteFunctions): boolean {
	return context.continueOnFail() || isDirectCall(context);
}

function productionGuard(memory: NodeMemory): RunRules['guard'] {
	return (credential, { protectProduction }) => {
		if (!protectProduction || !memory.isManual) return;
		// So that a retry from the executions list still knows that the run was started by hand.
		memory.keep(memory.starts);
		refuseProduction(credential);
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
		node: context.getNode().id,
		runIndex,
	};
	return (flowContext, item, { startKeyField }) => {
		const path = String(startKeyField ?? '').trim();
		return path === '' ? flowContext : withStartKey(flowContext, path, startKey({ ...run, item }));
	};
}

function stopAtMistake(context: IExecuteFunctions, items: PreparedItem[]): void {
	for (const [itemIndex, item] of items.entries()) {
		if ('failure' in item) throw nodeError(context, item.failure, itemIndex);
	}
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
	const origin = {
		// Two calls of a tool within one execution may have the same run index.
		isSameExecution: memory.isSameExecution && !isTool(context.getNode()),
		sourceOf: sourceOf(context),
	};
	const run = await startAll(withMemory(items, memory.starts, origin), {
		send: httpSend(context),
		concurrency: concurrencyOf(items),
		stopOnFailure: !goesOnAfterFailure(context),
		signal,
		wait,
		now: () => Date.now(),
		random: () => Math.random(),
	});

	let isDone = false;
	try {
		if (signal?.aborted) throw stoppedError(context, run);
		const output = await outputOf(context, items, run);
		if (isWorthTelling(run)) tell(context, `${environmentsOf(items)}: ${reportOf(run)}`);
		isDone = !willRunAgain(context, output);
		return output;
	} finally {
		// Whatever was thrown: n8n may run the node once more, and must not start these again.
		if (isDone) memory.forget();
		else memory.keep(memoryOf(items, run.results, origin, memory.starts));
	}
}

/** It is the run's, and not the item's: that of the first item that is ready. */
function concurrencyOf(items: PreparedItem[]): number {
	const first = items.find((item) => 'options' in item);
	return first?.options.concurrency ?? 1;
}

/** What an item's start is made of, as it is written: expressions not evaluated. */
function sourceOf(context: IExecuteFunctions): Origin['sourceOf'] {
	const parameters = { ...context.getNode().parameters, options: undefined };
	const items = context.getInputData();
	return (itemIndex) => {
		try {
			// An item may refer to itself, in a field that is not sent.
			return jsonStringify([parameters, items[itemIndex]?.json], { replaceCircularRefs: true });
		} catch {
			// It is nested too deeply, in a field that is not sent.
			return undefined;
		}
	};
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
		if (result === undefined) continue;
		if ('answer' in result) {
			// Only what was ready is answered.
			const answered = await answerItems(context, result.answer, item as ReadyItem, itemIndex);
			// One by one: as arguments of one call, a very long array would not fit on the stack.
			for (const outputItem of answered) output.push(outputItem);
		} else if (goesOn) {
			output.push(failedItem(context, result.failure, slugOf(item), result.attempts, itemIndex));
		} else {
			throw nodeError(context, result.failure, itemIndex, {
				environment: environmentsOf([item]),
				report: reportOfFailure(run),
			});
		}
	}
	return output;
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

/** A hint in the output panel, where this n8n knows hints. */
function tell(context: IExecuteFunctions, message: string): void {
	context.addExecutionHints?.({ message, location: 'outputPane' });
}

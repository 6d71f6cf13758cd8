import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { outputItems, previewItems } from './answer/outputItems';
import { isAwaited } from './callback/pendingCallback';
import { waitForCallback } from './callback/waitForCallback';
import { CREDENTIAL } from './credential/credentialReader';
import { httpSend } from './http/httpSend';
import { NodeMemory, willRunAgain } from './memory/nodeMemory';
import { isPreview, prepareStarts } from './prepare/prepareStarts';
import { continuesOnFailure, errorOf, stoppedError } from './report/nodeError';
import { emptyFieldsHint, hintOf } from './report/report';
import { startAll } from './send/startAll';
import { WindowMemory } from './send/window';
import { memoize } from './shared/memoize';
import { wait } from './shared/yielding';
import { failed, type ItemStart, type ReadyStart, type RunResult } from './start/itemStart';

const WINDOWS = new WindowMemory();

/**
 * The way of the items through the node: every item's start is prepared and checked before the
 * first one is sent; then they are sent; then answers and failures become items, in input order.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const memory = new NodeMemory(context);
	const continues = continuesOnFailure(context);
	const starts = await prepareStarts(context, memory);
	if (!continues && context.getExecutionCancelSignal()?.aborted) {
		throw stoppedError(context, { starts, pausedMs: 0 });
	}
	const mistake = continues ? undefined : errorOf(context, { starts, pausedMs: 0 });
	if (mistake !== undefined) throw mistake;
	// Before the starts: nothing may come behind one whose callback the run waits for.
	hint(context, emptyFieldsHint(starts));
	return [
		isPreview(context)
			? await previewItems(context, starts)
			: await send(context, await memory.recall(starts), memory),
	];
}

async function send(
	context: IExecuteFunctions,
	starts: ItemStart[],
	memory: NodeMemory,
): Promise<INodeExecutionData[]> {
	const ready = starts.filter((start): start is ReadyStart => start.kind === 'ready');
	const refusal = ready.length > 0 ? await memory.takeOver() : undefined;
	if (refusal !== undefined) {
		const refused = starts.map((start) =>
			start.kind === 'ready' ? failed(start, 0, refusal) : start,
		);
		if (!continuesOnFailure(context)) throw errorOf(context, { starts: refused, pausedMs: 0 });
		return await outputItems(context, refused);
	}
	const signal = context.getExecutionCancelSignal();
	const run = await startAll(starts, {
		send: httpSend(context, CREDENTIAL),
		// It is the run's, and not the item's: that of the first item that is ready.
		concurrency: ready[0]?.options.concurrency ?? 1,
		stopOnFailure: !continuesOnFailure(context),
		goPastEarlier: memory.isRetry,
		windows: WINDOWS,
		signal,
		wait,
		now: () => Date.now(),
		random: () => Math.random(),
	});

	let isDone = false;
	const remember = memoize(() => memory.remember(starts, run.starts));
	// n8n saves a stopped run at its next turn, and from here on it has some.
	if (signal?.aborted) remember();
	const onStop = () => remember();
	signal?.addEventListener('abort', onStop);
	try {
		const output = await outputOfRun(context, run);
		isDone = !signal?.aborted && !run.starts.some(isAwaited) && !willRunAgain(context, output);
		return output;
	} finally {
		if (!isDone) await memory.identify(starts);
		signal?.removeEventListener('abort', onStop);
		// Whatever was thrown: n8n may run the node once more, and must not start these again. Nor may a Retry
		// of a run that waits.
		if (isDone) memory.forget();
		else remember();
	}
}

/** @throws the error of a run that was stopped or that a failure has ended. */
async function outputOfRun(
	context: IExecuteFunctions,
	run: RunResult,
): Promise<INodeExecutionData[]> {
	const isStopped = context.getExecutionCancelSignal()?.aborted === true;
	if (!continuesOnFailure(context)) {
		// The workflow's own time-out ends a run as Stop does, but lets a node that goes on hand on its items.
		if (isStopped) throw stoppedError(context, run);
		const failure = errorOf(context, run);
		if (failure !== undefined) throw failure;
	}
	hint(context, hintOf(run));
	const awaited = run.starts.find(isAwaited);
	if (awaited !== undefined && !isStopped) return await waitForCallback(context, awaited);
	return await outputItems(context, run.starts);
}

function hint(context: IExecuteFunctions, message: string | undefined): void {
	if (message === undefined) return;
	context.addExecutionHints({ message, type: 'info', location: 'outputPane' });
}

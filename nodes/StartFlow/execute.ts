import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { toOutputItems } from './answer/outputItems.n8n';
import { isAwaited } from './callback/pendingCallback';
import { waitForCallback } from './callback/waitForCallback.n8n';
import { CREDENTIAL_TYPE } from './credential/flowCredential';
import { createHttpSend } from './http/httpSend.n8n';
import { NodeMemory } from './memory/nodeMemory.n8n';
import { addHint, continuesOnFailure, isStopped } from './n8n/run';
import { wait } from './n8n/sleep';
import { prepareStarts } from './prepare/prepareStarts.n8n';
import { createNodeError, createStoppedError } from './report/nodeError.n8n';
import { createMissingFieldsHint, createRunHint, withEnvironment } from './report/report';
import { sendAll } from './send/sendAll';
import { WindowMemory } from './send/windowMemory';
import { toFailedStart, type RunResult } from './start/itemStart';

const windows = new WindowMemory();

/** The steps of a run. Every start is prepared and checked before the first one is sent. */
export async function execute(n8n: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const memory = new NodeMemory(n8n);
	const prepared = await prepareStarts(n8n, memory);
	throwIfEnded(n8n, { starts: prepared, pausedMs: 0 });
	if (n8n.getNode().parameters.operation === 'preview') {
		addHint(n8n, withEnvironment(prepared, 'preview, nothing was sent'));
		addHint(n8n, createMissingFieldsHint(prepared));
		return [await toOutputItems(n8n, prepared)];
	}

	const starts = await memory.recall(prepared);
	const firstReady = starts.find((start) => start.kind === 'ready');
	const refusal = firstReady && (await memory.claimSending());
	if (refusal !== undefined) {
		const refused = starts.map((start) =>
			start.kind === 'ready' ? toFailedStart(start, 0, refusal) : start,
		);
		// Another Retry or a callback excludes this one. Nothing was sent, so the memory stays as it is.
		return [await finish(n8n, { starts: refused, pausedMs: 0 }, memory)];
	}

	const run = await sendAll(starts, {
		send: createHttpSend(n8n, CREDENTIAL_TYPE),
		// Concurrency concerns the whole run, so the first item that is ready decides.
		concurrency: firstReady?.options.concurrency ?? 1,
		stopOnFailure: !continuesOnFailure(n8n),
		isRetry: memory.isRetry,
		windows,
		signal: n8n.getExecutionCancelSignal(),
		wait,
		now: () => Date.now(),
		random: () => Math.random(),
	});
	return [await memory.keepUntilFinal(run.starts, async () => await finish(n8n, run, memory))];
}

async function finish(
	n8n: IExecuteFunctions,
	run: RunResult,
	memory: NodeMemory,
): Promise<INodeExecutionData[]> {
	throwIfEnded(n8n, run);
	addHint(n8n, createRunHint(run, memory.kept.wasStartedByHand));
	addHint(n8n, createMissingFieldsHint(run.starts));
	const awaited = run.starts.find(isAwaited);
	if (awaited !== undefined && !isStopped(n8n)) return await waitForCallback(n8n, awaited);
	return await toOutputItems(n8n, run.starts);
}

/** Throws the error of a run that was stopped or that a failure ends, unless the node continues on errors. */
function throwIfEnded(n8n: IExecuteFunctions, run: RunResult): void {
	if (continuesOnFailure(n8n)) return;
	if (isStopped(n8n)) throw createStoppedError(n8n, run);
	const error = createNodeError(n8n, run);
	if (error !== undefined) throw error;
}

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { toOutputItems, toPreviewItems } from './answer/outputItems.n8n';
import { waitForCallback } from './callback/waitForCallback.n8n';
import type { FormState } from './context/contextMode';
import { CREDENTIAL_TYPE } from './credential/flowCredential';
import { createHttpSend } from './http/httpSend.n8n';
import { NodeMemory } from './memory/nodeMemory.n8n';
import { addHint, continuesOnFailure, isStopped, logFault } from './n8n/run';
import { clock } from './n8n/waiting';
import { prepareStarts } from './prepare/prepareStarts.n8n';
import { throwIfFailed } from './report/nodeError.n8n';
import {
	createFormHint,
	createMissingFieldsHint,
	createPreviewHint,
	createRunHint,
} from './report/hints';
import { KnownServices } from './send/knownServices';
import { sendAll } from './send/sendAll';
import {
	skip,
	endBeforeTurn,
	isAwaited,
	type PreparedStart,
	type RecalledStart,
	type RunResult,
} from './start/itemStart';

/** Shared by all runs of this n8n process, because events come as many runs of one item. */
const services = new KnownServices(clock);

/** The steps of a run. Every start is prepared and checked before the first one is sent. */
export async function execute(n8n: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const memory = NodeMemory.load(n8n);
	const { isPreview, starts: prepared, formState } = await prepareStarts(n8n, memory);
	if (formState) addHint(n8n, createFormHint(formState));
	if (isPreview) return [await preview(n8n, prepared, formState)];

	const run = { ...(await startFlows(n8n, prepared, memory)), formState };
	const awaited = isStopped(n8n) ? undefined : run.starts.find(isAwaited);
	let output: INodeExecutionData[] | undefined;
	try {
		throwIfFailed(n8n, run);
		addHint(n8n, createRunHint(run, memory.wasStartedByHand));
		addHint(n8n, createMissingFieldsHint(run.starts));
		output = awaited ? [] : await toOutputItems(n8n, run.starts);
	} finally {
		await memory.settle(run.starts, output);
	}
	// The last step, because nothing may throw once n8n's stored input is replaced.
	return [awaited ? await waitForCallback(n8n, awaited) : output];
}

async function preview(
	n8n: IExecuteFunctions,
	prepared: PreparedStart[],
	formState: FormState | undefined,
): Promise<INodeExecutionData[]> {
	const starts = prepared.map(endBeforeTurn);
	throwIfFailed(n8n, { starts, formState }, { isPreview: true });
	addHint(n8n, createPreviewHint(starts));
	addHint(n8n, createMissingFieldsHint(starts));
	return await toPreviewItems(n8n, prepared);
}

/** Sends what is ready, unless a bad item ends the run before, or another execution excludes it. */
async function startFlows(
	n8n: IExecuteFunctions,
	prepared: PreparedStart[],
	memory: NodeMemory,
): Promise<RunResult> {
	const stopOnFailure = !continuesOnFailure(n8n);
	const hasRefusedItem = prepared.some(({ kind }) => kind === 'refused');
	const recalled = await memory.recall(prepared);
	const first = recalled.find((start) => start.kind === 'ready');
	// A Retry that sends nothing does not claim the starts.
	if (first === undefined || isStopped(n8n) || (stopOnFailure && hasRefusedItem)) {
		return { starts: recalled.map(endBeforeTurn) };
	}
	const failure = await memory.claim();
	if (failure !== undefined) {
		const exclude = (start: RecalledStart) =>
			start.kind === 'ready' ? skip('excluded', start, failure) : start;
		return { starts: recalled.map(exclude) };
	}
	return await sendAll(recalled, {
		send: createHttpSend(n8n, CREDENTIAL_TYPE),
		// Concurrency concerns the whole run, so the first item that is ready decides.
		concurrency: first.options.concurrency,
		stopOnFailure,
		isRetry: memory.isRetry,
		services,
		clock,
		timeZone: n8n.getTimezone(),
		signal: n8n.getExecutionCancelSignal(),
		logFault: (cause, accessToken) => logFault(n8n, cause, accessToken),
	});
}

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { toOutputItems } from './answer/outputItems.n8n';
import { waitForCallback } from './callback/waitForCallback.n8n';
import { CREDENTIAL_TYPE } from './credential/flowCredential';
import { createHttpSend } from './http/httpSend.n8n';
import type { NodeMemory, RunEnd } from './memory/nodeMemory.n8n';
import { addHints, continuesOnFailure, isStopped, logFault } from './n8n/run';
import { clock } from './n8n/waiting';
import { judgeFault } from './outcome/judge';
import { prepareRun } from './prepare/prepareStarts.n8n';
import { createErrorText, createUnsentErrorText } from './report/errorText';
import {
	createFormHint,
	createMissingFieldsHint,
	createRunHint,
	createUnsentHint,
} from './report/hints';
import { throwIfFailed } from './report/nodeError.n8n';
import { KnownServices } from './send/knownServices';
import { sendAll } from './send/sendAll';
import {
	endBeforeTurn,
	type EndedStart,
	exclude,
	isAwaited,
	type RecalledStart,
	type RunResult,
} from './start/itemStart';

/** Shared by all runs of this n8n process, because events come as many runs of one item. */
const services = new KnownServices(clock);

/** The steps of a run. Every start is prepared and checked before the first one is sent. */
export async function execute(n8n: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const prepared = await prepareRun(n8n);
	const formHint = createFormHint(prepared.formState);
	if (prepared.kind !== 'run') {
		throwIfFailed(n8n, prepared.starts, (start) => createUnsentErrorText(prepared, start));
		addHints(n8n, [formHint, createUnsentHint(prepared), createMissingFieldsHint(prepared.starts)]);
		return [await toOutputItems(n8n, prepared.starts)];
	}

	const { starts: recalled, memory, formState } = prepared;
	const run = await startFlows(n8n, recalled, memory);
	const report = { ...run, formState, memory };
	const awaited = isStopped(n8n) ? undefined : run.starts.find(isAwaited);
	let output: INodeExecutionData[] = [];
	let end: RunEnd = 'error';
	try {
		throwIfFailed(n8n, run.starts, (start) => createErrorText(report, start), run.endedBy);
		addHints(n8n, [formHint, createRunHint(report), createMissingFieldsHint(run.starts)]);
		if (!awaited) output = await toOutputItems(n8n, run.starts);
		end = awaited ? 'waiting' : output;
	} finally {
		await memory.settle(run.starts, end);
	}
	// The last step, because nothing may throw once n8n's stored input is replaced.
	return [awaited ? await waitForCallback(n8n, awaited) : output];
}

/** Sends what is ready, unless a failure ends the run before, or another execution excludes it. */
async function startFlows(
	n8n: IExecuteFunctions,
	recalled: RecalledStart[],
	memory: NodeMemory,
): Promise<RunResult> {
	const stopOnFailure = !continuesOnFailure(n8n);
	// A Retry goes on after an uncertain start, to start the rest. Retry On Fail does not, as the first run did not.
	const endsRun = ({ kind }: RecalledStart) =>
		kind === 'refused' || (kind === 'failed' && !memory.isRetry);
	const first = recalled.find((start) => start.kind === 'ready');
	// A Retry that sends nothing does not claim the starts.
	if (first === undefined || isStopped(n8n) || (stopOnFailure && recalled.some(endsRun))) {
		return { starts: recalled.map(endBeforeTurn), turnedAwayCount: 0 };
	}
	const failure = await memory.claim();
	if (failure !== undefined) {
		return { starts: recalled.map((start) => exclude(start, failure)), turnedAwayCount: 0 };
	}
	try {
		return await sendAll(recalled, {
			send: createHttpSend(n8n, CREDENTIAL_TYPE),
			// Concurrency concerns the whole run, so the first item that is ready decides.
			concurrency: first.options.concurrency,
			stopOnFailure,
			services,
			clock,
			timeZone: n8n.getTimezone(),
			signal: n8n.getExecutionCancelSignal(),
			logFault: (cause, accessToken) => logFault(n8n, cause, accessToken),
		});
	} catch (cause) {
		// A bug of the node. Something may have been sent, and the memory has to know that.
		logFault(n8n, cause, first.credential.accessToken);
		return { starts: recalled.map(toFaultyStart), turnedAwayCount: 0 };
	}
}

function toFaultyStart(start: RecalledStart): EndedStart {
	if (start.kind !== 'ready') return start;
	const { failure } = judgeFault(start);
	return { ...start, kind: 'failed', attempts: 1, failure, isFromPreviousRun: false };
}

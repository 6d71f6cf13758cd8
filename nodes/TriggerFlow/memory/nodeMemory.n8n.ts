import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isAwaited } from '../callback/pendingCallback';
import { isStartedByHand, readRetriedExecutionId, willRunAgain } from '../n8n/internals';
import { isStopped, readRunIndex } from '../n8n/run';
import { mapYielding } from '../n8n/sleep';
import { prefixError, toNotSentFailure, type Failure } from '../shared/failure';
import { memoize } from '../shared/memoize';
import type { ItemStart } from '../start/itemStart';
import { getIdentity } from './identity';
import {
	createCalledBackElsewhereFailure,
	createSecondRetryFailure,
	recallStart,
	rememberStart,
	type StartMemory,
} from './startMemory';

/** What n8n keeps in this node's context. */
interface KeptMemory {
	/** The execution in which the starts were first made. A Retry is a new execution that continues it. */
	firstExecutionId: string;
	/** The execution that sent something last, or the one that this is a Retry of. Only one Retry may continue it. */
	lastSenderId: string;
	/** Whether a person started the first execution. A Retry does not know this. */
	isManual: boolean;
	/** By run index, because in a loop the node runs many times within one execution. */
	startsByRun: Record<string, StartMemory>;
}

/** Nobody retries executions of one node so often. n8n drops the oldest ids. */
const MAX_KEPT_RETRIES = 2_000;

/** Remembers what the node has started. n8n's node context lasts over Retry On Fail and Retry, and is saved with a failure. */
export class NodeMemory {
	readonly runIndex: number;
	/** The execution in which the starts of this run were first made. */
	readonly firstExecutionId: string;
	/** Whether a person started this execution, or the one that it is a Retry of. */
	readonly isManual: boolean;

	private readonly kept: KeptMemory;
	private readonly executionId: string;

	constructor(private readonly n8n: IExecuteFunctions) {
		this.runIndex = readRunIndex(n8n);
		this.executionId = n8n.getExecutionId();
		const nodeContext = n8n.getContext('node') as { triggerFlow?: KeptMemory };
		nodeContext.triggerFlow ??= {
			firstExecutionId: this.executionId,
			// An execution that failed before it reached this node has kept nothing of it.
			lastSenderId: readRetriedExecutionId(n8n) ?? this.executionId,
			isManual: false,
			startsByRun: {},
		};
		this.kept = nodeContext.triggerFlow;
		this.firstExecutionId = this.kept.firstExecutionId;
		this.isManual = this.kept.isManual ||= isStartedByHand(n8n);
	}

	/** Whether this execution is a Retry of the one in which these starts were first made. */
	get isRetry(): boolean {
		return this.firstExecutionId !== this.executionId;
	}

	private get starts(): StartMemory {
		return this.kept.startsByRun[this.runIndex] ?? {};
	}

	/** Compares the starts with what previous runs remember. */
	async recall(starts: ItemStart[]): Promise<ItemStart[]> {
		return await mapYielding(starts, (start, index) => recallStart(start, this.starts[index]));
	}

	/**
	 * Makes this execution the one that continues the starts. Called just before the first one is sent, because a Retry that
	 * sent nothing does not count.
	 * @returns Why it may send nothing: the last sender was retried before, or its flow calls it back.
	 */
	async claimSending(): Promise<Failure | undefined> {
		const remembered = Object.values(this.starts).flat();
		const callsBack = remembered.find((start) => start.callsBack !== undefined)?.callsBack;
		if (callsBack !== undefined) {
			return createCalledBackElsewhereFailure(callsBack, this.firstExecutionId);
		}
		const { lastSenderId } = this.kept;
		if (lastSenderId === this.executionId) return undefined;
		const refusal = await this.recordRetryOf(lastSenderId);
		if (refusal === undefined) this.kept.lastSenderId = this.executionId;
		return refusal;
	}

	/** n8n keeps a list of values for each node in its database, for Remove Duplicates. Here, it lists retried executions. */
	private async recordRetryOf(executionId: string): Promise<Failure | undefined> {
		try {
			const options = { mode: 'entries', maxEntries: MAX_KEPT_RETRIES } as const;
			const { checkProcessedAndRecord } = this.n8n.helpers;
			const { processed } = await checkProcessedAndRecord([executionId], 'node', options);
			return processed.length === 0 ? undefined : createSecondRetryFailure(executionId);
		} catch (error) {
			const problem = `n8n could not check whether execution ${executionId} was retried before`;
			return toNotSentFailure(prefixError(problem, error));
		}
	}

	/**
	 * Finishes a run, and keeps what it has started as long as n8n may run the node again: at once when somebody presses
	 * Stop, and in the end when `finish` throws, the run waits for a callback, or Retry On Fail comes. Forgets it when the
	 * output is final.
	 * @param before The starts before the run.
	 * @param after The same starts after the run.
	 */
	async keepUntilFinal(
		before: ItemStart[],
		after: ItemStart[],
		finish: () => Promise<INodeExecutionData[]>,
	): Promise<INodeExecutionData[]> {
		const keepOnce = memoize(() => this.keep(before, after));
		const onStop = () => keepOnce();
		const signal = this.n8n.getExecutionCancelSignal();
		if (isStopped(this.n8n)) keepOnce();
		signal?.addEventListener('abort', onStop);
		let isFinal = false;
		try {
			const output = await finish();
			const isWaiting = after.some(isAwaited);
			isFinal = !isStopped(this.n8n) && !isWaiting && !willRunAgain(this.n8n, output);
			return output;
		} finally {
			// Computing identities takes time, so n8n works in between. After that, `keep` is quick.
			if (!isFinal)
				await mapYielding(before, (start) => start.kind === 'ready' && getIdentity(start));
			signal?.removeEventListener('abort', onStop);
			if (isFinal) Reflect.deleteProperty(this.kept.startsByRun, this.runIndex);
			else keepOnce();
		}
	}

	private keep(before: ItemStart[], after: ItemStart[]): void {
		const starts: StartMemory = { ...this.starts };
		for (const [index, start] of before.entries()) {
			const remembered = rememberStart(start, after[index] ?? start, starts[index]);
			if (remembered.length > 0) starts[index] = remembered;
		}
		this.kept.startsByRun[this.runIndex] = starts;
	}
}

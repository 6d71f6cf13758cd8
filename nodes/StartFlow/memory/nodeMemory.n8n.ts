import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isAwaited } from '../callback/pendingCallback';
import { isStartedByHand, readRetriedExecutionId, mayRunAgain } from '../n8n/internals';
import { isStopped, readRoundIndex } from '../n8n/run';
import { mapYielding } from '../n8n/sleep';
import { prefixError, toNotSentFailure, type Failure } from '../shared/failure';
import type { JsonObject } from '../shared/json';
import { listPreparedStarts, type ItemStart } from '../start/itemStart';
import { getIdentity } from './identity';
import {
	createCalledBackElsewhereFailure,
	createSecondRetryFailure,
	readUncertainItem,
	recallStart,
	rememberStarts,
	type StartMemory,
} from './startMemory';

/** What n8n keeps in this node's context. */
interface KeptMemory {
	/** The execution in which the starts were first made. A Retry is a new execution that continues it. */
	firstExecutionId: string;
	/** The execution that sent something last: at first the retried one, or else this one. Only one Retry may continue that execution. */
	lastSenderId: string;
	/** Whether a person started this execution or the first one. n8n does not tell a Retry how the first one started. */
	wasStartedByHand: boolean;
	/** By round of a loop, because the node runs in each of them within one execution. */
	startsByRound: Record<string, StartMemory>;
}

/** The check in `claimRetryOf` first reads a list and later writes it. Two checks at once would lose an id, so each one waits. */
let lastCheck: Promise<unknown> = Promise.resolve();

/** Nobody retries executions of one node as often as this. n8n drops the oldest ids. */
const MAX_KEPT_RETRIES = 2_000;

/** Remembers what the node has started. n8n's node context lasts over Retry On Fail and Retry, and is saved with a failure. */
export class NodeMemory {
	readonly roundIndex: number;
	readonly kept: KeptMemory;
	private readonly executionId: string;

	constructor(private readonly n8n: IExecuteFunctions) {
		this.roundIndex = readRoundIndex(n8n);
		this.executionId = n8n.getExecutionId();
		const nodeContext = n8n.getContext('node') as { startFlow?: KeptMemory };
		nodeContext.startFlow ??= {
			firstExecutionId: this.executionId,
			// If the retried execution failed before this node, it kept nothing here. Its id lets `claimSending` refuse a second Retry.
			lastSenderId: readRetriedExecutionId(n8n) ?? this.executionId,
			wasStartedByHand: false,
			startsByRound: {},
		};
		this.kept = nodeContext.startFlow;
		this.kept.wasStartedByHand ||= isStartedByHand(n8n);
	}

	/** Whether this execution is a Retry of the one in which these starts were first made. */
	get isRetry(): boolean {
		return this.kept.firstExecutionId !== this.executionId;
	}

	private get rememberedStarts(): StartMemory {
		return this.kept.startsByRound[this.roundIndex] ?? {};
	}

	/** Compares the starts with what previous runs remember, and with what the items say. */
	async recall(starts: ItemStart[]): Promise<ItemStart[]> {
		const { rememberedStarts } = this;
		const items = this.n8n.getInputData();
		return await mapYielding(starts, (start, index) => {
			const readItem = () => readUncertainItem(start, items[index]?.json as JsonObject | undefined);
			return recallStart(start, rememberedStarts[index] ?? readItem());
		});
	}

	/**
	 * Makes this execution the one that continues the starts. It is called only if a start is ready to be sent, because a
	 * Retry that sends nothing does not count.
	 * @returns A failure if another Retry already continues the execution that sent last, or if the latter waits for a callback.
	 */
	async claimSending(): Promise<Failure | undefined> {
		const { lastSenderId } = this.kept;
		const remembered = Object.values(this.rememberedStarts).flat();
		const callbackSlug = remembered.find((start) => start.callbackSlug)?.callbackSlug;
		if (callbackSlug) return createCalledBackElsewhereFailure(callbackSlug, lastSenderId);
		return lastSenderId === this.executionId ? undefined : await this.claimRetryOf(lastSenderId);
	}

	/** n8n keeps a list of values for each node in its database, for Remove Duplicates. Here, it lists retried executions. */
	private async claimRetryOf(retriedId: string): Promise<Failure | undefined> {
		try {
			const options = { mode: 'entries', maxEntries: MAX_KEPT_RETRIES } as const;
			const { checkProcessedAndRecord } = this.n8n.helpers;
			const check = async () => await checkProcessedAndRecord([retriedId], 'node', options);
			const result = lastCheck.then(check, check);
			lastCheck = result;
			const { processed } = await result;
			if (processed.length > 0) return createSecondRetryFailure(retriedId);
			this.kept.lastSenderId = this.executionId;
			return undefined;
		} catch (error) {
			const problem = `n8n could not check whether execution ${retriedId} was retried before`;
			return toNotSentFailure(prefixError(problem, error));
		}
	}

	/**
	 * Finishes a run. What it has started is kept if n8n may run the node again: after Stop, after an error, while it waits for
	 * a callback, or with Retry On Fail. Otherwise, it is forgotten.
	 */
	async keepUntilFinal(
		starts: ItemStart[],
		finish: () => Promise<INodeExecutionData[]>,
	): Promise<INodeExecutionData[]> {
		const previousStarts = this.rememberedStarts;
		const keep = () => {
			this.kept.startsByRound[this.roundIndex] = rememberStarts(starts, previousStarts);
		};
		const signal = this.n8n.getExecutionCancelSignal();
		// On Stop, n8n saves the execution before the run has finished, so the starts are kept at once.
		signal?.addEventListener('abort', keep);
		let isFinal = false;
		try {
			const output = await finish();
			const isWaiting = starts.some(isAwaited);
			isFinal = !isStopped(this.n8n) && !isWaiting && !mayRunAgain(this.n8n, output);
			return output;
		} finally {
			if (isFinal) {
				Reflect.deleteProperty(this.kept.startsByRound, this.roundIndex);
			} else {
				// `keep` itself cannot pause, so identities are computed before, in small steps.
				await mapYielding(listPreparedStarts(starts), getIdentity);
				keep();
			}
			signal?.removeEventListener('abort', keep);
		}
	}
}

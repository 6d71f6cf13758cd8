import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isAwaited } from '../callback/pendingCallback';
import { isStartedByHand, readRetriedExecutionId, willRunAgain } from '../n8n/internals';
import { isStopped, readRunIndex } from '../n8n/run';
import { mapYielding } from '../n8n/sleep';
import { prefixError, toNotSentFailure, type Failure } from '../shared/failure';
import { memoize } from '../shared/readByItem';
import type { ItemStart } from '../start/itemStart';
import { getIdentity } from './identity';
import {
	createCalledBackElsewhereFailure,
	createSecondRetryFailure,
	dropContent,
	recallStart,
	rememberStart,
	type StartMemory,
} from './startMemory';

/** What n8n keeps in this node's context. */
interface KeptMemory {
	/** The execution in which the starts were first made. A Retry is a new execution that continues it. */
	firstExecutionId: string;
	/** The execution that sent something last. At first, it is the retried one, or this one. Only one Retry may continue it. */
	lastSenderId: string;
	/** Whether a person started the first execution. A Retry does not know this. */
	isManual: boolean;
	/** By run index, because in a loop the node runs many times within one execution. */
	startsByRun: Record<string, StartMemory>;
}

/** n8n reads its list and writes it later, so of two checks at once, one would be lost. They run one after another. */
let lastCheck: Promise<unknown> = Promise.resolve();

/** For all answers of a run, in Base64. n8n shows no execution above 100 MB, and cannot save one above 512 MB. */
const MAX_KEPT_ANSWER_CHARACTERS = 16_000_000;

/** Nobody retries executions of one node as often as this. n8n drops the oldest ids. */
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

	private get rememberedStarts(): StartMemory {
		return this.kept.startsByRun[this.runIndex] ?? {};
	}

	/** Compares the starts with what previous runs remember. */
	async recall(starts: ItemStart[]): Promise<ItemStart[]> {
		return await mapYielding(starts, (start, index) =>
			recallStart(start, this.rememberedStarts[index]),
		);
	}

	/**
	 * Makes this execution the one that continues the starts. Called just before the first one is sent, because a Retry that
	 * sends nothing does not count.
	 * @returns A failure if another Retry already continued the last sender, or if a flow still calls an execution back.
	 */
	async claimSending(): Promise<Failure | undefined> {
		const remembered = Object.values(this.rememberedStarts).flat();
		const callbackSlug = remembered.find((start) => start.callbackSlug)?.callbackSlug;
		if (callbackSlug !== undefined) {
			return createCalledBackElsewhereFailure(callbackSlug, this.kept.lastSenderId);
		}
		const { lastSenderId } = this.kept;
		if (lastSenderId === this.executionId) return undefined;
		const refusal = await this.claimRetryOf(lastSenderId);
		if (refusal === undefined) this.kept.lastSenderId = this.executionId;
		return refusal;
	}

	/** n8n keeps a list of values for each node in its database, for Remove Duplicates. Here, it lists retried executions. */
	private async claimRetryOf(executionId: string): Promise<Failure | undefined> {
		try {
			const options = { mode: 'entries', maxEntries: MAX_KEPT_RETRIES } as const;
			const { checkProcessedAndRecord } = this.n8n.helpers;
			const check = async () => await checkProcessedAndRecord([executionId], 'node', options);
			lastCheck = lastCheck.then(check, check);
			const { processed } = await (lastCheck as ReturnType<typeof check>);
			return processed.length === 0 ? undefined : createSecondRetryFailure(executionId);
		} catch (error) {
			const problem = `n8n could not check whether execution ${executionId} was retried before`;
			return toNotSentFailure(prefixError(problem, error));
		}
	}

	/**
	 * Finishes a run. What it has started is kept if n8n may run the node again: after Stop, after an error, while it waits for
	 * a callback, or with Retry On Fail. Otherwise, it is forgotten.
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
			// `keep` itself cannot pause, so identities are computed before, in small steps.
			if (!isFinal)
				await mapYielding(before, (start) => start.kind === 'ready' && getIdentity(start));
			signal?.removeEventListener('abort', onStop);
			if (isFinal) Reflect.deleteProperty(this.kept.startsByRun, this.runIndex);
			else keepOnce();
		}
	}

	private keep(before: ItemStart[], after: ItemStart[]): void {
		const starts: StartMemory = { ...this.rememberedStarts };
		let keptCharacters = 0;
		for (const [index, start] of before.entries()) {
			const remembered = rememberStart(start, after[index] ?? start, starts[index]);
			for (const { answer } of remembered) {
				if (answer === undefined) continue;
				if (keptCharacters + answer.body.length > MAX_KEPT_ANSWER_CHARACTERS) dropContent(answer);
				keptCharacters += answer.body.length;
			}
			if (remembered.length > 0) starts[index] = remembered;
		}
		this.kept.startsByRun[this.runIndex] = starts;
	}
}

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import {
	getRetriedExecutionId,
	getRetriedRecord,
	getRoundIndex,
	isDirectToolCall,
	isStartedByHand,
	mayRunAgain,
	recordOnce,
	retriesCutOffRun,
} from '../n8n/internals';
import { getExecutionId, isStopped } from '../n8n/run';
import { mapYielding } from '../n8n/waiting';
import { describeTechnicalReason, type Failure, OUTCOMES } from '../outcome/outcomes';
import { computeFingerprint } from '../shared/fingerprint';
import { memoize } from '../shared/memoize';
import { toUserError } from '../shared/userError';
import type { JsonObject } from '../shared/json';
import { declareMasked, type Masked } from '../shared/mask';
import {
	type EndedStart,
	type PreparedStart,
	type RecalledStart,
	type StartIdentity,
} from '../start/itemStart';
import { isSameStart } from './identity';
import {
	isSavedMemory,
	MEMORY_VERSION,
	type RememberedStarts,
	type SavedMemory,
} from './savedMemory';
import {
	CUT_OFF,
	isToBeRemembered,
	parseItemLedBack,
	recallStart,
	rememberStarts,
} from './startMemory';

/** How a run ends: with an error, with a wait for a callback, or with its output. */
export type RunEnd = 'error' | 'waiting' | INodeExecutionData[];

/**
 * Remembers what the node has started, in n8n's node context. That lasts over Retry On Fail and Retry, and is saved with a
 * failure.
 */
export class NodeMemory {
	private constructor(
		private readonly n8n: IExecuteFunctions,
		private readonly saved: SavedMemory,
		private readonly isReadable: boolean,
		private readonly roundIndex: number,
	) {}

	/** Opens what previous runs saved, or begins a new memory. One that cannot be read stays as it is. */
	static open(n8n: IExecuteFunctions): NodeMemory {
		const nodeContext = n8n.getContext('node');
		const { startFlow: previous } = nodeContext;
		const isSaved = isSavedMemory(previous);
		const saved = isSaved ? previous : beginMemory(n8n);
		saved.wasStartedByHand ||= isStartedByHand(n8n);
		const isReadable = isSaved || previous === undefined;
		if (isReadable) nodeContext.startFlow = saved;
		return new NodeMemory(n8n, saved, isReadable, getRoundIndex(n8n));
	}

	/** Whether a person started this execution, or the one that it retries. */
	get wasStartedByHand(): boolean {
		return this.saved.wasStartedByHand;
	}

	/** Whether this execution is a Retry of the one in which these starts were first made. */
	get isRetry(): boolean {
		return this.saved.firstExecutionId !== getExecutionId(this.n8n);
	}

	private get rememberedStarts(): RememberedStarts {
		return this.saved.roundIndex === this.roundIndex ? this.saved.starts : {};
	}

	/**
	 * Creates the key of an item's start. It is the same for all attempts, also in Retry On Fail and Retry. If somebody corrects an
	 * item that did not start a flow, the key stays the same. If the item started one, or may have, the changed item has another key.
	 */
	createIdempotencyKey(itemIndex: number, identify: () => StartIdentity): string {
		const oldestFirst = [...(this.rememberedStarts[itemIndex] ?? [])].reverse();
		const sameIndex = oldestFirst.findIndex((one) => isSameStart(one, identify()));
		const olderStartCount = sameIndex === -1 ? oldestFirst.length : sameIndex;
		return computeFingerprint([...this.listKeyParts(), itemIndex, olderStartCount]);
	}

	private readonly listKeyParts = memoize(() => {
		const { n8n, saved, roundIndex } = this;
		// An agent's direct calls have the same round and item index, so their keys are random. No run continues them.
		if (isDirectToolCall(n8n)) return [randomUUID()];
		const workflowId = String(n8n.getWorkflow().id ?? '');
		const nodeName = n8n.getNode().name;
		return [n8n.getInstanceId(), workflowId, saved.firstExecutionId, nodeName, roundIndex];
	});

	/** Compares the starts with what previous runs remember, and with what the items say. */
	async recall(starts: readonly PreparedStart[]): Promise<RecalledStart[]> {
		const { rememberedStarts } = this;
		const items = this.n8n.getInputData();
		const cutOff = this.saved.wasCutOff ? CUT_OFF : undefined;
		return await mapYielding(starts, (start, index) => {
			const ledBack = parseItemLedBack(start, items[index]?.json as JsonObject | undefined);
			return recallStart(start, rememberedStarts[index], ledBack ?? cutOff);
		});
	}

	/**
	 * Claims that this execution continues the starts. It is called only if a start is ready to be sent, because a Retry that
	 * sends nothing does not count.
	 * @returns Why nothing may be sent: another Retry already continues the execution that sent last, or its memory cannot be read.
	 */
	async claim(): Promise<Masked<Failure> | undefined> {
		if (!this.isReadable) return UNREADABLE_MEMORY;
		const executionId = getExecutionId(this.n8n);
		const { lastSenderIds } = this.saved;
		if (lastSenderIds.includes(executionId)) return undefined;
		const claim = pendingClaims.get(this.saved) ?? this.claimFrom(lastSenderIds);
		pendingClaims.set(this.saved, claim);
		try {
			return await claim;
		} finally {
			pendingClaims.delete(this.saved);
		}
	}

	private async claimFrom(lastSenderIds: string[]): Promise<Masked<Failure> | undefined> {
		try {
			const isFirstRetry = await recordOnce(this.n8n, lastSenderIds);
			if (!isFirstRetry) return SECOND_RETRY;
		} catch (error) {
			return createUncheckedFailure(error);
		}
		this.saved.lastSenderIds = [getExecutionId(this.n8n)];
		return undefined;
	}

	/**
	 * Settles what a run has started. It is kept if n8n may run the node again: after an error or Stop, while the run waits for a
	 * callback, or with Retry On Fail. Otherwise, it is forgotten. At Stop, n8n saves nothing, but it may do so when the stopped run
	 * has ended.
	 */
	async settle(starts: readonly EndedStart[], end: RunEnd): Promise<void> {
		const { n8n } = this;
		const isFinal = Array.isArray(end) && !isStopped(n8n) && !mayRunAgain(n8n, end);
		// Each start keeps its fingerprints. Computed here, they do not block n8n while `rememberStarts` asks for them.
		if (!isFinal) await mapYielding(starts.filter(isToBeRemembered), (start) => start.identify());
		this.saved.starts = isFinal ? {} : rememberStarts(starts, this.rememberedStarts);
		this.saved.roundIndex = this.roundIndex;
	}
}

/** An agent may call the tool several times at once. These calls have one memory, and make one claim. */
const pendingClaims = new WeakMap<SavedMemory, Promise<Masked<Failure> | undefined>>();

/** Begins the memory of an execution. In later rounds of a loop it exists, so only the first round searches for a crash. */
function beginMemory(n8n: IExecuteFunctions): SavedMemory {
	const executionId = getExecutionId(n8n);
	const retriedId = getRetriedExecutionId(n8n);
	const record = getRetriedRecord(n8n);
	const wasCutOff = retriesCutOffRun(n8n);
	const cutOffId = wasCutOff ? retriedId : undefined;
	// With these, `claim` refuses a second Retry, also of an execution that failed before this node and kept nothing here. After a
	// crash in this node, only the id counts, so that a Retry of a Retry may send once more. n8n 1.x does not tell the id, so there the
	// fingerprint, which all Retries share, always counts.
	const retriedIds = cutOffId
		? [cutOffId]
		: [retriedId, record && computeFingerprint(record)].filter((id) => id !== undefined);
	return {
		version: MEMORY_VERSION,
		// The idempotency keys are those of the run that n8n did not finish.
		firstExecutionId: cutOffId ?? executionId,
		lastSenderIds: retriedIds.length > 0 ? retriedIds : [executionId],
		wasStartedByHand: false,
		wasCutOff,
		roundIndex: 0,
		starts: {},
	};
}

/** The failure of a second Retry of one execution. Only a person can find out what the first Retry started. */
const SECOND_RETRY = declareMasked<Failure>({
	outcome: 'unknown',
	message: 'A previous Retry of the same execution may have started the flow, so nothing was sent',
	advice:
		'Retry the execution that the previous Retry created, unless it succeeded. If that one was stopped or cut off, run the workflow with the items that are left.',
});

/** The failure of a Retry when n8n cannot say whether it is the first one. */
function createUncheckedFailure(error: unknown): Masked<Failure> {
	// n8n's database knows nothing of the token.
	return declareMasked({
		outcome: 'unknown',
		message: `n8n could not check for a previous Retry, so nothing was sent: ${OUTCOMES.unknown.verdict}`,
		reason: toUserError(error).message,
		explanation: [describeTechnicalReason(toUserError(error))],
		advice: "Check n8n's database, and retry again.",
	});
}

/** The failure of a run whose memory is damaged, or was written by another version of the node. */
const UNREADABLE_MEMORY = declareMasked<Failure>({
	outcome: 'unknown',
	message: `The node cannot read what the previous run has saved, so nothing was sent: ${OUTCOMES.unknown.verdict}`,
	advice:
		'It is damaged, or another version of this node made it. Check in the integration platform which flows have run. Then run the workflow again with the items that are left.',
});

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import {
	getExecutionId,
	getNodeContext,
	getRetriedExecutionId,
	getRetriedRecord,
	getRoundIndex,
	isDirectToolCall,
	isStartedByHand,
	mayRunAgain,
	retriesCutOffRun,
	recordOnce,
} from '../n8n/internals';
import { isStopped, toLoggedError } from '../n8n/run';
import { mapYielding } from '../n8n/waiting';
import { describeTechnicalReason, type Failure, OUTCOMES } from '../outcome/outcomes';
import { computeFingerprint } from '../shared/fingerprint';
import { FAULT_ADVICE, isFault } from '../shared/userError';
import type { JsonObject } from '../shared/json';
import { declareMasked, type Masked } from '../shared/mask';
import type { EndedStart, PreparedStart, RecalledStart, StartIdentity } from '../start/itemStart';
import {
	isSameStart,
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
	readonly executionId: string;
	/** Whether the node has run in previous rounds of a loop. */
	readonly isLaterRound: boolean;
	/** Whether a person started this execution, or the one that it retries. */
	readonly isByHand: boolean;
	/** Whether this execution is a Retry of the one in which these starts were first made. */
	readonly isRetry: boolean;
	/** Where n8n keeps the memory. `undefined` if it cannot be read. Then it stays as it is. */
	private readonly nodeContext: { startFlow?: SavedMemory } | undefined;
	private readonly roundIndex: number;
	/** What this run begins with. */
	private readonly loaded: SavedMemory;
	/** What all idempotency keys of this run have in common. */
	private readonly keyParts: unknown[];

	/** Loads what previous runs have saved, or begins a new memory. It saves nothing, so a preview leaves nothing behind. */
	constructor(private readonly n8n: IExecuteFunctions) {
		this.executionId = getExecutionId(n8n);
		this.roundIndex = getRoundIndex(n8n);
		const nodeContext = getNodeContext(n8n);
		const { startFlow: previous } = nodeContext;
		const isSaved = isSavedMemory(previous);
		this.nodeContext = isSaved || previous === undefined ? nodeContext : undefined;
		this.loaded = isSaved ? previous : beginMemory(n8n);
		const { firstExecutionId, wasStartedByHand } = this.loaded;
		this.isLaterRound = this.roundIndex > 0;
		this.isByHand = wasStartedByHand;
		this.isRetry = firstExecutionId !== this.executionId;
		this.keyParts = listKeyParts(n8n, firstExecutionId, this.roundIndex);
	}

	/** Another call of an agent's tool may have saved something since this one began. */
	private get saved(): SavedMemory {
		return this.nodeContext?.startFlow ?? this.loaded;
	}

	private save(changes: Partial<SavedMemory> = {}): void {
		if (this.nodeContext) this.nodeContext.startFlow = { ...this.saved, ...changes };
	}

	private get rememberedStarts(): RememberedStarts {
		return this.saved.roundIndex === this.roundIndex ? this.saved.starts : {};
	}

	/**
	 * Creates the key of an item's start. It is the same for all attempts, also in Retry On Fail and Retry. If somebody corrects the
	 * mapping of an item that did not start a flow, the key stays the same. If it started one, or may have, it gets another key. The
	 * item is a part of the key, because another execution has the same id after n8n's database was restored.
	 */
	createIdempotencyKey(itemIndex: number, item: JsonObject, identify: () => StartIdentity): string {
		const oldestFirst = [...(this.rememberedStarts[itemIndex] ?? [])].reverse();
		const sameIndex = oldestFirst.findIndex((previous) => isSameStart(identify(), previous));
		const olderStartCount = sameIndex === -1 ? oldestFirst.length : sameIndex;
		const ownParts = [itemIndex, computeFingerprint(item), olderStartCount];
		return computeFingerprint([...this.keyParts, ...ownParts]);
	}

	/** Compares the starts with what previous runs remember, and with what the items say. */
	async recall(starts: readonly PreparedStart[]): Promise<RecalledStart[]> {
		const { rememberedStarts } = this;
		const items = this.n8n.getInputData();
		const cutOff = this.saved.wasCutOff ? CUT_OFF : undefined;
		return await mapYielding(starts, (start, index) => {
			// The item says more of its start than that n8n was killed.
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
		if (this.nodeContext === undefined) return UNREADABLE_MEMORY;
		// Before the first request. If the run breaks off, a Retry sends with the same keys, and only once.
		this.save();
		const { executionId } = this;
		const { lastSenderIds } = this.saved;
		if (lastSenderIds.includes(executionId)) return undefined;
		try {
			const isFirstRetry = await recordOnce(this.n8n, lastSenderIds);
			if (isFirstRetry) this.save({ lastSenderIds: [executionId] });
			// An agent may call the tool several times at once. The first of these calls claims for all.
			return this.saved.lastSenderIds.includes(executionId) ? undefined : SECOND_RETRY;
		} catch (error) {
			return createClaimFailure(
				`n8n could not check for previous Retries, so this run sent nothing: ${OUTCOMES.unknown.verdict}`,
				isFault(error) ? FAULT_ADVICE : "Check n8n's database, and retry again.",
				toLoggedError(this.n8n, error),
			);
		}
	}

	/**
	 * Settles what a run has started. It is kept if n8n may run the node again: after an error or Stop, while the run waits for a
	 * callback, or with Retry On Fail. Otherwise, it is forgotten. At Stop, n8n saves nothing, but it may do so when the stopped run
	 * has ended.
	 */
	async settle(starts: readonly EndedStart[], end: RunEnd): Promise<void> {
		const { n8n, roundIndex } = this;
		const isFinal = Array.isArray(end) && !isStopped(n8n) && !mayRunAgain(n8n, end);
		if (isFinal) return this.save({ roundIndex, starts: {} });
		// Each start keeps its fingerprints. Computed here, they do not block n8n while `rememberStarts` asks for them.
		await mapYielding(starts.filter(isToBeRemembered), (start) => start.identify());
		this.save({ roundIndex, starts: rememberStarts(starts, this.rememberedStarts) });
	}
}

function listKeyParts(n8n: IExecuteFunctions, firstExecutionId: string, roundIndex: number) {
	// An agent's direct calls have the same round and item index, so their keys are random. No run continues them.
	if (isDirectToolCall(n8n)) return [randomUUID()];
	const workflowId = String(n8n.getWorkflow().id ?? '');
	return [n8n.getInstanceId(), workflowId, firstExecutionId, n8n.getNode().name, roundIndex];
}

/** Begins the memory of an execution. In later rounds of a loop it exists, so only the first round searches for a crash. */
function beginMemory(n8n: IExecuteFunctions): SavedMemory {
	const executionId = getExecutionId(n8n);
	const retriedId = getRetriedExecutionId(n8n);
	const record = getRetriedRecord(n8n);
	const recordHash = record && computeFingerprint(record);
	const wasCutOff = retriesCutOffRun(n8n);
	// By these, `claim` recognizes an execution that kept nothing here: by its id, which n8n 1.x does not tell, and by the record of
	// its trigger, which n8n copies into all its Retries and their Retries. An example: A crashed, its Retry B crashed, and C retries
	// B. The record is A's for all three, so only the id of B tells C, which may send, from a second Retry of A.
	const ids = wasCutOff ? [retriedId ?? recordHash] : [retriedId, recordHash];
	const retriedIds = ids.filter((id) => id !== undefined);
	return {
		version: MEMORY_VERSION,
		// After a crash, the idempotency keys are those of the run that n8n did not finish.
		firstExecutionId: (wasCutOff && retriedId) || executionId,
		lastSenderIds: retriedIds.length > 0 ? retriedIds : [executionId],
		wasStartedByHand: isStartedByHand(n8n),
		wasCutOff,
		roundIndex: 0,
		starts: {},
	};
}

/** Why nothing is sent. Only a person can find out what was started. */
function createClaimFailure(message: string, advice: string, cause?: Error): Masked<Failure> {
	// n8n and its database know nothing of the token.
	return declareMasked({
		outcome: 'unknown',
		message,
		reason: cause?.message,
		explanation: cause && [describeTechnicalReason(cause)],
		advice: [advice],
	});
}

const SECOND_RETRY = createClaimFailure(
	'A previous Retry of the same execution may have started the flow, so nothing was sent',
	'Retry the execution that the previous Retry created, unless it succeeded. If that one was stopped or crashed, run the workflow with the items that are left.',
);

const UNREADABLE_MEMORY = createClaimFailure(
	`The node cannot read what the previous run saved, so this run sent nothing: ${OUTCOMES.unknown.verdict}`,
	'It is damaged, or another version of this node made it. Check in the integration platform which flows have run. Then run the workflow again with the items that are left.',
);

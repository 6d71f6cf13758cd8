import type { MissingField } from '../context/contextMode';
import type { FlowCredential } from '../credential/flowCredential';
import type { HttpAnswer } from '../http/attempt';
import type { NodeOptions } from '../options';
import { type Failure, OUTCOMES } from '../outcome/outcomes';
import { declareMasked, type Masked, maskText } from '../shared/mask';

/** What an item is after it was prepared. */
export type PreparedStart = UnpreparedStart | ReadyStart;

/** What an item is after the memory was asked: a previous run may have started its flow. */
export type RecalledStart = PreparedStart | AnsweredStart | FailedStart;

/** What an item is at the end of a run. */
export type EndedStart = FailedItem | AnsweredStart;

/** An item that the node refused before it sent anything. */
export interface UnpreparedStart {
	kind: 'unprepared';
	/** Empty if the slug could not be read. */
	slug: Masked;
	/** `undefined` if the credential could not be read. */
	environment: FlowCredential['environment'] | undefined;
	failure: Masked<Failure>;
	/** The first mapped value that is text or a number. Empty if there is none, or if it was not read. */
	label: Masked;
}

/** A start that can be sent. */
export interface ReadyStart {
	kind: 'ready';
	slug: string;
	/** JSON text, so that exactly what was checked is sent. */
	contextJson: string;
	/** Computes the fingerprints by which a later run recognizes the start, once. */
	identify: () => StartIdentity;
	credential: FlowCredential;
	options: NodeOptions;
	missingFields?: readonly MissingField[];
	callback?: AwaitedCallback;
	/** A previous run may have made this start. This run sends it once more, because `retryUnknown` is on. */
	uncertainStart?: UncertainStart;
}

/** Three fingerprints, by which a later run recognizes a start. */
export interface StartIdentity {
	/** Of the address and the slug. */
	targetHash: string;
	/** Of the context, without the callback URL and the idempotency key. */
	contextHash: string;
	/** Of what the context is made of: the parameters as written, and the item. */
	sourceHash: string;
}

/** How a start ended that may have happened. */
export interface UncertainStart {
	attempts: number;
	failure: Masked<Failure>;
}

export interface AwaitedCallback {
	/** A secret between the callback URL and the waiting execution. */
	id: string;
	/** The longest wait. `words` is, for example, "24 hours". */
	limit: { ms: number; words: string };
}

/** A start with a 2xx. */
export interface AnsweredStart {
	kind: 'answered';
	ready: ReadyStart;
	attempts: number;
	answer: Masked<HttpAnswer>;
	/** Whether a previous run started the flow, and this run sent nothing. */
	isFromPreviousRun: boolean;
}

/** A start without a 2xx, or without its callback. The failure says whether the flow may have started. */
export interface FailedStart {
	/** `untried`: the run ended before its turn. `refused`: another execution continues the run. For both, nothing was sent. */
	kind: 'failed' | 'untried' | 'refused';
	ready: ReadyStart;
	attempts: number;
	failure: Masked<Failure>;
	/** Whether a previous run may have started the flow, and this run sent nothing. */
	isFromPreviousRun: boolean;
}

/** An item without an answer. */
export type FailedItem = UnpreparedStart | FailedStart;

export interface RunResult {
	starts: EndedStart[];
	/** How much the service held back the run, because there were too many starts. */
	heldBack: { attempts: number; ms: number };
}

/** What a ready start is if nothing was sent for it. An uncertain start stays uncertain. */
export function endUntried(ready: ReadyStart): FailedStart {
	return ready.uncertainStart
		? skipUncertainStart(ready, ready.uncertainStart)
		: endUnsent('untried', ready, RUN_ENDED_BEFORE_TURN);
}

export function endUnsent(
	kind: 'untried' | 'refused',
	ready: ReadyStart,
	failure: Masked<Failure>,
): FailedStart {
	return { kind, ready, attempts: 0, failure, isFromPreviousRun: false };
}

/** The result of a run that sends nothing. @param endReady Says what becomes of the starts that were ready. */
export function endWithoutSending(
	starts: readonly RecalledStart[],
	endReady: (start: ReadyStart) => EndedStart = endUntried,
): RunResult {
	return {
		starts: starts.map((start) => (start.kind === 'ready' ? endReady(start) : start)),
		heldBack: { attempts: 0, ms: 0 },
	};
}

type AnyStart = PreparedStart | EndedStart;

/** Returns the start as it was prepared. `undefined` if it could not be prepared. */
export function getReadyStart(start: AnyStart): ReadyStart | undefined {
	if (start.kind === 'unprepared') return undefined;
	return start.kind === 'ready' ? start : start.ready;
}

export function getEnvironment(start: AnyStart): FlowCredential['environment'] | undefined {
	return start.kind === 'unprepared'
		? start.environment
		: getReadyStart(start)?.credential.environment;
}

/** Returns the slug as people may see it: somebody may have pasted the token into it. */
export function getMaskedSlug(start: EndedStart): Masked {
	if (start.kind === 'unprepared') return start.slug;
	return maskText(start.ready.slug, start.ready.credential.accessToken);
}

export function isFromPreviousRun(start: EndedStart): boolean {
	return 'isFromPreviousRun' in start && start.isFromPreviousRun;
}

/** Returns how many requests were sent, in the run that made the start. */
export function getAttempts(start: EndedStart): number {
	return 'attempts' in start ? start.attempts : 0;
}

/** Whether an item has failed. One that the run did not reach has not. */
export function isFailedItem(start: EndedStart): start is FailedItem {
	return start.kind !== 'answered' && start.kind !== 'untried';
}

/** Whether the flow ran, as far as it is known. */
export function getRan(start: EndedStart): 'no' | 'maybe' | 'yes' {
	return start.kind === 'answered' ? 'yes' : OUTCOMES[start.failure.outcome].ran;
}

const RUN_ENDED_BEFORE_TURN = declareMasked<Failure>({
	outcome: 'notStarted',
	message: "The run ended before this item's turn: the flow was not started",
	description: 'You can safely start this item again.',
});

/** The result of a start that a previous run may have made, and that this run does not send again. */
export function skipUncertainStart(
	ready: ReadyStart,
	{ attempts, failure }: UncertainStart,
): FailedStart {
	const message = `${failure.message} in a previous run, so it was not sent again`;
	return {
		kind: 'failed',
		ready,
		attempts,
		failure: { ...failure, message },
		isFromPreviousRun: true,
	};
}

import type { MissingField } from '../context/missingFields';
import type { FlowCredential } from '../credential/flowCredential';
import type { HttpAnswer } from '../http/attempt';
import type { NodeOptions } from '../options/readOptions';
import type { Failure } from '../shared/failure';
import { maskText } from '../shared/mask';

/**
 * The start of one item. It becomes ready, then answered or failed. If the run ends before its turn, it stays ready, or
 * fails if it is uncertain.
 */
export type ItemStart = ReadyStart | EndedStart;

export type EndedStart = AnsweredStart | FailedStart;

export interface ReadyStart {
	kind: 'ready';
	slug: string;
	/** JSON text, so that exactly what was checked is sent. */
	contextJson: string;
	/** The context without the callback URL, which differs from run to run, and without the idempotency key. */
	identityJson: string;
	/** Computes the fingerprint of what the context is made of: the parameters as written, and the input item. */
	computeSourceHash: () => string;
	credential: FlowCredential;
	options: NodeOptions;
	missingFields?: readonly MissingField[];
	callback?: AwaitedCallback;
	/** A start that a previous run may have made. This run sends it once more, because `retryUnknown` is on. */
	uncertainStart?: FailedStart;
}

export interface AwaitedCallback {
	/** A secret between the callback URL and the waiting execution. */
	id: string;
	/** The longest wait. `words` is, for example, "24 hours". */
	limit: { ms: number; words: string };
}

export interface AnsweredStart {
	kind: 'answered';
	ready: ReadyStart;
	attempts: number;
	answer: HttpAnswer;
	/** A previous run started the flow, and this run sent nothing. */
	isFromPreviousRun?: true;
}

/** A start without a 2xx, or without its callback. The failure says whether the flow may have started. */
export interface FailedStart {
	kind: 'failed';
	/** Missing if the item could not be prepared. Then nothing was sent. */
	ready?: ReadyStart;
	/** Missing if the credential could not be read. */
	environment?: FlowCredential['environment'];
	slug: string;
	attempts: number;
	failure: Failure;
	/** A previous run may have started the flow, and this run sent nothing. */
	isFromPreviousRun?: true;
}

export interface RunResult {
	starts: ItemStart[];
	/** How long the service held up the run with Retry-After. */
	pausedMs: number;
}

export const RUN_ENDED_BEFORE_TURN: Failure = {
	outcome: 'notStarted',
	message: "The run ended before this item's turn: the flow was not started",
	description: 'You can safely start this item again.',
};

export function listPreparedStarts(starts: readonly ItemStart[]): ReadyStart[] {
	return starts.flatMap((start) => (start.kind === 'ready' ? start : (start.ready ?? [])));
}

export function readEnvironment(start: ItemStart): FlowCredential['environment'] | undefined {
	if (start.kind === 'failed') return start.environment;
	return (start.kind === 'ready' ? start : start.ready).credential.environment;
}

export function createUnpreparedStart(
	slug: string,
	failure: Failure,
	environment?: FlowCredential['environment'],
): FailedStart {
	return { kind: 'failed', slug, environment, attempts: 0, failure };
}

export function toFailedStart(ready: ReadyStart, attempts: number, failure: Failure): FailedStart {
	// Somebody may have pasted the token into the slug.
	const { environment, accessToken } = ready.credential;
	const slug = maskText(ready.slug, accessToken);
	return { kind: 'failed', ready, slug, environment, attempts, failure };
}

/** The result of a start that a previous run may have made, and that this run does not send again. */
export function skipUncertainStart(uncertainStart: FailedStart): FailedStart {
	const { failure } = uncertainStart;
	const message = `${failure.message}, in a previous run. The item was not sent again`;
	return { ...uncertainStart, failure: { ...failure, message } };
}

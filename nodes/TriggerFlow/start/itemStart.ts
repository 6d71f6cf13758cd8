import type { FlowCredential } from '../credential/flowCredential';
import type { HttpAnswer } from '../http/attempt';
import type { NodeOptions } from '../options/readOptions';
import type { Start } from '../request/startRequest';
import { maskText } from '../secrets/mask';
import type { Failure } from '../shared/failure';

/**
 * One item's start, on its way through the node: ready once it was prepared and checked, then answered or
 * failed. What was not begun stays ready. Nothing else follows an item.
 */
export type ItemStart = ReadyStart | AnsweredStart | FailedStart;

/** All that sending needs, and what comes after it. */
export interface ReadyStart extends Start {
	kind: 'ready';
	/** The context as JSON text, without what the node itself adds: callback URL and key. */
	content: string;
	/** The fingerprint of what the context is made of: parameters as written, and the input item. */
	source: () => string;
	credential: FlowCredential;
	options: NodeOptions;
	/** The mapped fields of the form that gave nothing, by the names that people read. */
	empty?: readonly string[];
	/** What the run waits for once the flow was started. */
	callback?: AwaitedCallback;
	/** How an earlier try that may have started it ended, where it is sent again all the same. */
	doubt?: FailedStart;
}

export interface AwaitedCallback {
	/** In the address that the flow was given, and nowhere else. */
	id: string;
	/** How long to wait at most, in ms and in words: "24 hours". */
	limit: { ms: number; words: string };
}

/** The flow was started, by this run or by an earlier try of it. */
export interface AnsweredStart {
	kind: 'answered';
	ready: ReadyStart;
	attempts: number;
	answer: HttpAnswer;
	/** That an earlier try of the run has started it, and this one sent nothing. */
	isEarlier?: true;
}

/** No answer; its failure says whether the flow may have started. */
export interface FailedStart {
	kind: 'failed';
	/** Missing where the item could not be prepared: then nothing was sent. */
	ready?: ReadyStart;
	slug: string;
	/** How many requests were sent, 0 for none. */
	attempts: number;
	failure: Failure;
	/** That an earlier try of the run may have started it, and this one sent nothing. */
	isEarlier?: true;
}

/** What became of a run's starts. */
export interface RunResult {
	starts: ItemStart[];
	/** How long the service has held the run up, in ms. */
	pausedMs: number;
}

/** A start that the run did not come to, because it had ended. */
export const NOT_BEGUN: Failure = {
	outcome: 'notStarted',
	message: "The run ended before this item's turn: the flow was not started",
	description: 'You can safely start this item again.',
};

/** All that could be prepared, whatever came after it. */
export function readyOf(starts: readonly ItemStart[]): ReadyStart[] {
	return starts.flatMap((start) => (start.kind === 'ready' ? start : (start.ready ?? [])));
}

export function refused(slug: string, failure: Failure): FailedStart {
	return { kind: 'failed', slug, attempts: 0, failure };
}

/** What was ready, and failed after so many requests. */
export function failed(ready: ReadyStart, attempts: number, failure: Failure): FailedStart {
	// The token may have been pasted into the slug.
	const slug = maskText(ready.slug, ready.credential.accessToken);
	return { kind: 'failed', ready, slug, attempts, failure };
}

/** What an earlier try may have started, and this one has not sent. */
export function notSentAgain(doubt: FailedStart): FailedStart {
	const message = `${doubt.failure.message} in an earlier try. The item was not sent again`;
	return { ...doubt, failure: { ...doubt.failure, message } };
}

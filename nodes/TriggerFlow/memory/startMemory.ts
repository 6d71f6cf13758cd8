import type { HttpAnswer } from '../http/attempt';
import { ADVICE } from '../outcome/describeFailure';
import { maskText } from '../secrets/mask';
import type { Failure } from '../shared/failure';
import {
	failed,
	type AnsweredStart,
	notSentAgain,
	type FailedStart,
	type ItemStart,
	type ReadyStart,
} from '../start/itemStart';
import { identityOf, isSameStart, type StartIdentity } from './identity';

/**
 * The starts of a run that must not be made again: by item index all that were answered or may have
 * happened, the newest first. Plain JSON, because n8n saves it with a failed execution.
 */
export type StartMemory = Record<string, RememberedStart[]>;

export interface RememberedStart extends StartIdentity {
	attempts: number;
	/** Of a start that was answered, the body in Base64. */
	answer?: Omit<HttpAnswer, 'body'> & { body: string };
	/** Of a start that may have happened: what was told of it, in no word of the service. */
	message?: string;
	statusCode?: number;
	/** The slug, as it may be shown, of a flow that calls this execution back: no other can go on with it. */
	callsBack?: string;
}

/**
 * A start with what earlier tries of its run have come to, by what is remembered of its item. One that was
 * answered keeps its answer; one that may have happened is only sent again with `retryUnknown`.
 */
export function recallStart(start: ItemStart, remembered: RememberedStart[] = []): ItemStart {
	if (remembered.length === 0 || start.kind !== 'ready') return start;
	const identity = identityOf(start);
	const tries = remembered.filter((one) => isSameStart(one, identity));
	const known = tries.find((one) => one.answer !== undefined) ?? tries[0];
	if (known === undefined) return start;
	const { attempts, answer } = known;
	if (answer !== undefined) {
		const earlier = { ...answer, body: Buffer.from(answer.body, 'base64') };
		return { kind: 'answered', ready: start, attempts, answer: earlier, isEarlier: true };
	}
	const doubt = doubtOf(start, known);
	return start.options.retryUnknown ? { ...start, doubt } : notSentAgain(doubt);
}

/**
 * What has to be remembered of an item after a run: what was remembered of it before, and what the run has
 * started.
 * @param before The item's start as it went into the run.
 * @param after The same one as it came out of it.
 */
export function rememberStart(
	before: ItemStart,
	after: ItemStart,
	remembered: RememberedStart[] = [],
): RememberedStart[] {
	if (before.kind !== 'ready' || after.kind === 'ready') return remembered;
	if (after.kind === 'failed' && (after.isEarlier || after.failure.outcome !== 'unknown')) {
		return remembered;
	}
	// What the service said of a failure stays out: it may be long, and holds what it likes.
	const { attempts } = after;
	const result =
		after.kind === 'answered'
			? resultOf(after)
			: { message: after.failure.message, statusCode: after.failure.statusCode };
	return [{ ...identityOf(before), attempts, ...result }, ...remembered];
}

function resultOf({ answer, ready }: AnsweredStart): Partial<RememberedStart> {
	if (ready.callback !== undefined) {
		return { callsBack: maskText(ready.slug, ready.credential.accessToken) };
	}
	return { answer: { ...answer, body: answer.body.toString('base64') } };
}

function doubtOf(ready: ReadyStart, remembered: RememberedStart): FailedStart {
	const { attempts, message = 'The flow may have started', statusCode } = remembered;
	const failure: Failure = {
		outcome: 'unknown',
		message,
		description: `${ADVICE.unknown} To continue without this item, set On Error to Continue, save, and use "Retry with currently saved workflow".`,
		...(statusCode !== undefined && { statusCode }),
	};
	return { ...failed(ready, attempts, failure), isEarlier: true };
}

/** What the other Retry has started, and what it has not, only a person can tell. */
export function retriedBefore(execution: string): Failure {
	return {
		outcome: 'unknown',
		message: `An earlier Retry of execution ${execution} may have started the flow, so nothing was sent`,
		description:
			'Retry the execution that the earlier Retry created. If somebody stopped that one, run the workflow again with the items that are left.',
	};
}

/**
 * The input of a Retry is what n8n has stored in place of the item, while it waited.
 * @param slug As it may be shown.
 */
export function callsBackElsewhere(slug: string, execution: string): Failure {
	return {
		outcome: 'noCallback',
		message: `Execution ${execution} already started the flow "${slug}" and gets its callback, so this run sent nothing`,
		description: `${ADVICE.noCallback} To start it again on purpose, run the workflow again.`,
	};
}

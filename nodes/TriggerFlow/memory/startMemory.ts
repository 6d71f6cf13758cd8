import type { HttpAnswer } from '../http/attempt';
import { ADVICE } from '../outcome/describeFailure';
import { isSafeToRetry } from '../outcome/retry';
import { maskText } from '../secrets/mask';
import { type Failure, NotSentError, notSent, notSentError } from '../shared/failure';
import { leftInDoubt, type AnsweredStart, type Doubt, type ItemStart } from '../start/itemStart';
import { identityOf, isSame, type StartIdentity } from './identity';

/**
 * The starts of a run that must not be made again: by item index all that were ever answered or may
 * have happened, the newest first. Plain JSON, because n8n saves it with a failed execution.
 */
export type StartMemory = Record<string, RememberedStart[]>;

export interface RememberedStart extends StartIdentity {
	attempts: number;
	/**
	 * The answer of a start that was answered, the body in base64. Missing where the start may have
	 * happened.
	 */
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
export function withMemory(start: ItemStart, remembered: RememberedStart[] = []): ItemStart {
	if (remembered.length === 0 || start.kind !== 'ready') return start;
	const identity = identityOf(start);
	const tries = remembered.filter((one) => isSame(one, identity));
	const known = tries.find((one) => one.answer !== undefined) ?? tries[0];
	if (known === undefined) {
		const others = remembered.filter((one) => one.target === identity.target);
		if (others.length === 0) return start;
		const isSure = others.some((one) => one.answer !== undefined);
		return { ...start, anew: isSure ? 'started' : 'may have started' };
	}
	const { attempts, answer } = known;
	if (answer !== undefined) {
		const body = Buffer.from(answer.body, 'base64');
		const earlier = { ...answer, body };
		return { kind: 'answered', ready: start, attempts, answer: earlier, isEarlier: true };
	}
	const doubt = doubtOf(known);
	const isSentAgain = isSafeToRetry('unknown', start.options.retryUnknown);
	return isSentAgain ? { ...start, doubt } : leftInDoubt(start, doubt);
}

/**
 * What has to be remembered of an item after a run: what was remembered of it before, and what the run has
 * started.
 *
 * @param before The item's start as it went into the run.
 * @param after The same one as it came out of it.
 */
export function memoryOf(
	before: ItemStart,
	after: ItemStart,
	remembered: RememberedStart[] = [],
): RememberedStart[] {
	if (before.kind !== 'ready' || after.kind === 'ready') return remembered;
	if (after.kind === 'failed' && (after.isEarlier || after.failure.outcome !== 'unknown')) {
		return remembered;
	}
	const come = after.kind === 'answered' ? cameOf(after) : toldOf(after.failure);
	return [{ ...identityOf(before), attempts: after.attempts, ...come }, ...remembered];
}

/** What the service said stays out: it may be long, and holds what it likes. */
function toldOf({ message, statusCode }: Failure): Pick<RememberedStart, 'message' | 'statusCode'> {
	return { message, ...(statusCode !== undefined && { statusCode }) };
}

function cameOf({ answer, ready }: AnsweredStart): Pick<RememberedStart, 'answer' | 'callsBack'> {
	if (ready.callback === undefined) return storable(answer);
	return { callsBack: maskText(ready.slug, ready.credential.accessToken) };
}

function storable({ body, ...rest }: HttpAnswer): Pick<RememberedStart, 'answer'> {
	try {
		return { answer: { ...rest, body: body.toString('base64') } };
	} catch {
		// Longer than any text can be. Without its answer the start is not made again either.
		return {};
	}
}

/** No message is kept with an answer that was too long to be kept, nor did earlier versions keep one. */
function doubtOf({
	attempts,
	message = 'The flow may have started',
	statusCode,
}: RememberedStart): Doubt {
	const description =
		'Look in the integration platform whether the flow has run. If it has not, start it in a new run with this item alone; if the flow is safe to start twice, turn on the option Retry Uncertain Starts. To go on without it, set On Error to Continue. After such a change, save the workflow and use "Retry with currently saved workflow".';
	const status = statusCode !== undefined && { statusCode };
	return { attempts, failure: { outcome: 'unknown', message, description, ...status } };
}

/** What the other Retry has started, and what it has not, only a person can tell. */
export function retriedBefore(execution: string): Failure {
	return {
		outcome: 'unknown',
		message: `Execution ${execution} was retried before, so nothing was sent: the flow may have started there`,
		description:
			'Retry the newer execution instead. If that one was stopped, run the workflow again with the items that are left.',
	};
}

/** n8n did not say whether an execution was retried before. */
export function uncheckedRetry(execution: string, error: unknown): Failure {
	return notSent(
		new NotSentError(
			`n8n could not check whether execution ${execution} was retried before`,
			`Retry it again later. Technical reason: ${notSentError(error).message}`,
		),
	);
}

/**
 * The input of a Retry is what n8n has stored in place of the item, while it waited.
 *
 * @param slug As it may be shown.
 */
export function callsBackElsewhere(slug: string, execution: string): Failure {
	return {
		outcome: 'noCallback',
		message: `The flow "${slug}" was started in execution ${execution} and calls back there, so nothing was sent again`,
		description: `${ADVICE.noCallback} To start it again on purpose, run the workflow again.`,
	};
}

import type { HttpAnswer } from '../http/attempt';
import {
	type Failure,
	OUTCOMES,
	isRememberedOutcome,
	mayRetry,
	type RememberedOutcome,
} from '../outcome/outcomes';
import { isJsonObject, type JsonObject } from '../shared/json';
import { declareMasked } from '../shared/mask';
import {
	type AnsweredStart,
	type EndedStart,
	type FailedStart,
	isAwaited,
	mayHaveRun,
	type PreparedStart,
	type ReadyStart,
	type RecalledStart,
	type RefusedStart,
	keepPreviousResult,
} from '../start/itemStart';
import { hashTarget, isSameStart } from './identity';
import type {
	RememberedAnswer,
	RememberedFailure,
	RememberedStart,
	RememberedStarts,
} from './savedMemory';

/**
 * A start that a previous run made keeps its answer. One that may have happened is sent again only with `retryUnknown`.
 * @param suspicion Why the start may have happened although it is not remembered.
 */
export function recallStart(
	start: PreparedStart,
	remembered: readonly RememberedStart[] = [],
	suspicion?: RememberedFailure,
): RecalledStart {
	if (start.kind === 'refused') {
		return remembered.length > 0 || suspicion ? compareRefused(start, remembered) : start;
	}
	const match = findSameStart(start, remembered) ?? suspicion;
	if (match === undefined) return start;
	return match.kind === 'answered' ? recallAnswer(start, match) : recallFailure(start, match);
}

/** Only now is the item refused: a previous run may have started its flow, so nobody may take it for one that did not start. */
function compareRefused(
	refused: RefusedStart,
	remembered: readonly RememberedStart[],
): RefusedStart {
	const targetHash = refused.target && hashTarget(refused.target);
	const isOther = remembered.length > 0 && targetHash !== undefined;
	if (isOther && remembered.every((one) => one.targetHash !== targetHash)) {
		return { ...refused, previousRun: 'startedAnotherFlow' };
	}
	const message = `${refused.failure.message}. A previous run may have started the flow`;
	const failure = declareMasked<Failure>({ ...refused.failure, outcome: 'unknown', message });
	return { ...refused, failure, previousRun: 'mayHaveStartedIt' };
}

function findSameStart(
	start: ReadyStart,
	remembered: readonly RememberedStart[],
): RememberedStart | undefined {
	if (remembered.length === 0) return undefined;
	const identity = start.identify();
	const sameStarts = remembered.filter((one) => hasWaited(one) || isSameStart(one, identity));
	return sameStarts.find(({ kind }) => kind === 'answered') ?? sameStarts[0];
}

/** If n8n was killed after a callback, a Retry may run the node again, with the callback in the place of its input. */
function hasWaited(start: RememberedStart): boolean {
	return start.kind === 'failed' && start.outcome === 'noCallback';
}

function recallAnswer(ready: ReadyStart, remembered: RememberedAnswer): AnsweredStart {
	const { attempts, statusCode, headers, body, missing } = remembered;
	const answer = declareMasked({ statusCode, headers, body: Buffer.from(body, 'base64'), missing });
	return { ...ready, kind: 'answered', attempts, answer, isFromPreviousRun: true };
}

function recallFailure(ready: ReadyStart, remembered: RememberedFailure): RecalledStart {
	const { attempts, outcome, message, statusCode } = remembered;
	const { retryUnknown } = ready.options;
	const row = OUTCOMES[outcome];
	const isOptionNeeded = row.retry === 'withRetryUnknown' && !retryUnknown;
	const { advice, adviceWithoutRetry } = isOptionNeeded ? TO_SEND_AGAIN : row;
	const failure = declareMasked({ outcome, message, advice, adviceWithoutRetry, statusCode });
	const previousResult = { attempts, failure };
	return mayRetry(outcome, retryUnknown)
		? { ...ready, uncertainStart: previousResult }
		: keepPreviousResult(ready, previousResult);
}

const TO_SEND_AGAIN = {
	advice:
		'Only if the integration platform shows no run, add Retry Uncertain Starts, turn it on, save, and retry this execution. Then remove it.',
	adviceWithoutRetry: '',
};

/** Reads an item that the error branch leads back to the node, if its flow may have started. */
export function parseItemLedBack(
	start: PreparedStart,
	item: JsonObject | undefined,
): RememberedFailure | undefined {
	const { outcome, slug, attempts } = isJsonObject(item?.details) ? item.details : {};
	if (start.kind !== 'ready' || slug !== start.shownSlug) return undefined;
	if (!isRememberedOutcome(outcome)) return undefined;
	return {
		kind: 'failed',
		// A person may have changed the item.
		attempts: typeof attempts === 'number' ? attempts : 1,
		outcome,
		message: `The item says that ${OUTCOMES[outcome].verdict}`,
	};
}

/** If n8n was killed in the middle of the first run, each start may have happened. */
export const CUT_OFF: RememberedFailure = {
	kind: 'failed',
	attempts: 1,
	outcome: 'unknown',
	message: `n8n was restarted during the run: ${OUTCOMES.unknown.verdict}`,
};

/** For all answers of a run. In Base64, they have 16 million characters. n8n cannot save an execution of more than 512 million. */
const MAX_KEPT_BYTES = 12_000_000;

/** Adds what a run has started. */
export function rememberStarts(
	starts: readonly EndedStart[],
	previous: RememberedStarts,
): RememberedStarts {
	const updated = { ...previous };
	let room = MAX_KEPT_BYTES;
	for (const one of Object.values(previous).flat()) {
		if (one.kind === 'answered') room -= countBytes(one);
	}
	for (const [index, start] of starts.entries()) {
		if (!isToBeRemembered(start)) continue;
		const size = start.kind === 'answered' ? countBytes(start.answer) : 0;
		const hasRoom = size <= room;
		if (hasRoom) room -= size;
		updated[index] = [rememberStart(start, hasRoom), ...(previous[index] ?? [])];
	}
	return updated;
}

function countBytes({ headers, body }: Pick<HttpAnswer | RememberedAnswer, 'headers' | 'body'>) {
	const bodySize = typeof body === 'string' ? Buffer.byteLength(body, 'base64') : body.length;
	return JSON.stringify(headers).length + bodySize;
}

type StartToRemember = AnsweredStart | (FailedStart & { failure: { outcome: RememberedOutcome } });

/** Whether this run made a start, or may have, so that the memory adds it. */
export function isToBeRemembered(start: EndedStart): start is StartToRemember {
	if (start.kind !== 'failed' && start.kind !== 'answered') return false;
	return !start.isFromPreviousRun && mayHaveRun(start);
}

function rememberStart(start: StartToRemember, hasRoom: boolean): RememberedStart {
	const { attempts } = start;
	const identity = start.identify();
	if (start.kind !== 'answered') {
		const { outcome, message, statusCode } = start.failure;
		return { ...identity, kind: 'failed', attempts, outcome, message, statusCode };
	}
	if (isAwaited(start)) {
		const message = 'The flow was started with another callback URL';
		return { ...identity, kind: 'failed', attempts, outcome: 'noCallback', message };
	}
	const { statusCode, headers, body, missing } = start.answer;
	return {
		...identity,
		kind: 'answered',
		attempts,
		statusCode,
		// A copy, because the headers are an instance of the HTTP library's class.
		headers: hasRoom ? { ...headers } : {},
		body: hasRoom ? body.toString('base64') : '',
		missing: hasRoom ? missing : 'notKept',
	};
}

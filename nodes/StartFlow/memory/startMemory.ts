import type { HttpAnswer } from '../http/attempt';
import { type Failure, OUTCOMES, isRememberedOutcome, mayRetry } from '../outcome/outcomes';
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
import {
	hashTarget,
	isSameStart,
	type RememberedAnswer,
	type RememberedFailure,
	type RememberedStart,
	type RememberedStarts,
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
	if (start.kind === 'refused') return recallRefused(start, remembered, suspicion);
	const match = findSameStart(start, remembered) ?? suspicion;
	if (match === undefined) return start;
	return match.kind === 'answered' ? recallAnswer(start, match) : recallFailure(start, match);
}

/** Only now is the item refused: a previous run may have started its flow, so nobody may take it for one that did not start. */
function recallRefused(
	refused: RefusedStart,
	remembered: readonly RememberedStart[],
	suspicion: RememberedFailure | undefined,
): RefusedStart {
	const targetHash = refused.target && hashTarget(refused.target);
	const mayBeStarted = remembered.some(
		(previous) => targetHash === undefined || previous.targetHash === targetHash,
	);
	if (!mayBeStarted && suspicion === undefined) return refused;
	const { message } = refused.failure;
	const failure = declareMasked<Failure>({
		...refused.failure,
		outcome: 'unknown',
		message: 'The node refused this item, but a previous run may have started its flow',
		reason: message,
		explanation: [`${message}.`],
	});
	return { ...refused, failure };
}

function findSameStart(
	start: ReadyStart,
	remembered: readonly RememberedStart[],
): RememberedStart | undefined {
	if (remembered.length === 0) return undefined;
	const identity = start.identify();
	const sameStarts = remembered.filter((previous) => isSameStart(identity, previous));
	return sameStarts.find(({ kind }) => kind === 'answered') ?? sameStarts[0];
}

function recallAnswer(ready: ReadyStart, remembered: RememberedAnswer): AnsweredStart {
	const { attempts, statusCode, headers, body, missing } = remembered;
	const answer = declareMasked({ statusCode, headers, body: Buffer.from(body, 'base64'), missing });
	return { ...ready, kind: 'answered', attempts, answer, isFromPreviousRun: true };
}

function recallFailure(ready: ReadyStart, remembered: RememberedFailure): RecalledStart {
	const { attempts, outcome, message, statusCode } = remembered;
	const mayBeSent = mayRetry(outcome, ready.options.retryUnknown);
	const { advice } = OUTCOMES[outcome];
	const previous = { attempts, failure: declareMasked({ outcome, message, advice, statusCode }) };
	return mayBeSent ? { ...ready, uncertainStart: previous } : keepPreviousResult(ready, previous);
}

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

/** Of all answers, with their bodies in Base64. n8n cannot save an execution of more than 512 million characters. */
const MAX_KEPT_CHARACTERS = 16_000_000;

/** Adds what a run has started. */
export function rememberStarts(
	starts: readonly EndedStart[],
	previous: RememberedStarts,
): RememberedStarts {
	const updated = { ...previous };
	let room = MAX_KEPT_CHARACTERS - JSON.stringify(previous).length;
	for (const [index, start] of starts.entries()) {
		if (!isToBeRemembered(start)) continue;
		const size = start.kind === 'answered' ? countCharacters(start.answer) : 0;
		const hasRoom = size <= room;
		if (hasRoom) room -= size;
		updated[index] = [rememberStart(start, hasRoom), ...(previous[index] ?? [])];
	}
	return updated;
}

function countCharacters({ headers, body }: HttpAnswer): number {
	const bodyInBase64 = (body.length * 4) / 3;
	return JSON.stringify(headers).length + bodyInBase64;
}

/** Whether this run made a start, or may have, so that the memory adds it. */
export function isToBeRemembered(start: EndedStart): start is AnsweredStart | FailedStart {
	const wasSent = start.kind === 'failed' || start.kind === 'answered';
	return wasSent && !start.isFromPreviousRun && mayHaveRun(start);
}

function rememberStart(start: AnsweredStart | FailedStart, hasRoom: boolean): RememberedStart {
	const common = { ...start.identify(), attempts: start.attempts };
	if (start.kind !== 'answered') {
		const { outcome, message, statusCode } = start.failure;
		return { ...common, kind: 'failed', outcome, message, statusCode };
	}
	if (isAwaited(start)) {
		// The callback comes later, so there is no answer to keep.
		const message = 'The flow was started with another callback URL';
		return { ...common, kind: 'failed', outcome: 'noCallback', message };
	}
	const { answer } = start;
	return hasRoom
		? { ...common, kind: 'answered', ...answer, body: answer.body.toString('base64') }
		: { ...common, kind: 'answered', ...NOT_KEPT, statusCode: answer.statusCode };
}

const NOT_KEPT = { headers: {}, body: '', missing: 'notKept' } as const;

import type { Header, HttpAnswer } from '../http/attempt';
import { OUTCOMES, isOutcome, mayRetry, type Outcome } from '../outcome/outcomes';
import { isJsonObject, type JsonObject } from '../shared/json';
import { declareMasked } from '../shared/mask';
import {
	type AnsweredStart,
	type EndedStart,
	type FailedStart,
	getRan,
	type PreparedStart,
	type ReadyStart,
	type RecalledStart,
	skipUncertainStart,
	type StartIdentity,
} from '../start/itemStart';
import { isSameStart } from './identity';

/** What n8n keeps in the node's context between runs. Only this file knows its shape. */
export interface SavedMemory {
	version: typeof VERSION;
	/** The execution in which the starts were first made. A Retry is a new execution that continues it. */
	firstExecutionId: string;
	/** The execution that sent something last: at first the retried one, or else this one. Only one Retry may continue it. */
	lastSenderId: string;
	/** Whether a person started this execution or the first one. n8n 1.x does not tell a Retry how the first one started. */
	wasStartedByHand: boolean;
	/** Whether n8n was killed in the middle of the first execution. Then nobody knows what it started. */
	wasCutOff: boolean;
	/** By round of a loop, because the node runs in each of them within one execution. */
	startsByRound: Record<string, RememberedStarts>;
}

/** The starts that must not be made again, by item index, the newest first. */
export type RememberedStarts = Record<string, RememberedStart[]>;

export type RememberedStart = StartIdentity & (RememberedAnswer | RememberedFailure);

/** A start that was answered. */
interface RememberedAnswer {
	kind: 'answered';
	attempts: number;
	statusCode: number;
	headers: Record<string, Header>;
	/** In Base64. Empty if it was too large to be kept. */
	body: string;
	missing?: HttpAnswer['missing'];
}

/** A start that has, or may have, happened without an answer for its item. It contains nothing that the service said. */
interface RememberedFailure {
	kind: 'failed';
	attempts: number;
	outcome: Outcome;
	message: string;
	statusCode?: number;
}

/** Raise it when the shape changes. What has another version is not read, and nothing is sent. */
const VERSION = 1;

export function createMemory(parts: Omit<SavedMemory, 'version' | 'startsByRound'>): SavedMemory {
	return { version: VERSION, ...parts, startsByRound: {} };
}

/** Reads what a previous run saved. `undefined` if it is not of this version, and so may have another shape. */
export function parseMemory(saved: unknown): SavedMemory | undefined {
	const isOfThisVersion = isJsonObject(saved) && saved.version === VERSION;
	return isOfThisVersion ? (saved as unknown as SavedMemory) : undefined;
}

/**
 * A start that a previous run made keeps its answer. One that may have happened is sent again only with `retryUnknown`.
 * @param suspicion Why the start may have happened although it is not remembered.
 */
export function recallStart(
	start: PreparedStart,
	remembered: readonly RememberedStart[] = [],
	suspicion?: RememberedFailure,
): RecalledStart {
	if (start.kind !== 'ready') return start;
	const match = findSameStart(start, remembered) ?? suspicion;
	if (match === undefined) return start;
	return match.kind === 'answered' ? recallAnswer(start, match) : recallFailure(start, match);
}

function findSameStart(
	start: ReadyStart,
	remembered: readonly RememberedStart[],
): RememberedStart | undefined {
	if (remembered.length === 0) return undefined;
	const identity = start.identify();
	const sameStarts = remembered.filter((one) => isSameStart(one, identity));
	return sameStarts.find(({ kind }) => kind === 'answered') ?? sameStarts[0];
}

function recallAnswer(ready: ReadyStart, remembered: RememberedAnswer): AnsweredStart {
	const { attempts, statusCode, headers, body, missing } = remembered;
	const answer = declareMasked({ statusCode, headers, body: Buffer.from(body, 'base64'), missing });
	return { kind: 'answered', ready, attempts, answer, isFromPreviousRun: true };
}

function recallFailure(ready: ReadyStart, remembered: RememberedFailure): RecalledStart {
	const { attempts, outcome, message, statusCode } = remembered;
	const { retryUnknown } = ready.options;
	const isOptionNeeded = outcome === 'unknown' && !retryUnknown;
	const description = isOptionNeeded ? ADVICE_TO_SEND_AGAIN : OUTCOMES[outcome].advice;
	const failure = declareMasked({ outcome, message, description, statusCode });
	const uncertainStart = { attempts, failure };
	return mayRetry(outcome, retryUnknown)
		? { ...ready, uncertainStart }
		: skipUncertainStart(ready, uncertainStart);
}

const ADVICE_TO_SEND_AGAIN =
	'Only if the integration platform shows no run, add Retry Uncertain Starts, turn it on, save, and retry. Then remove it.';

/** Reads an item that the error branch leads back to the node, if its flow may have started. */
export function parseItemLedBack(
	start: PreparedStart,
	item: JsonObject | undefined,
): RememberedFailure | undefined {
	const { outcome, slug, attempts } = isJsonObject(item?.details) ? item.details : {};
	if (start.kind !== 'ready' || slug !== start.slug || !isOutcome(outcome)) return undefined;
	const { ran, verdict } = OUTCOMES[outcome];
	if (ran === 'no') return undefined;
	return {
		kind: 'failed',
		// A person may have changed the item.
		attempts: typeof attempts === 'number' ? attempts : 1,
		outcome,
		message: `The item says that ${verdict}`,
	};
}

/** If n8n was killed in the middle of the first run, each start may have happened. */
export const CUT_OFF: RememberedFailure = {
	kind: 'failed',
	attempts: 1,
	outcome: 'unknown',
	message: 'n8n was restarted during the run: the flow may have started',
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
		if (!isRemembered(start)) continue;
		const size = start.kind === 'answered' ? countBytes(start.answer) : 0;
		const hasRoom = size <= room;
		if (hasRoom) room -= size;
		updated[index] = [rememberStart(start, hasRoom), ...(previous[index] ?? [])];
	}
	return updated;
}

function countBytes({ headers, body }: Pick<HttpAnswer | RememberedAnswer, 'headers' | 'body'>) {
	return JSON.stringify(headers).length + Buffer.byteLength(body, 'base64');
}

/** Whether a later run must not make a start again. */
export function isRemembered(start: EndedStart): start is AnsweredStart | FailedStart {
	if (start.kind !== 'failed' && start.kind !== 'answered') return false;
	return !start.isFromPreviousRun && getRan(start) !== 'no';
}

function rememberStart(start: AnsweredStart | FailedStart, hasRoom: boolean): RememberedStart {
	const { ready, attempts } = start;
	const identity = ready.identify();
	if (start.kind !== 'answered') {
		const { outcome, message, statusCode } = start.failure;
		return { ...identity, kind: 'failed', attempts, outcome, message, statusCode };
	}
	if (ready.callback !== undefined) {
		const message = 'The flow was started with another callback URL';
		return { ...identity, kind: 'failed', attempts, outcome: 'noCallback', message };
	}
	const { statusCode, headers, body, missing } = start.answer;
	return {
		...identity,
		kind: 'answered',
		attempts,
		statusCode,
		// The HTTP library's headers have a class of their own.
		headers: hasRoom ? { ...headers } : {},
		body: hasRoom ? body.toString('base64') : '',
		missing: hasRoom ? missing : 'notKept',
	};
}

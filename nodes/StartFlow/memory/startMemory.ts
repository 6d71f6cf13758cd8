import type { HttpAnswer } from '../http/attempt';
import { ADVICE } from '../outcome/describeFailure';
import type { Failure } from '../shared/failure';
import { isJsonObject, type JsonObject } from '../shared/json';
import { maskText } from '../shared/mask';
import {
	skipUncertainStart,
	toFailedStart,
	type FailedStart,
	type ItemStart,
	type ReadyStart,
} from '../start/itemStart';
import { getIdentity, isSameStart, type StartIdentity } from './identity';

/** The starts that must not be made again, by item index, the newest first. n8n saves them as JSON with a failed execution. */
export type StartMemory = Record<string, RememberedStart[]>;

export interface RememberedStart extends StartIdentity {
	attempts: number;
	/** Of an answered start. The body is in Base64, and empty if it was too large to be kept. */
	answer?: Omit<HttpAnswer, 'body'> & { body: string };
	/** Of a start that may have happened. It contains nothing that the service said. */
	message?: string;
	statusCode?: number;
	/** The slug, if the flow calls back the execution that remembers this. Then no other execution can continue the start. */
	callbackSlug?: string;
}

/** A start that a previous run made keeps its answer. One that may have happened is sent again only with `retryUnknown`. */
export function recallStart(start: ItemStart, remembered: RememberedStart[] = []): ItemStart {
	if (remembered.length === 0 || start.kind !== 'ready') return start;
	const identity = getIdentity(start);
	const sameStarts = remembered.filter((one) => isSameStart(one, identity));
	const match = sameStarts.find((one) => one.answer !== undefined) ?? sameStarts[0];
	// A start that gets a callback is refused by `claimSending`.
	if (match === undefined || match.callbackSlug !== undefined) return start;
	const { attempts, answer: savedAnswer } = match;
	if (savedAnswer !== undefined) {
		const answer = { ...savedAnswer, body: Buffer.from(savedAnswer.body, 'base64') };
		return { kind: 'answered', ready: start, attempts, answer, isFromPreviousRun: true };
	}
	const uncertainStart = createUncertainStart(start, match);
	return start.options.retryUnknown
		? { ...start, uncertainStart }
		: skipUncertainStart(uncertainStart);
}

/** Reads an item that the error branch leads back to the node, if its flow may have started. */
export function readUncertainItem(start: ItemStart, item?: JsonObject): RememberedStart[] {
	const { outcome, slug, attempts } = isJsonObject(item?.details) ? item.details : {};
	const mayHaveStarted = outcome === 'unknown' || outcome === 'noCallback';
	if (start.kind !== 'ready' || !mayHaveStarted || slug !== start.slug) return [];
	return [{ ...getIdentity(start), attempts: Number(attempts) }];
}

/** For all answers of a run, in Base64. n8n shows no execution above 100 MB, and cannot save one above 512 MB. */
const MAX_KEPT_ANSWER_CHARACTERS = 16_000_000;

/** Adds what a run has started. */
export function rememberStarts(starts: ItemStart[], memory: StartMemory): StartMemory {
	const updated: StartMemory = {};
	let keptCharacters = 0;
	for (const [index, start] of starts.entries()) {
		const remembered = rememberStart(start, memory[index]);
		for (const { answer } of remembered) {
			if (answer === undefined) continue;
			if (keptCharacters + answer.body.length > MAX_KEPT_ANSWER_CHARACTERS) {
				// Only the status stays.
				Object.assign(answer, { headers: {}, body: '', missing: 'notKept' });
			}
			keptCharacters += answer.body.length;
		}
		if (remembered.length > 0) updated[index] = remembered;
	}
	return { ...memory, ...updated };
}

/** Adds what the run has started for one item. */
export function rememberStart(
	start: ItemStart,
	remembered: RememberedStart[] = [],
): RememberedStart[] {
	if (start.kind === 'ready' || start.ready === undefined || start.isFromPreviousRun) {
		return remembered;
	}
	const { ready, attempts } = start;
	const add = (result: Partial<RememberedStart>) => [
		{ ...getIdentity(ready), attempts, ...result },
		...remembered,
	];
	if (start.kind === 'failed') {
		const { outcome, message, statusCode } = start.failure;
		// The body of a failure is left out, because it may be long and contain anything.
		return outcome === 'unknown' ? add({ message, statusCode }) : remembered;
	}
	if (ready.callback !== undefined) {
		return add({ callbackSlug: maskText(ready.slug, ready.credential.accessToken) });
	}
	return add({ answer: { ...start.answer, body: start.answer.body.toString('base64') } });
}

function createUncertainStart(ready: ReadyStart, remembered: RememberedStart): FailedStart {
	const { attempts, message = 'The flow may have started', statusCode } = remembered;
	const howToGoOn = `If it has not run, turn on Retry Uncertain Starts. To go on without this item, set On Error to Continue (using error output). Then save, and use "Retry with currently saved workflow".`;
	const description = ready.options.retryUnknown
		? ADVICE.unknown
		: `${ADVICE.unknown} ${howToGoOn}`;
	const failure = { outcome: 'unknown', message, description, statusCode } as const;
	return { ...toFailedStart(ready, attempts, failure), isFromPreviousRun: true };
}

/** The failure of a second Retry of one execution. Only a person can find out what the first Retry started. */
export function createSecondRetryFailure(executionId: string): Failure {
	return {
		outcome: 'unknown',
		message: `A previous Retry of execution ${executionId} may have started the flow, so nothing was sent`,
		description:
			'Retry the execution that the previous Retry created, unless it succeeded. If somebody stopped that one, run the workflow again with the items that are left.',
	};
}

/** The failure of a Retry while the execution waits for a callback, or after somebody stopped the wait. @param slug Masked. */
export function createCalledBackElsewhereFailure(slug: string, executionId: string): Failure {
	return {
		outcome: 'noCallback',
		message: `Execution ${executionId} already started the flow "${slug}" and gets its callback, so this run sent nothing`,
		description:
			'Look at that execution. To start the flow a second time on purpose, run the workflow again.',
	};
}

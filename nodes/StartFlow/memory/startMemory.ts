import { type Failure, getOutcomeRow, isOutcome } from '../outcome/outcomes';
import { isJsonObject, type JsonObject } from '../shared/json';
import { declareMasked, type Masked, maskText } from '../shared/mask';
import { shorten } from '../shared/text';
import {
	type AnsweredStart,
	type EndedStart,
	type FailedStart,
	type PreparedStart,
	type ReadyStart,
	type RecalledStart,
	skipUncertainStart,
} from '../start/itemStart';
import { isSameStart } from './identity';
import type {
	RememberedAnswer,
	RememberedStart,
	RememberedStarts,
	RememberedUncertainty,
} from './saved';

/**
 * A start that a previous run made keeps its answer. One that may have happened is sent again only with `retryUnknown`.
 * @param wasCutOff Whether n8n was killed in the middle of the first run. Then each start may have happened.
 */
export function recallStart(
	start: PreparedStart,
	remembered: readonly RememberedStart[] = [],
	wasCutOff = false,
): RecalledStart {
	if (start.kind !== 'ready' || (remembered.length === 0 && !wasCutOff)) return start;
	const match = findSameStart(start, remembered);
	switch (match?.kind) {
		case 'answered':
			return recallAnswer(start, match);
		case 'uncertain':
			return recallUncertainStart(start, match);
		case 'awaited':
			// It is refused when the run claims to send.
			return start;
		case undefined:
			return wasCutOff ? recallUncertainStart(start, CUT_OFF) : start;
	}
}

const CUT_OFF: UncertaintyOfStart = {
	attempts: 1,
	message: 'n8n was restarted during the run: the flow may have started',
};

function findSameStart(
	start: ReadyStart,
	remembered: readonly RememberedStart[],
): RememberedStart | undefined {
	if (remembered.length === 0) return undefined;
	const identity = start.identify();
	const sameStarts = remembered.filter((one) => isSameStart(one, identity));
	return sameStarts.find(({ kind }) => kind === 'answered') ?? sameStarts[0];
}

function recallUncertainStart(
	start: ReadyStart,
	{ attempts, message = 'The flow may have started', statusCode }: UncertaintyOfStart,
): RecalledStart {
	const { retryUnknown } = start.options;
	const description = retryUnknown ? getOutcomeRow('unknown').advice : ADVICE_TO_SEND_AGAIN;
	const failure = declareMasked<Failure>({ outcome: 'unknown', message, description, statusCode });
	const uncertainStart = { attempts, failure };
	return retryUnknown ? { ...start, uncertainStart } : skipUncertainStart(start, uncertainStart);
}

function recallAnswer(ready: ReadyStart, remembered: RememberedAnswer): AnsweredStart {
	const { attempts, statusCode, headers, body, missing } = remembered;
	const answer = declareMasked({ statusCode, headers, body: Buffer.from(body, 'base64'), missing });
	return { kind: 'answered', ready, attempts, answer, isFromPreviousRun: true };
}

const ADVICE_TO_SEND_AGAIN =
	'Check in the integration platform whether the flow has run. Only if it has not, turn on Retry Uncertain Starts, save, and retry.';

type UncertaintyOfStart = Pick<RememberedUncertainty, 'attempts' | 'message' | 'statusCode'>;

/** Reads an item that the error branch leads back to the node, if its flow may have started. */
export function parseItemLedBack(start: PreparedStart, item?: JsonObject): RememberedStart[] {
	const { outcome, slug, attempts } = isJsonObject(item?.details) ? item.details : {};
	if (!isOutcome(outcome) || !getOutcomeRow(outcome).isUncertainWhenLedBack) return [];
	if (start.kind !== 'ready' || slug !== start.slug) return [];
	// A person may have changed the item.
	const count = typeof attempts === 'number' && Number.isInteger(attempts) ? attempts : 1;
	return [{ kind: 'uncertain', ...start.identify(), attempts: Math.max(1, count) }];
}

/** For all answers of a run: bodies in Base64, and headers. n8n shows no execution above 100 MB, and cannot save one above 512 MB. */
const MAX_KEPT_ANSWER_CHARACTERS = 16_000_000;

/** Adds what a run has started. */
export function rememberStarts(
	starts: readonly EndedStart[],
	previous: RememberedStarts,
): RememberedStarts {
	const updated: RememberedStarts = {};
	let room = MAX_KEPT_ANSWER_CHARACTERS;
	for (const [index, start] of starts.entries()) {
		const older = previous[index] ?? [];
		const added = rememberStart(start, room);
		const all = added === undefined ? older : [added, ...older];
		if (all.length === 0) continue;
		updated[index] = all.map((remembered) => {
			if (remembered.kind !== 'answered') return remembered;
			// Without room, only the status stays.
			const size = remembered.body.length + JSON.stringify(remembered.headers).length;
			if (size > room) return { ...remembered, ...NOT_KEPT };
			room -= size;
			return remembered;
		});
	}
	return { ...previous, ...updated };
}

const NOT_KEPT = { headers: {}, body: '', missing: 'notKept' } as const;

/** Whether a later run must not make a start again. */
export function isRemembered(start: EndedStart): start is AnsweredStart | FailedStart {
	if (start.kind !== 'failed' && start.kind !== 'answered') return false;
	if (start.isFromPreviousRun) return false;
	return start.kind === 'answered' || getOutcomeRow(start.failure.outcome).isRemembered;
}

/** What a run has started for one item, if a later run must not start it again. @param room In characters, for the answer. */
function rememberStart(start: EndedStart, room: number): RememberedStart | undefined {
	if (!isRemembered(start)) return undefined;
	const { ready, attempts } = start;
	if (start.kind === 'failed') {
		const { message, statusCode } = start.failure;
		// The body of a failure is left out, because it may be long and contain anything.
		return { kind: 'uncertain', ...ready.identify(), attempts, message, statusCode };
	}
	if (ready.callback !== undefined) {
		const slug = maskText(ready.slug, ready.credential.accessToken);
		return { kind: 'awaited', ...ready.identify(), attempts, slug };
	}
	const { statusCode, missing, body } = start.answer;
	const common = { kind: 'answered', ...ready.identify(), attempts, statusCode } as const;
	// A file that will not be kept is not encoded first. Base64 has four characters for three bytes.
	if (Math.ceil(body.length / 3) * 4 > room) return { ...common, ...NOT_KEPT };
	// The HTTP library's headers have a class of their own.
	const headers = { ...start.answer.headers };
	return { ...common, headers, body: body.toString('base64'), missing };
}

/** The failure of a second Retry of one execution. Only a person can find out what the first Retry started. */
export function createSecondRetryFailure(executionId: string): Masked<Failure> {
	return declareMasked({
		outcome: 'unknown',
		message: `A previous Retry of execution ${executionId} may have started the flow, so nothing was sent`,
		description:
			'Retry the execution that the previous Retry created, unless it succeeded. If that one was stopped, run the workflow with the items that are left.',
	});
}

/** The failure of a Retry while the execution waits for a callback, or after somebody stopped the wait. */
export function createCalledBackElsewhereFailure(
	slug: Masked,
	executionId: string,
): Masked<Failure> {
	return declareMasked({
		outcome: 'noCallback',
		message: `Execution ${executionId} started the flow "${shorten(slug, 30)}" and gets its callback, so this run sent nothing`,
		description:
			'Look at that execution. To start the flow a second time on purpose, run the workflow again.',
	});
}

/** The failure of a run whose memory another version of the node has written. */
export const UNREADABLE_MEMORY = declareMasked<Failure>({
	outcome: 'unknown',
	message:
		'Another version of this node made the previous run, so nothing was sent: the flow may have started',
	description:
		'Check in the integration platform which flows have run. Then run the workflow again with the items that are left.',
});

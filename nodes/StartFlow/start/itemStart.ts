import type { MissingField } from '../context/contextMode';
import type { FlowCredential } from '../credential/flowCredential';
import type { HttpAnswer } from '../http/attempt';
import type { NodeOptions } from '../options';
import { type Failure, OUTCOMES } from '../outcome/outcomes';
import { isJsonObject } from '../shared/json';
import { declareMasked, type Masked, maskText } from '../shared/mask';

/** What an item is after it was prepared. */
export type PreparedStart = RefusedStart | ReadyStart;

/** What an item is after the memory was asked: a previous run may have started its flow. */
export type RecalledStart = PreparedStart | AnsweredStart | FailedStart;

/** What an item is at the end of a run. `untried`: the run ended before its turn, so it has not failed. */
export type EndedStart = StartWithFailure | AnsweredStart | (Start & Result & { kind: 'untried' });

/** A start without an answer. The failure says why, and whether the flow may have started. */
export type StartWithFailure = RefusedStart | FailedStart | ExcludedStart;

interface ShownItem {
	/** Somebody may have pasted the token into the slug. Empty if the slug could not be read. */
	shownSlug: Masked;
	/** `undefined` if the credential could not be read. */
	environment: FlowCredential['environment'] | undefined;
	/** Finds the text by which a person recognizes the item: the first text of its context, or else the first number. */
	findLabel: () => Masked;
}

/** @param credential `undefined` if it could not be read. Then nothing else of the item has been read. */
export function createShownItem(
	credential: FlowCredential | undefined,
	slug: string,
	labelSource: unknown,
): ShownItem {
	const mask = (text: string) =>
		credential ? maskText(text, credential.accessToken) : declareMasked('');
	return {
		shownSlug: mask(slug),
		environment: credential?.environment,
		findLabel: () => mask(findFirstText(labelSource)),
	};
}

/** Finds the first text in a value, or else the first number. Empty if there is none. */
export function findFirstText(value: unknown): string {
	return findFirst('string', value) || findFirst('number', value);
}

/** Nothing below `maxDepth` is searched. */
function findFirst(type: 'string' | 'number', value: unknown, maxDepth = 5): string {
	if (typeof value === type) return String(value).trim();
	if (maxDepth === 0) return '';
	const inner = isJsonObject(value) ? Object.values(value) : Array.isArray(value) ? value : [];
	for (const one of inner) {
		const text = findFirst(type, one, maxDepth - 1);
		if (text !== '') return text;
	}
	return '';
}

/** What a start has at the end of a run. */
interface Result {
	attempts: number;
	/** Whether the answer or the failure is a previous run's. */
	isFromPreviousRun: boolean;
}

/** An item that the node refused before it sent anything: without an attempt, whatever a previous run did. */
export interface RefusedStart extends ShownItem, Result {
	kind: 'refused';
	/** Its outcome is `unknown` if a previous run may have started the flow. */
	failure: Masked<Failure>;
	/** `undefined` if the credential or the slug could not be read. */
	target: { baseUrl: string; slug: string } | undefined;
}

/** The parts of a start that do not change when it is sent. */
interface Start extends ShownItem {
	slug: string;
	/** JSON text, so that exactly what was checked is sent. */
	contextJson: string;
	/** What gave nothing, so that it is not in the context. */
	missingFields: Masked<MissingField[]>;
	/** Computes the fingerprints by which a later run recognizes the start, once. */
	identify: () => StartIdentity;
	credential: FlowCredential;
	options: NodeOptions;
	callback?: AwaitedCallback;
}

export interface ReadyStart extends Start {
	kind: 'ready';
	/** A previous run may have made this start. This run sends it once more, because `retryUnknown` is on. */
	uncertainStart?: Pick<FailedStart, 'attempts' | 'failure'>;
}

/** Three fingerprints, by which a later run recognizes a start. */
export interface StartIdentity {
	/** Of the address and the slug. */
	targetHash: string;
	/** Of the context, without the callback URL and the idempotency key, which may differ from run to run. */
	contextHash: string;
	/** Of what the context is made of: the parameters as written, and the item. */
	sourceHash: string;
}

export interface AwaitedCallback {
	/** A secret between the callback URL and the waiting execution. */
	id: string;
	url: string;
	/** The longest wait. `words` is, for example, "24 hours". */
	limit: { ms: number; words: string };
}

export interface AnsweredStart extends Start, Result {
	kind: 'answered';
	answer: Masked<HttpAnswer>;
}

export type AwaitedStart = AnsweredStart & { callback: AwaitedCallback };

export interface FailedStart extends Start, Result {
	kind: 'failed';
	failure: Masked<Failure>;
}

/** It was not sent, because another execution continues the run. */
type ExcludedStart = Omit<FailedStart, 'kind'> & { kind: 'excluded' };

/** The node goes on after failures, but not after Stop or a bug of its own. */
export const RUN_ENDED_BEFORE_TURN = declareMasked<Failure>({
	outcome: 'notStarted',
	message: `The run ended before this item's turn: ${OUTCOMES.notStarted.verdict}`,
});

export interface RunResult {
	starts: EndedStart[];
	/** The index of the start whose failure ended the run. Others may have waited for their next attempt then. */
	endedBy?: number;
	/** Attempts that the service turned away. */
	turnedAwayCount: number;
}

/** What a start is if the run ends before its turn. An uncertain start stays uncertain. */
export function endBeforeTurn(start: RecalledStart): EndedStart {
	if (start.kind !== 'ready') return start;
	return start.uncertainStart
		? keepPreviousResult(start, start.uncertainStart)
		: { ...start, kind: 'untried', attempts: 0, isFromPreviousRun: false };
}

/** @param failure Why another execution continues the run. */
export function exclude(start: RecalledStart, failure: Masked<Failure>): EndedStart {
	if (start.kind !== 'ready') return start;
	return { ...start, kind: 'excluded', attempts: 0, failure, isFromPreviousRun: false };
}

/** The result of a start that a previous run made, or may have made, and that this run does not send again. */
export function keepPreviousResult(
	ready: ReadyStart,
	{ attempts, failure }: NonNullable<ReadyStart['uncertainStart']>,
): FailedStart {
	const message = `${failure.message}, so it was not sent again`;
	return {
		...ready,
		kind: 'failed',
		attempts,
		failure: declareMasked({ ...failure, message }),
		isFromPreviousRun: true,
	};
}

export function hasFailure(start: PreparedStart | EndedStart): start is StartWithFailure {
	return 'failure' in start;
}

export function isAwaited(start: EndedStart): start is AwaitedStart {
	return start.kind === 'answered' && start.callback !== undefined && !start.isFromPreviousRun;
}

/** Whether the flow has certainly run. */
export function hasRun(start: EndedStart): boolean {
	return findRan(start) === 'yes';
}

export function mayHaveRun(start: EndedStart): boolean {
	return findRan(start) !== 'no';
}

function findRan(start: EndedStart) {
	if (start.kind === 'untried') return 'no';
	return start.kind === 'answered' ? 'yes' : OUTCOMES[start.failure.outcome].ran;
}

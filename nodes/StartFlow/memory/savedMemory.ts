import type { Header, HttpAnswer } from '../http/attempt';
import { isRememberedOutcome, type RememberedOutcome } from '../outcome/outcomes';
import { hasTypes, isJsonObject, type JsonObject } from '../shared/json';
import type { StartIdentity } from '../start/itemStart';

/** What n8n keeps in the node's context between runs. */
export interface SavedMemory {
	version: typeof MEMORY_VERSION;
	/** The execution in which the starts were first made. A Retry is a new execution that continues it. */
	firstExecutionId: string;
	/**
	 * What identifies the execution that only one Retry may continue: the one that sent something last. Before this execution
	 * sends, that is this one, or in a Retry the retried one, by its id and its fingerprint.
	 */
	lastSenderIds: string[];
	/** Whether a person started this execution or the first one. n8n 1.x does not tell a Retry how the first one started. */
	wasStartedByHand: boolean;
	/** Whether n8n was killed in the middle of the first execution. Then nobody knows what it started. */
	wasCutOff: boolean;
	/** The round of a loop in which the node has run last. n8n runs no earlier one again. */
	roundIndex: number;
	/** What that round has started. */
	starts: RememberedStarts;
}

/** The starts that must not be made again, by item index, the newest first. */
export type RememberedStarts = Record<string, RememberedStart[]>;

export type RememberedStart = StartIdentity & (RememberedAnswer | RememberedFailure);

export interface RememberedAnswer {
	kind: 'answered';
	attempts: number;
	statusCode: number;
	headers: Record<string, Header>;
	/** In Base64. Empty if there was no room for it. */
	body: string;
	missing?: HttpAnswer['missing'];
}

/** A start that happened, or may have, but gave its item no answer. It contains nothing that the service said. */
export interface RememberedFailure {
	kind: 'failed';
	attempts: number;
	outcome: RememberedOutcome;
	message: string;
	statusCode?: number;
}

/** Raise it when the shape changes. What has another version is not read, and nothing is sent. */
export const MEMORY_VERSION = 1;

const MEMORY_TYPES = {
	firstExecutionId: 'string',
	wasStartedByHand: 'boolean',
	wasCutOff: 'boolean',
	roundIndex: 'number',
} as const;

const REMEMBERED_TYPES = {
	targetHash: 'string',
	contextHash: 'string',
	sourceHash: 'string',
	attempts: 'number',
} as const;

/** Whether `saved` has the shape of this version, and is not damaged. */
export function isSavedMemory(saved: unknown): saved is SavedMemory {
	const areStarts = (starts: unknown) => Array.isArray(starts) && starts.every(isRememberedStart);
	return (
		hasTypes(saved, MEMORY_TYPES) &&
		saved.version === MEMORY_VERSION &&
		isTextList(saved.lastSenderIds) &&
		isJsonObject(saved.starts) &&
		Object.values(saved.starts).every(areStarts)
	);
}

function isTextList(value: unknown): boolean {
	return Array.isArray(value) && value.every((element) => typeof element === 'string');
}

function isRememberedStart(start: unknown): boolean {
	if (!hasTypes(start, REMEMBERED_TYPES)) return false;
	const { kind, outcome, headers } = start;
	const isFailure = hasTypes(start, { message: 'string' }) && isRememberedOutcome(outcome);
	if (kind === 'failed') return isFailure;
	const isAnswer = hasTypes(start, { statusCode: 'number', body: 'string' });
	return kind === 'answered' && isAnswer && isJsonObject(headers) && areHeaders(headers);
}

function areHeaders(headers: JsonObject): boolean {
	return Object.values(headers)
		.flat()
		.every((header) => typeof header === 'string');
}

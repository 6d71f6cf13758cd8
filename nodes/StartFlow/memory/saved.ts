import type { Header } from '../http/attempt';
import { isJsonObject } from '../shared/json';
import type { Masked } from '../shared/mask';
import type { StartIdentity } from '../start/itemStart';

/**
 * What n8n keeps in the node's context between runs. Only this file knows its shape. It is read with a parser, because an
 * older or a newer version of the node may have written it.
 */
export interface SavedMemory {
	version: typeof VERSION;
	/** The execution in which the starts were first made. A Retry is a new execution that continues it. */
	firstExecutionId: string;
	/** The execution that sent something last: at first the retried one, or else this one. Only one Retry may continue it. */
	lastSenderId: string;
	/** Whether a person started this execution or the first one. n8n does not tell a Retry how the first one started. */
	wasStartedByHand: boolean;
	/** Whether n8n was killed in the middle of the first execution. Then nobody knows what it started. */
	wasCutOff: boolean;
	/** By round of a loop, because the node runs in each of them within one execution. */
	startsByRound: Record<string, RememberedStarts>;
}

/** The starts that must not be made again, by item index, the newest first. */
export type RememberedStarts = Record<string, RememberedStart[]>;

export type RememberedStart = RememberedAnswer | RememberedUncertainty | RememberedWait;

interface Remembered extends StartIdentity {
	attempts: number;
}

/** A start that was answered. */
export interface RememberedAnswer extends Remembered {
	kind: 'answered';
	statusCode: number;
	headers: Record<string, Header>;
	/** In Base64. Empty if it was too large to be kept. */
	body: string;
	missing?: 'unreadable' | 'notKept';
}

/** A start that may have happened. It contains nothing that the service said. */
export interface RememberedUncertainty extends Remembered {
	kind: 'uncertain';
	/** Missing for an item that the error branch led back. */
	message?: string;
	statusCode?: number;
}

/** A start whose flow calls back the execution that remembers it. Then no other execution can continue the start. */
export interface RememberedWait extends Remembered {
	kind: 'awaited';
	slug: Masked;
}

/** Raise it when the shape changes. What has another version is not read, and nothing is sent. */
const VERSION = 1;

export function createMemory(parts: Omit<SavedMemory, 'version' | 'startsByRound'>): SavedMemory {
	return { version: VERSION, ...parts, startsByRound: {} };
}

/** Parses what a previous run saved. `undefined` if it is not of this version, or is damaged. */
export function parseMemory(saved: unknown): SavedMemory | undefined {
	if (!isJsonObject(saved) || saved.version !== VERSION) return undefined;
	const isWhole =
		isText(saved.firstExecutionId) &&
		isText(saved.lastSenderId) &&
		typeof saved.wasStartedByHand === 'boolean' &&
		typeof saved.wasCutOff === 'boolean' &&
		isRecordOf(saved.startsByRound, (starts) =>
			isRecordOf(starts, (list) => Array.isArray(list) && list.every(isRememberedStart)),
		);
	return isWhole ? (saved as unknown as SavedMemory) : undefined;
}

function isRememberedStart(value: unknown): boolean {
	if (!isJsonObject(value)) return false;
	const hasIdentity = [value.targetHash, value.contextHash, value.sourceHash].every(isText);
	if (!hasIdentity || !Number.isInteger(value.attempts)) return false;
	switch (value.kind) {
		case 'answered':
			return (
				Number.isInteger(value.statusCode) &&
				isRecordOf(value.headers, isHeader) &&
				isText(value.body) &&
				isOptional(value.missing, (reason) => reason === 'unreadable' || reason === 'notKept')
			);
		case 'uncertain':
			return isOptional(value.message, isText) && isOptional(value.statusCode, Number.isInteger);
		case 'awaited':
			return isText(value.slug);
		default:
			return false;
	}
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}

function isHeader(value: unknown): boolean {
	return value === undefined || isText(value) || (Array.isArray(value) && value.every(isText));
}

function isOptional(value: unknown, isRight: (value: unknown) => boolean): boolean {
	return value === undefined || isRight(value);
}

function isRecordOf(value: unknown, isRight: (value: unknown) => boolean): boolean {
	return isJsonObject(value) && Object.values(value).every(isRight);
}

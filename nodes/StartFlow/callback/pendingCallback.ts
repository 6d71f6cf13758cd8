import type { ItemOptions } from '../answer/toItems';
import { isJsonObject, type JsonObject } from '../shared/json';

/** The query parameter of the callback URL that holds the secret id. */
export const ID_PARAMETER = 'callbackId';

/** Raise it when the shape changes. A callback of another version cannot be taken. */
export const PENDING_CALLBACK_VERSION = 1;

/** What is needed when the callback comes. n8n saves it as JSON while the execution waits. */
export interface PendingCallback extends Omit<ItemOptions, 'callback'> {
	version: typeof PENDING_CALLBACK_VERSION;
	id: string;
	/** In ms since the epoch. */
	until: number;
	statusCode: number;
	/** The full response to the start, for the full response of the callback. */
	startResponse?: JsonObject;
}

/** Whether this version of the node has saved it. The rest has the types of its version. */
export function isPendingCallback(saved: unknown): saved is PendingCallback {
	const hasId = isJsonObject(saved) && typeof saved.id === 'string';
	return hasId && saved.version === PENDING_CALLBACK_VERSION;
}

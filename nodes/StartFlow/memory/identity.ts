import type { INode } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { isEmpty, type SavedForm } from '../form/readForm';
import type { StartIdentity } from '../start/itemStart';

/** What makes a start the same one in a later run. */
interface IdentitySource {
	baseUrl: string;
	slug: string;
	/** The context without the callback URL, which differs from run to run, and without the idempotency key. */
	identityJson: string;
	/** What the context is made of: the fingerprint of the parameters as written, and the input item. */
	parametersHash: string;
	item: unknown;
}

export function createIdentity(source: IdentitySource): StartIdentity {
	const { baseUrl, slug, identityJson, parametersHash, item } = source;
	return {
		targetHash: computeFingerprint([new URL(baseUrl).href, slug]),
		contextHash: computeFingerprint(JSON.parse(identityJson)),
		sourceHash: computeFingerprint([parametersHash, item]),
	};
}

/**
 * In a later run, the same parameters may give another context (it contains the time), or corrected parameters may give
 * this item the same context. Both are the same start. If both hashes differ, it is a new start.
 */
export function isSameStart(one: StartIdentity, other: StartIdentity): boolean {
	return (
		one.targetHash === other.targetHash &&
		(one.contextHash === other.contextHash || one.sourceHash === other.sourceHash)
	);
}

/** Computes the SHA-256 of a value's JSON, in base64url. The order of keys does not matter. */
export function computeFingerprint(value: unknown): string {
	return createHash('sha256').update(toCanonicalJson(value)).digest('base64url');
}

function toCanonicalJson(value: unknown): string {
	try {
		// The value becomes plain JSON before its keys are sorted, because n8n saves an item as plain JSON.
		return JSON.stringify(JSON.parse(JSON.stringify(value) ?? 'null'), sortKeys);
	} catch {
		// JSON cannot hold an item that contains itself. All such items count as the same, so none is started twice.
		return 'unreadable';
	}
}

function sortKeys(_key: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	const sorted = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
	return Object.fromEntries(sorted);
}

/**
 * Lists the parameters that make the context, without what n8n's editor changes by itself: the ids of custom fields, and
 * what a refresh changes in the form.
 * @param mode The value of the parameter Context.
 */
export function listContextParameters({ parameters }: INode, mode: unknown): unknown[] {
	if (mode === 'form') {
		const { mappingMode, value, schema } = (parameters.contextMapping ?? {}) as SavedForm;
		// The item decides what is mapped.
		if (mappingMode === 'autoMapInputData') return [mode, mappingMode];
		const ids = (schema ?? []).filter(({ removed }) => removed !== true).map(({ id }) => id);
		return [mode, ids.map((id) => [id, value?.[id]]).filter(([, mapped]) => !isEmpty(mapped))];
	}
	if (mode === 'fields') {
		const { assignments } = (parameters.contextFields ?? {}) as { assignments?: unknown };
		const fields: object[] = Array.isArray(assignments) ? assignments : [];
		return [mode, fields.map((field) => ({ ...field, id: null }))];
	}
	return mode === 'json' ? [mode, parameters.contextJson] : [mode];
}

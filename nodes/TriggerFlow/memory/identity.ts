import type { INode } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import type { SavedForm } from '../form/readForm';
import { isJsonObject, type JsonObject } from '../shared/json';
import type { ReadyStart } from '../start/itemStart';

/** By what a start is known again in a later try, each of them as a fingerprint. */
export interface StartIdentity {
	target: string;
	/** The context, its start key aside. */
	content: string;
	/** What the context is made of: parameters as written, and the item. */
	source: string;
}

const KNOWN = new WeakMap<ReadyStart, StartIdentity>();

export function identityOf(start: ReadyStart): StartIdentity {
	const { slug, content, source, credential } = start;
	const identity = KNOWN.get(start) ?? {
		target: fingerprint([new URL(credential.baseUrl).href, slug]),
		content: fingerprint(JSON.parse(content)),
		source: source(),
	};
	KNOWN.set(start, identity);
	return identity;
}

/**
 * Whether two starts of an item are the same one. What is sent may differ from try to try (the time in
 * the context), or what it is made of (a corrected parameter). Where both differ, it is a new start.
 */
export function isSameStart(one: StartIdentity, other: StartIdentity): boolean {
	return (
		one.target === other.target && (one.content === other.content || one.source === other.source)
	);
}

/** SHA-256 of a value's JSON, whatever the order of its keys, in base64url. */
export function fingerprint(value: unknown): string {
	return createHash('sha256').update(canonicalJson(value)).digest('base64url');
}

function canonicalJson(value: unknown): string {
	try {
		// The first round leaves plain JSON: what n8n saves of an item, and no circle.
		return JSON.stringify(JSON.parse(JSON.stringify(value) ?? 'null'), withSortedKeys);
	} catch {
		return 'unreadable';
	}
}

function withSortedKeys(_key: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	const sorted = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
	return Object.fromEntries(sorted);
}

/**
 * The parameters that make the context, as the person has written them, without what n8n's editor
 * changes by itself: the ids of custom fields, and what a refresh of the form changes.
 * @param mode The value of the parameter Context.
 */
export function writtenContext({ parameters }: INode, mode: unknown): unknown[] {
	const { contextMapping, contextFields, contextJson } = parameters;
	const [form, fields]: unknown[] = [contextMapping, contextFields];
	if (mode === 'form' && isJsonObject(form)) {
		const { mappingMode, value, schema } = form as SavedForm;
		const shown = (schema ?? []).filter(({ removed }) => removed !== true);
		return [mode, mappingMode, value, shown.map(({ id }) => id)];
	}
	if (mode === 'fields' && isJsonObject(fields) && Array.isArray(fields.assignments)) {
		return [mode, ...fields.assignments.map((field) => ({ ...(field as JsonObject), id: null }))];
	}
	return [mode, contextJson, contextFields];
}

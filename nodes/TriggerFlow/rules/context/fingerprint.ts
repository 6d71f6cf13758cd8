import { createHash, type Hash } from 'node:crypto';

import { hasToJson } from './json';

/**
 * SHA-256 of a value as JSON would keep it, whatever the order of its keys, in base64url (43
 * characters). For values of any kind: nested deeper than the stack, referring to themselves, with
 * things in them that JSON does not know.
 */
export function fingerprint(value: unknown): string {
	return finish(digest(createHash('sha256'), value));
}

/** `fingerprint([first, second])` for one first value and many second ones: the first is digested once. */
export function fingerprintAfter(first: unknown): (second: unknown) => string {
	const pair = [first];
	const begun = digest(createHash('sha256').update('[2,'), first, pair);
	return (second) => finish(digest(begun.copy(), second, pair));
}

function finish(hash: Hash): string {
	return hash.digest('base64url');
}

/** @param holder What the value stands in, where that is digested elsewhere. */
function digest(hash: Hash, value: unknown, holder?: object): Hash {
	// The objects that lead to the current one: only a way back to one of these is a circle.
	const path = new Set<object>(holder && [holder]);
	const steps: Step[] = [{ value }];
	for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
		if ('leave' in step) {
			path.delete(step.leave);
			continue;
		}
		const shown = asJson(step.value);
		if (typeof shown !== 'object' || shown === null) {
			hash.update(`${leafText(shown)},`);
		} else if (path.has(shown)) {
			hash.update(`^${[...path].indexOf(shown)},`);
		} else {
			path.add(shown);
			steps.push({ leave: shown });
			hash.update(enter(shown, steps));
		}
	}
	return hash;
}

type Step = { value: unknown } | { leave: object };

/** Leaves an object's values for later, and says how many there are and what they are called. */
function enter(value: object, steps: Step[]): string {
	if (Array.isArray(value)) {
		for (const inner of [...(value as unknown[])].reverse()) steps.push({ value: inner });
		return `[${value.length},`;
	}
	const entries = Object.entries(value)
		.filter(([, inner]) => isKept(inner))
		.sort(([one], [other]) => (one < other ? -1 : 1));
	for (const [, inner] of [...entries].reverse()) steps.push({ value: inner });
	return `{${JSON.stringify(entries.map(([key]) => key))},`;
}

/** n8n saves items as JSON: what is not kept there must not tell a saved item from the one it was. */
function isKept(value: unknown): boolean {
	return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}

function asJson(value: unknown): unknown {
	if (typeof value !== 'object' || value === null || !hasToJson(value)) return value;
	try {
		return value.toJSON();
	} catch {
		return null;
	}
}

function leafText(value: unknown): string {
	return typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? 'null');
}

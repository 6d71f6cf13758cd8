import type { IExecuteFunctions } from 'n8n-workflow';

import { memoize } from '../shared/memoize';
import { isTool } from '../tool/agentCall';

/**
 * Gives the value of something as a person has written it, for an item: text that begins with `=` is an
 * expression, also within lists and objects.
 *
 * @throws n8n's own error for an expression that fails.
 */
export type ValueReader = (written: unknown, itemIndex: number) => unknown;

/**
 * What people drag is a path, and n8n takes as long for a path as for any expression: so paths are read
 * from the item itself, and n8n evaluates the rest. In a tool, `$json` is not the item of the call.
 */
export function valueReader(context: IExecuteFunctions): ValueReader {
	const pathIn = memoize(isTool(context.getNode()) ? () => undefined : parsePath);
	const itemOf = originReader(context);
	const read: ValueReader = (written, itemIndex) => {
		if (Array.isArray(written)) return written.map((inner) => read(inner, itemIndex));
		if (typeof written === 'object' && written !== null) {
			const entries = Object.entries(written);
			return Object.fromEntries(entries.map(([key, inner]) => [key, read(inner, itemIndex)]));
		}
		if (typeof written !== 'string' || !written.startsWith('=')) return written;
		const path = pathIn(written);
		const found = path && follow(itemOf(path.node, itemIndex), path.keys);
		return found === undefined
			? context.evaluateExpression(written.slice(1), itemIndex)
			: found.value;
	};
	return read;
}

/** Gives the JSON of an item, or of the item of an earlier node that it comes from: evaluated once for an item and node. */
function originReader(context: IExecuteFunctions) {
	let current = -1;
	let origins = new Map<string, unknown>();
	return (node: string | undefined, itemIndex: number): unknown => {
		if (node === undefined) return context.getInputData()[itemIndex]?.json;
		if (current !== itemIndex) [current, origins] = [itemIndex, new Map()];
		if (!origins.has(node)) {
			origins.set(node, context.evaluateExpression(`{{ ${node}.item.json }}`, itemIndex));
		}
		return origins.get(node);
	};
}

interface Path {
	/** `$('Node')`; missing for the input item. */
	node?: string;
	keys: string[];
}

const QUOTED = /"[^"'`\\]*"|'[^"'`\\]*'/.source;
const STEP = `\\.[A-Za-z_$][\\w$]*|\\[(?:${QUOTED}|\\d{1,9})\\]`;
const PATH = new RegExp(
	`^=\\{\\{\\s*(?:\\$json|(\\$\\((?:${QUOTED})\\))\\.item\\.json)((?:${STEP})+)\\s*\\}\\}$`,
);

/** Names that n8n refuses, with a message of its own. */
const REFUSED = ['constructor', '__proto__', 'prototype', 'mainModule'];

function parsePath(expression: string): Path | undefined {
	const [, node, steps] = PATH.exec(expression) ?? [];
	const keys = steps
		?.match(new RegExp(STEP, 'g'))
		?.map((step) => step.replace(/^(?:\.|\[["']?)|["']?\]$/g, ''));
	return keys === undefined || keys.some((key) => REFUSED.includes(key))
		? undefined
		: { node, keys };
}

/** What a path leads to. `undefined` where n8n has to tell, because a name is inherited. */
function follow(origin: unknown, keys: string[]): { value: unknown } | undefined {
	let value = origin;
	for (const key of keys) {
		if (value === undefined || value === null) return { value: undefined };
		if (Object.hasOwn(Object(value) as object, key))
			value = (value as Record<string, unknown>)[key];
		else if (key in (Object(value) as object)) return undefined;
		else return { value: undefined };
	}
	return { value };
}

import type { IExecuteFunctions } from 'n8n-workflow';

import { mistakeIn } from '../shared/failure';
import { memoize } from '../shared/memoize';
import { isTool } from '../tool/tool';

/**
 * Gives the value of what a person has written, for an item: text that begins with `=` is an expression.
 * @throws NotSentError that says where an expression fails.
 */
export type ValueReader = (written: unknown, itemIndex: number, where?: string) => unknown;

/**
 * What people drag is a path, and n8n takes as long for a path as for any expression: so paths are read
 * from the item itself, and n8n evaluates the rest. In a tool, `$json` is not the item of the call.
 */
export function valueReader(context: IExecuteFunctions): ValueReader {
	const pathIn = memoize(isTool(context.getNode()) ? () => undefined : parsePath);
	const originOf = originReader(context);
	return (written, itemIndex, where = 'Fields') => {
		if (typeof written !== 'string' || !written.startsWith('=')) return written;
		try {
			const path = pathIn(written);
			const found = path && follow(originOf(path.node, itemIndex), path.keys);
			return found ? found.value : context.evaluateExpression(written.slice(1), itemIndex);
		} catch (error) {
			throw mistakeIn(where, error);
		}
	};
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
	const [, node, steps = ''] = PATH.exec(expression) ?? [];
	const keys = Array.from(steps.matchAll(new RegExp(STEP, 'g')), ([step]) =>
		step.replace(/^(?:\.|\[["']?)|["']?\]$/g, ''),
	);
	return keys.length === 0 || keys.some((key) => REFUSED.includes(key))
		? undefined
		: { node, keys };
}

/** What a path leads to. `undefined` where n8n has to tell, because a name is inherited. */
function follow(origin: unknown, keys: string[]): { value: unknown } | undefined {
	let value = origin;
	for (const key of keys) {
		if (value === undefined || value === null) return { value: undefined };
		const object = Object(value) as Record<string, unknown>;
		const isOwn = Object.hasOwn(object, key);
		if (!isOwn && key in object) return undefined;
		value = isOwn ? object[key] : undefined;
	}
	return { value };
}

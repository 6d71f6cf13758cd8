import type { IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../n8n/internals';
import { UserError, prefixError } from '../shared/userError';
import { memoize } from '../shared/memoize';

/**
 * Reads what a person wrote in a field. Text that begins with `=` is an expression.
 * @param label Names the field in an error.
 * @throws UserError that says where an expression fails.
 */
export type ReadValue = (source: unknown, itemIndex: number, label?: string) => unknown;

/**
 * n8n needs as long for a dragged path as for any other expression, so paths are read from the item itself. In a tool,
 * n8n evaluates them, because `$json` is not the item of the call there.
 */
export function createValueReader(n8n: IExecuteFunctions): ReadValue {
	const parsePathOnce = memoize(isTool(n8n.getNode()) ? () => undefined : parsePath);
	const readOrigin = createOriginReader(n8n);
	return (source, itemIndex, label = 'A field name') => {
		if (typeof source !== 'string') return source;
		if (!source.startsWith('=')) {
			if (!/\{\{[^}]*\$/.test(source)) return source;
			// In Fixed, n8n does not evaluate `{{ $json.name }}`, and the flow would get these characters.
			const problem = `${label} contains {{ }}, which works only in an expression`;
			throw new UserError(`${problem}. Switch it from Fixed to Expression`, '');
		}
		try {
			const path = parsePathOnce(source);
			const found = path && followPath(readOrigin(path.node, itemIndex), path.keys);
			return found ? found.value : n8n.evaluateExpression(source.slice(1), itemIndex);
		} catch (error) {
			throw prefixError(`${label} has an expression that fails`, error);
		}
	};
}

/** Reads the JSON of the input item, or of a previous node's item that it comes from (once for each item and node). */
function createOriginReader(n8n: IExecuteFunctions) {
	const createReader = (itemIndex: number) =>
		memoize((node: string) => n8n.evaluateExpression(`{{ ${node}.item.json }}`, itemIndex));
	let current = { itemIndex: 0, read: createReader(0) };
	return (node: string | undefined, itemIndex: number): unknown => {
		if (node === undefined) return n8n.getInputData()[itemIndex]?.json;
		if (current.itemIndex !== itemIndex) current = { itemIndex, read: createReader(itemIndex) };
		return current.read(node);
	};
}

interface Path {
	/** `$('Node')`, for a path such as `$('Node').item.json.a`. Missing if the path begins with `$json`. */
	node?: string;
	keys: string[];
}

const QUOTED = /"[^"'`\\]*"|'[^"'`\\]*'/.source;
const STEP = `\\.[A-Za-z_$][\\w$]*|\\[(?:${QUOTED}|\\d{1,9})\\]`;
const PATH = new RegExp(
	`^=\\{\\{\\s*(?:\\$json|(\\$\\((?:${QUOTED})\\))\\.item\\.json)((?:${STEP})+)\\s*\\}\\}$`,
);

function parsePath(expression: string): Path | undefined {
	const [, node, steps = ''] = PATH.exec(expression) ?? [];
	const keys = Array.from(steps.matchAll(new RegExp(STEP, 'g')), ([step]) =>
		step.replace(/^(?:\.|\[["']?)|["']?\]$/g, ''),
	);
	return keys.length === 0 ? undefined : { node, keys };
}

/** Returns `undefined` if a name is inherited, such as `toUpperCase`. Then n8n has to evaluate the path. */
function followPath(origin: unknown, keys: string[]): { value: unknown } | undefined {
	// n8n refuses some of these names, such as `constructor`.
	if (keys.some((key) => key in {})) return undefined;
	let value = origin;
	for (const key of keys) {
		if (value === undefined || value === null) return { value: undefined };
		const object = Object(value) as Record<string, unknown>;
		if (key in object && !Object.hasOwn(object, key)) return undefined;
		value = object[key];
	}
	return { value };
}

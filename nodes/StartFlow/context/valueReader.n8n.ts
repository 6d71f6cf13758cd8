import { type IExecuteFunctions, isSafeObjectProperty } from 'n8n-workflow';

import { isTool } from '../n8n/internals';
import { evaluate, UserError } from '../shared/userError';
import { isExpression } from '../shared/expression';
import { memoize } from '../shared/memoize';
import type { FieldSource, ReadValues } from './contextMode';
import { joinExpressions, parseJoinedValues, toJoinable } from './joinExpressions';

/**
 * n8n needs as long for a dragged path as for any other expression, so paths are read from the item itself, and other
 * expressions are joined. In a tool, n8n evaluates each one, because `$json` is not the item of the call there.
 */
export function createValuesReader(n8n: IExecuteFunctions): ReadValues {
	const readEach: ReadValues = (fields, itemIndex) =>
		fields.map((field) => readAlone(n8n, field, itemIndex));
	if (isTool(n8n.getNode())) return readEach;
	const parseOnce = memoize(parseSource);

	function readTogether(fields: readonly FieldSource[], itemIndex: number): unknown[] {
		const item = n8n.getInputData()[itemIndex]?.json;
		const pathValues = fields.map(({ source }) => followPath(item, parseOnce(source).path));
		const joinables = fields.map(({ source }, position) =>
			pathValues[position] ? undefined : parseOnce(source).joinable,
		);
		const joinedValues = evaluateJoined(n8n, joinables, itemIndex);
		return fields.map((field, position) => {
			const value = pathValues[position] ?? joinedValues[position];
			return value ? value[0] : readAlone(n8n, field, itemIndex);
		});
	}

	/** An unknown expression may change the item, so the fields before it are read before it. */
	function readInOrder(fields: readonly FieldSource[], itemIndex: number): unknown[] {
		const position = fields.findIndex(({ source }) => parseOnce(source).isUnknown);
		if (position === -1) return readTogether(fields, itemIndex);
		return [
			...readTogether(fields.slice(0, position), itemIndex),
			...readEach(fields.slice(position, position + 1), itemIndex),
			...readInOrder(fields.slice(position + 1), itemIndex),
		];
	}
	return readInOrder;
}

function parseSource(source: unknown) {
	if (!isExpression(source)) return { isUnknown: false };
	const path = parsePath(source);
	const joinable = path ? undefined : toJoinable(source);
	return { path, joinable, isUnknown: !path && joinable === undefined };
}

/** Gives `[value]` at the position of each expression that was evaluated. */
function evaluateJoined(
	n8n: IExecuteFunctions,
	joinables: ReadonlyArray<string | undefined>,
	itemIndex: number,
): Array<[unknown] | undefined> {
	const joined = joinables.filter((joinable) => joinable !== undefined);
	if (joined.length < 2) return [];
	try {
		const values = n8n.evaluateExpression(joinExpressions(joined), itemIndex);
		const nextValue = parseJoinedValues(values, joined.length).values();
		return joinables.map((joinable) =>
			joinable === undefined ? undefined : nextValue.next().value,
		);
	} catch {
		// Each expression is evaluated alone, so that the error names its field.
		return [];
	}
}

function readAlone(
	n8n: IExecuteFunctions,
	{ source, label }: FieldSource,
	itemIndex: number,
): unknown {
	if (typeof source === 'object' && source !== null) {
		// n8n's AI builder may write a list or an object with expressions in it, and n8n evaluates each one.
		const readInner = (inner: unknown) => readAlone(n8n, { source: inner, label }, itemIndex);
		if (Array.isArray(source)) return source.map(readInner);
		const entries = Object.entries(source).map(([key, inner]) => [key, readInner(inner)]);
		return Object.fromEntries(entries);
	}
	if (!isExpression(source)) {
		if (typeof source !== 'string' || !/\{\{(?:(?!\{\{)[^}])*?\$/.test(source)) return source;
		// In Fixed, n8n does not evaluate `{{ $json.name }}`, and the flow would get these characters.
		const problem = `${label} contains {{ }}, which works only in an expression`;
		throw new UserError(problem, 'Switch it from Fixed to Expression.');
	}
	return evaluate(label, () => n8n.evaluateExpression(source.slice(1), itemIndex));
}

const STEP = /\.[A-Za-z_$][\w$]*|\[(?:"[^"'`\\\n]*"|'[^"'`\\\n]*'|\d{1,9})\]/.source;
const PATH = new RegExp(`^=\\{\\{\\s*\\$json((?:${STEP})+)\\s*\\}\\}$`);

/** Parses a path into the item, such as `$json.a["b"][0]`. */
function parsePath(expression: string): string[] | undefined {
	const [, steps] = PATH.exec(expression) ?? [];
	return steps
		?.match(new RegExp(STEP, 'g'))
		?.map((step) => step.replace(/^(?:\.|\[["']?)|["']?\]$/g, ''));
}

/** Returns `undefined` if a name is inherited, such as `toUpperCase`. Then n8n has to evaluate the path. */
function followPath(item: unknown, keys: readonly string[] | undefined): [unknown] | undefined {
	// n8n refuses names such as `constructor` and `caller`.
	if (!keys?.every((key) => isSafeObjectProperty(key))) return undefined;
	let value = item;
	for (const key of keys) {
		const object = Object(value) as Record<string, unknown>;
		if (key in object && !Object.hasOwn(object, key)) return undefined;
		value = object[key];
	}
	return [value];
}

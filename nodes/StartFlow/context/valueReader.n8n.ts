import { type IExecuteFunctions, isSafeObjectProperty } from 'n8n-workflow';

import { isExpression, isTool } from '../n8n/internals';
import { evaluate, ParameterError } from '../shared/userError';
import { memoize } from '../shared/memoize';
import type { FieldSource, ReadValues } from './contextMode';
import { type Found, joinExpressions, parseJoinedValues, toJoinable } from './joinExpressions';

/**
 * n8n needs as long for a dragged path as for any other expression, so paths are read from the item itself, and other
 * expressions are joined. The rest is evaluated after them, because n8n's older engine lets an expression change the item.
 * In a tool, n8n evaluates each one, because `$json` is not the item of the call there.
 */
export function createValuesReader(n8n: IExecuteFunctions): ReadValues {
	const isInTool = isTool(n8n.getNode());
	const parseOnce = memoize((source: unknown): { path?: string[]; joinable?: string } => {
		if (isInTool || !isExpression(source)) return {};
		return { path: parsePath(source), joinable: toJoinable(source) };
	});
	return (fields, itemIndex) => {
		const item = n8n.getInputData()[itemIndex]?.json;
		const sources = fields.map(({ source }) => parseOnce(source));
		const inItem = sources.map(({ path }) => path && followPath(item, path));
		const joinables = sources.map((source, position) =>
			inItem[position] ? undefined : source.joinable,
		);
		const joined = evaluateJoined(n8n, joinables, itemIndex);
		return fields.map((field, position) => {
			const found = inItem[position] ?? joined[position];
			return { ...field, value: found ? found.value : readAlone(n8n, field, itemIndex) };
		});
	};
}

/** @returns At the position of each expression its value, unless it has to be evaluated alone. */
function evaluateJoined(
	n8n: IExecuteFunctions,
	joinables: ReadonlyArray<string | undefined>,
	itemIndex: number,
): Array<Found | undefined> {
	if (joinables.filter(Boolean).length < 2) return [];
	try {
		return parseJoinedValues(n8n.evaluateExpression(joinExpressions(joinables), itemIndex));
	} catch {
		// Each expression is evaluated alone, so that the error names its field.
		return [];
	}
}

/** In Fixed, n8n does not evaluate `{{ $json.name }}`, and the flow would get these characters. */
const EXPRESSION_IN_TEXT = /\{\{(?:(?!\{\{)[^}])*?\$/;

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
		if (typeof source !== 'string' || !EXPRESSION_IN_TEXT.test(source)) return source;
		const problem = `${label} contains {{ }}, which works only in an expression`;
		throw new ParameterError(problem, 'Switch it from Fixed to Expression.');
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
function followPath(item: unknown, keys: readonly string[]): Found | undefined {
	// n8n refuses names such as `constructor` and `caller`.
	if (!keys.every((key) => isSafeObjectProperty(key))) return undefined;
	let value = item;
	for (const key of keys) {
		const object = Object(value) as Record<string, unknown>;
		if (key in object && !Object.hasOwn(object, key)) return undefined;
		value = object[key];
	}
	return { value };
}

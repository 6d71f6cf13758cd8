import { UserError } from '../shared/userError';
import { describeValue, hasToJson, isJsonObject } from '../shared/json';
import { listFirst, shorten, shortenName } from '../shared/text';
import { MAX_NAMED_FIELDS, type MissingField } from './contextMode';
import { formatPath, type PathSegment } from './path';

export const READ_AS_TEXT =
	'Numbers above 2^53 lose their last digits. Read this value as text in the node where it comes from.';

/** JSON and fingerprints are written by recursion. Node's stack has room for more than twice as many levels. */
const MAX_CONTEXT_LEVELS = 1_500;

export interface CheckedContext {
	context: Record<string, unknown>;
	/** Also what is `undefined` in the context, by its path: `lines[0].sku`. */
	missingFields: MissingField[];
}

/**
 * Checks that JSON holds a context as it is. For JSON, dates are ISO text, and what is `undefined` is left out, or null in a list.
 * @param missingFields What gave nothing, so that it is not in the context.
 * @throws UserError if the context is not an object, if nothing in it has a value because of missing fields, or if JSON would
 * change a value silently. It names that value.
 */
export function checkContext(
	context: unknown,
	missingFields: readonly MissingField[] = [],
): CheckedContext {
	if (!isJsonObject(context)) {
		throw new UserError(
			`The context is ${describeValue(context)}, but a flow expects a JSON object`,
			'A JSON object has named fields: { "email": "ada@example.com" }.',
		);
	}
	const walk = new ContextWalk();
	walk.visit(context);
	const allMissing = [...missingFields, ...walk.undefinedFields];
	if (walk.valueCount === 0 && allMissing.length > 0) {
		const names = allMissing.map(({ name }) => name);
		throw new UserError(
			`No field of the context has a value: the input has nothing for ${shorten(listFirst(names, 5), 50)}`,
			'Check the expressions for this item. For an empty context, use Custom Fields without a field.',
		);
	}
	return { context, missingFields: allMissing };
}

/** Visits each value of a context once. The path to it becomes text only for a value that a person is told about. */
class ContextWalk {
	/** An empty object is a value, and so is a list. */
	valueCount = 0;
	readonly undefinedFields: MissingField[] = [];
	private readonly path: PathSegment[] = [];

	visit(value: unknown): void {
		if (value === undefined) return this.addUndefined();
		const jsonValue = hasToJson(value) ? value.toJSON() : value;
		this.requireNoLoss(value, jsonValue);
		if (Array.isArray(jsonValue)) {
			this.valueCount++;
			for (const [index, element] of jsonValue.entries()) this.visitInner(index, element);
			return;
		}
		const keys = isJsonObject(jsonValue) ? Object.keys(jsonValue) : [];
		// The context itself is no value.
		if (keys.length === 0 && this.path.length > 0) this.valueCount++;
		for (const key of keys) this.visitInner(key, (jsonValue as Record<string, unknown>)[key]);
	}

	private visitInner(segment: PathSegment, value: unknown): void {
		this.path.push(segment);
		if (this.path.length > MAX_CONTEXT_LEVELS) {
			throw new UserError(
				`The context is nested more than ${MAX_CONTEXT_LEVELS} levels deep, or contains itself`,
				'Send only the part of it that the flow needs.',
			);
		}
		this.visit(value);
		this.path.pop();
	}

	/** Of the fields that no hint can name, only the number is kept, because a path may be long. */
	private addUndefined(): void {
		const lastNamed = this.undefinedFields[MAX_NAMED_FIELDS - 1];
		if (lastNamed) lastNamed.moreCount = (lastNamed.moreCount ?? 0) + 1;
		else this.undefinedFields.push({ name: formatPath(this.path), reason: 'undefined' });
	}

	/** @param jsonValue What the `toJSON` of the value gave, if it has one. */
	private requireNoLoss(value: unknown, jsonValue: unknown): void {
		if (isKeptByJson(value, jsonValue)) return;
		const problem = `The field "${shortenName(formatPath(this.path))}" is ${describeValue(value)}, which`;
		if (Number.isFinite(jsonValue))
			throw new UserError(`${problem} would be rounded`, READ_AS_TEXT);
		throw new UserError(
			`${problem} JSON cannot hold`,
			'Change the expression or the earlier node that gives this value.',
		);
	}
}

function isKeptByJson(value: unknown, jsonValue: unknown): boolean {
	// An invalid date becomes null.
	if (jsonValue === null) return value === null;
	if (typeof jsonValue === 'number') return Math.abs(jsonValue) <= Number.MAX_SAFE_INTEGER;
	if (typeof jsonValue === 'object') return Array.isArray(jsonValue) || isJsonObject(jsonValue);
	return ['string', 'boolean', 'undefined'].includes(typeof jsonValue);
}

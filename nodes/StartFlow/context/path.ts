import { isJsonObject, type JsonObject } from '../shared/json';
import { shortenName } from '../shared/text';
import { ParameterError, UserError } from '../shared/userError';

/** A key of an object, or an index of a list. */
export type PathSegment = string | number;

/**
 * Parses the name of a custom field. Returns `undefined` for an empty or incomplete name. A dot nests (`session.plan`), and
 * an index makes a list (`items[0].name`). What names an item in an expression is left out: with the workflow setting
 * `binaryMode: combined`, n8n's editor calls a dragged field `$item.plan`, or `$('Node').item.plan` if it is from an earlier node.
 */
export function parseFieldName(name: string): PathSegment[] | undefined {
	const trimmed = name.trim().replace(/^\$(?:json|item|\('.*'\)\.item)(?:\.|(?=\[))/, '');
	// n8n's editor makes 'First Name'].plan of a dragged ['First Name'].plan.
	if (trimmed.startsWith("'") && trimmed.includes("'].")) return undefined;
	// A name with other brackets, such as `Size [cm]`, has no indexes, only dots.
	const path = parseSegments(trimmed) ?? trimmed.split('.').map((key) => key.trim());
	return path.includes('') ? undefined : path;
}

const SEGMENT = /\.([^.[\]]+)|\[(\d{1,6})\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/gy;

function parseSegments(name: string): PathSegment[] | undefined {
	const whole = name.startsWith('[') ? name : `.${name}`;
	const path: PathSegment[] = [];
	let end = 0;
	for (const [segment, key, index, inSingle, inDouble] of whole.matchAll(SEGMENT)) {
		end += segment.length;
		const quoted = inSingle ?? inDouble ?? '';
		if (index !== undefined) path.push(Number(index));
		else path.push(key?.trim() ?? quoted.replace(/\\(.)/g, '$1'));
	}
	return end === whole.length && typeof path[0] === 'string' ? path : undefined;
}

/**
 * Formats a path as a JSON pointer (RFC 6901), such as `/session/plan`. It is exact for every key, also one with dots, so it is
 * the id of a field in a form.
 */
export function formatPointer(path: readonly PathSegment[]): string {
	const escape = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');
	return path.map((segment) => `/${escape(String(segment))}`).join('');
}

/** Parses what `formatPointer` formats. */
export function parsePointer(pointer: string): string[] {
	const keys = pointer.slice(1).split('/');
	return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A key that reads well between dots. n8n would take a name that begins with `=` for an expression. */
const PLAIN_KEY = /^[^\s.[\]"'`\\=\p{C}]+(?: [^\s.[\]"'`\\=\p{C}]+)*$/u;

/** Formats a path as people write one: `lines[0].sku`. A key that would be ambiguous is in brackets: `session["a.b"]`. */
export function formatPath(path: readonly PathSegment[]): string {
	const parts = path.map((segment) =>
		typeof segment === 'string' && PLAIN_KEY.test(segment)
			? `.${segment}`
			: `[${JSON.stringify(segment)}]`,
	);
	return parts.join('').replace(/^\./, '');
}

/** A value that the node itself adds to the context. */
interface AddedValue {
	/** The name of the parameter that holds the path. */
	parameter: string;
	/** Written as a name in Custom Fields. */
	path: string;
	/** `undefined` if there is nothing to add. */
	value: string | undefined;
	/** Whether it replaces a value that is there already. It never replaces an object or a list. */
	canReplace: boolean;
}

/**
 * Returns a copy of a context with one more value, or the context itself if there is nothing to add.
 * @throws UserError for a path with an empty part, an address or an expression, and a path that another value blocks.
 */
export function addToContext(
	context: Record<string, unknown>,
	{ parameter, path, value, canReplace }: AddedValue,
): Record<string, unknown> {
	if (value === undefined) return context;
	const keys = /:\/\/|\{\{/.test(path) ? undefined : parseFieldName(path);
	if (keys === undefined) {
		throw new ParameterError(
			`${parameter} has to be the name of a context field`,
			'Enter a field name, or a path with dots between field names, such as order.id.',
		);
	}
	const builder = new ContextBuilder(context);
	if (builder.put(keys, value, canReplace)) return builder.context;
	throw new UserError(
		`${parameter} conflicts with another value of the context at "${shortenName(formatPath(keys))}"`,
		`In ${parameter}, enter a path that the context does not use yet.`,
	);
}

/** Builds a context. What it did not make itself may be a part of an item, so it is copied before something is put into it. */
export class ContextBuilder {
	readonly context: JsonObject;
	private readonly ownHolders = new WeakSet<object>();

	constructor(context: object) {
		this.context = this.toOwnHolder('', context) as JsonObject;
	}

	/**
	 * Puts a value at a path, and creates missing objects and lists on the way.
	 * @returns Whether it could: another value may be in the way, or a list would get a gap.
	 */
	put(path: readonly PathSegment[], value: unknown, canReplace = false): boolean {
		let holder: unknown = this.context;
		for (const [index, key] of path.entries()) {
			if (!canHold(holder, key)) return false;
			const existing = Object.hasOwn(holder, key) ? holder[key] : undefined;
			const nextKey = path[index + 1];
			const isEnd = nextKey === undefined;
			const isReplaced = canReplace && (existing === null || typeof existing !== 'object');
			if (isEnd && existing !== undefined && !isReplaced) return false;
			const inner = isEnd ? value : this.toOwnHolder(nextKey, existing);
			// An assignment to `__proto__` would set the prototype.
			const property = { value: inner, configurable: true, enumerable: true, writable: true };
			Object.defineProperty(holder, key, property);
			holder = inner;
		}
		return true;
	}

	/** @param key What it will hold next. A missing one becomes a list for an index, or else an object. */
	private toOwnHolder(key: PathSegment, existing: unknown = typeof key === 'number' ? [] : {}) {
		const isList = Array.isArray(existing);
		const canCopy = isList || isJsonObject(existing);
		if (!canCopy || this.ownHolders.has(existing)) return existing;
		const holder = isList ? [...(existing as unknown[])] : { ...existing };
		this.ownHolders.add(holder);
		return holder;
	}
}

function canHold(holder: unknown, key: PathSegment): holder is Record<PathSegment, unknown> {
	if (typeof key === 'string') return isJsonObject(holder);
	return Array.isArray(holder) && key <= holder.length;
}

import { hasToJson, isJsonObject } from './json';

/**
 * How written values are evaluated together: n8n takes as long for one expression as for one that holds the
 * values of many.
 */
interface JoinedValues {
	/** One expression that gives a list with the value of each path; missing where there is no path. */
	paths?: string;
	/** Expressions that n8n has to evaluate each by itself. */
	others: string[];
	/**
	 * The values, in the order in which they were written; undefined where one is not what JSON holds, and n8n
	 * might do more with it than hand it on.
	 *
	 * @param paths What the expression with the paths has given.
	 * @param others What the other expressions have given.
	 */
	fill: (paths: unknown, others: unknown[]) => unknown[] | undefined;
}

/**
 * Joins what a person makes by dragging: paths into the item or into that of an earlier node, alone or with
 * text around them. Each step of a path is optional there, because n8n gives nothing where a step leads nowhere,
 * and only for the one field. All else stays an expression of its own.
 *
 * @param written As n8n stores them: a text that begins with `=` is an expression.
 * @returns undefined where n8n has to evaluate all of them: an expression within a list, or one that may ask
 * where it stands.
 */
export function joinValues(written: readonly unknown[]): JoinedValues | undefined {
	const paths: string[] = [];
	const others: string[] = [];
	const readers: Array<(path: unknown[], other: unknown[]) => unknown> = [];
	for (const value of written) {
		if (isConstant(value)) {
			readers.push(() => value);
			continue;
		}
		if (typeof value !== 'string' || ASKS_WHERE_IT_STANDS.test(value)) return undefined;
		const text = value.slice(1);
		const parts = partsOf(text);
		if (parts === undefined) {
			const index = others.push(text) - 1;
			readers.push((_, other) => other[index]);
			continue;
		}
		const first = paths.length;
		paths.push(...parts.paths);
		readers.push((path) => {
			if (parts.texts === undefined) return path[first];
			const found = parts.paths.map((_, index) => path[first + index]);
			return joinText(parts.texts, found);
		});
	}
	return {
		...(paths.length > 0 && { paths: `{{ [${paths.join(', ')}] }}` }),
		others,
		fill: (given, other) => {
			const path = paths.length === 0 ? [] : given;
			if (!Array.isArray(path) || path.length !== paths.length) return undefined;
			if (!path.every(isPlain) || !other.every(isPlain)) return undefined;
			const values = readers.map((read) => read(path, other));
			return values.includes(NOT_JOINED) ? undefined : values;
		},
	};
}

/** Whether n8n finds no expression in a value, however deep. */
export function isConstant(value: unknown): boolean {
	if (typeof value === 'string') return !value.startsWith('=');
	return typeof value !== 'object' || value === null || Object.values(value).every(isConstant);
}

/** The parameters beside an expression are known only where it stands. */
const ASKS_WHERE_IT_STANDS = /parameter|\bthis\b|evaluate/i;

/** Only what JSON holds: n8n makes a text of some other values, such as luxon's dates. */
function isPlain(value: unknown): boolean {
	if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') {
		return false;
	}
	if (typeof value !== 'object' || value === null) return true;
	const isData = Array.isArray(value) ? !hasToJson(value) : isJsonObject(value);
	return isData && Object.values(value).every(isPlain);
}

interface Parts {
	paths: string[];
	/** Before, between and behind the paths; missing where the path stands alone and keeps its type. */
	texts?: string[];
}

/** n8n's own signs within texts, and what it might read in another way than it is written. */
const UNUSUAL_TEXT = /\{\{|\}\}|[\\\p{C}\p{Zl}\p{Zp}]/u;

function partsOf(text: string): Parts | undefined {
	const pieces = piecesOf(text);
	const paths = pieces.filter((_, index) => index % 2 === 1).map(optionalPath);
	const texts = pieces.filter((_, index) => index % 2 === 0);
	if (paths.length === 0 || texts.some((piece) => UNUSUAL_TEXT.test(piece))) return undefined;
	if (!paths.every((path) => path !== undefined)) return undefined;
	const isAlone = paths.length === 1 && texts.every((piece) => piece === '');
	return isAlone ? { paths } : { paths, texts };
}

/** By turns what is text, and what stands in braces. A pattern would look for the end anew from every brace. */
function piecesOf(text: string): string[] {
	const pieces: string[] = [];
	let from = 0;
	for (;;) {
		const start = text.indexOf('{{', from);
		const end = start < 0 ? start : text.indexOf('}}', start + 2);
		if (end < 0) return [...pieces, text.slice(from)];
		pieces.push(text.slice(from, start), text.slice(start + 2, end));
		from = end + 2;
	}
}

/** n8n puts nothing in the place of what is missing, and of what is no number (`NaN`). */
function joinText(texts: string[], values: unknown[]): unknown {
	// How an object becomes a text is for n8n to say.
	if (values.some((value) => typeof value === 'object' && value !== null)) return NOT_JOINED;
	const shown = values.map((value) => (value || value === 0 || value === false ? value : ''));
	return texts.map((text, index) => text + String(shown[index] ?? '')).join('');
}

const NOT_JOINED = Symbol('not joined');

const NAME = String.raw`(?:"[\p{L}\p{N}_ .#@&+-]{1,100}"|'[\p{L}\p{N}_ .#@&+-]{1,100}')`;
const PATH = new RegExp(
	String.raw`^\s*(\$json|\$\(${NAME}\)\.item\.json)((?:\.[A-Za-z_]\w*|\[${NAME}\]|\[\d{1,9}\])+)\s*$`,
	'u',
);
const STEP = new RegExp(String.raw`\.[A-Za-z_]\w*|\[${NAME}\]|\[\d{1,9}\]`, 'gu');

/** Names that n8n refuses. */
const REFUSED = /constructor|prototype|__/i;

/** A path, with each of its steps optional. */
function optionalPath(code: string): string | undefined {
	const [, root = '', steps = ''] = PATH.exec(code) ?? [];
	if (root === '' || REFUSED.test(code)) return undefined;
	const optional = (steps.match(STEP) ?? []).map((step) => `?.${step.replace(/^\./, '')}`);
	return root.replace('.item.json', '.item?.json') + optional.join('');
}

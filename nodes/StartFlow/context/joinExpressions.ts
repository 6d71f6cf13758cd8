/** The value of an expression. It may be `undefined`. */
export interface Found {
	value: unknown;
}

const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/.source;
const LITERAL = `(?:${STRING}|-?\\d+(?:\\.\\d+)?|true|false|null|undefined)`;
const NAME = /[$_\p{ID_Start}][$\p{ID_Continue}]*/u.source;

/** A regular expression. It contains no quotes, so whatever is between quotes in an expression is a string. */
const PATTERN_CHARACTER = /[^/[\]\\\n'"]|\\[^\n'"]/.source;
const PATTERN = `/(?!\\*)(?:${PATTERN_CHARACTER}|\\[(?:${PATTERN_CHARACTER})*\\])+/[a-z]*`;

const listOf = (element: string) => `\\s*(?:${element}\\s*(?:,\\s*${element}\\s*)*)?`;
const OBJECT = `\\{${listOf(`${NAME}\\s*:\\s*${LITERAL}`)}\\}`;
const ARGUMENTS = `\\(${listOf(`(?:${LITERAL}|${PATTERN}|${OBJECT})`)}\\)`;

/** Methods that change their object. After them, the other joined expressions would read what they changed. */
const CHANGE_LISTS = /copyWithin|fill|pop|push|reverse|shift|sort|splice|unshift/.source;
const CHANGE_DATES = /set(?!Zone|Locale)[A-Z]\w*/.source;
const CHANGES = `(?:${CHANGE_LISTS}|${CHANGE_DATES})\\s*\\(`;

/** Not `?.[0]`: in an expression with a function of n8n's own, n8n rewrites it wrongly. */
const STEP = `\\s*(?:\\??\\.\\s*(?!${CHANGES})${NAME}(?:\\s*${ARGUMENTS})?|\\[\\s*(?:${STRING}|\\d+)\\s*\\])`;
const ITEM = `\\$\\((${STRING})\\)\\.item\\.json`;
const BEGIN = `(?:\\$json|${ITEM}|\\$now|\\$today|DateTime\\.now\\(\\))`;
const OPERAND = `\\s*!?(?:${LITERAL}|${BEGIN}(?:${STEP})*)\\s*`;
const OPERATOR = /(?:\?\?|\|\||&&|[!=]==?|[<>]=?|[-+*/%?:])/.source;

/** What is joined: values with names, calls and indexes after them, and operators between them. */
const JOINED = new RegExp(`^${OPERAND}(?:${OPERATOR}${OPERAND})*$`, 'u');

/** n8n's versions do not agree on a backslash in text. Text with {{ has an expression without its end. */
const UNCLEAR_TEXT = /\{\{|[\\\u2028\u2029]/;

/**
 * Converts an expression to JavaScript for `joinExpressions`.
 * @param source Begins with `=`.
 * @returns `undefined` for an expression that has to be evaluated alone.
 */
export function toJoinable(source: string): string | undefined {
	const pieces = source.slice(1).split(/\{\{((?:(?!\{\{)[^])*?)\}\}/);
	const isCode = (index: number) => index % 2 === 1;
	const isKnown = (piece: string, index: number) =>
		isCode(index) ? JOINED.test(piece) : !UNCLEAR_TEXT.test(piece);
	if (!pieces.every(isKnown)) return undefined;
	const parts = pieces.map((piece, index) => (isCode(index) ? writeCode(piece) : writeText(piece)));
	const isMixed = pieces.length !== 3 || pieces[0] !== '' || pieces[2] !== '';
	return isMixed ? `join([${parts.join(', ')}])` : parts[1];
}

const STRING_OR_ITEM = new RegExp(`${ITEM}|${STRING}`, 'g');

function writeCode(code: string): string {
	const sharing = code.replace(STRING_OR_ITEM, (match: string, node?: string) =>
		node === undefined ? match : `findItem(${node}).json`,
	);
	return `read(() => (${sharing}))`;
}

/** Writes text as JavaScript. n8n would take }} in it for the end of the expression. */
function writeText(text: string): string {
	return `{ value: ${JSON.stringify(text).replaceAll('}', '\\u007d')} }`;
}

/** Runs within n8n, and uses nothing outside of itself. Alone, n8n turns only a TypeError into `undefined`. */
const read = (run: () => unknown): Found | null => {
	try {
		return { value: run() };
	} catch (error) {
		return (error as Error).name === 'TypeError' ? { value: undefined } : null;
	}
};

/** Runs within n8n, too: joins values and text to one text, as n8n does. */
const join = (parts: Array<Found | null>): Found | null => {
	const known = parts.filter((part) => part !== null);
	const texts = known.map(({ value }) => (value || value === 0 || value === false ? value : ''));
	return known.length < parts.length ? null : { value: texts.join('') };
};

/** Runs within n8n, too: finds each item once, because n8n copies the whole item for each `$('Node').item`. */
const findOnce = (find: (node: string) => unknown, found = new Map<string, unknown>()) => {
	return (node: string) => found.get(node) ?? found.set(node, find(node)).get(node);
};

/**
 * Joins what `toJoinable` gave into one expression, which gives the list of the values. Each evaluation costs n8n about a
 * millisecond, whatever is in it.
 */
export function joinExpressions(joinables: ReadonlyArray<string | undefined>): string {
	const entries = joinables.map((joinable) => joinable ?? 'null').join(', ');
	const programs = `${read}, ${join}, (${findOnce})((node) => $(node).item)`;
	return `{{ ((read, join, findItem) => [${entries}])(${programs}) }}`;
}

/**
 * Parses the value of a joined expression. Without a value, an expression has to be evaluated alone, so that n8n says what is wrong.
 * @param values `undefined` if n8n could not evaluate the whole expression.
 */
export function parseJoinedValues(values: unknown): Array<Found | undefined> {
	const all = Array.isArray(values) ? (values as Array<Found | null>) : [];
	return all.map((one) => (one === null || typeof one.value === 'function' ? undefined : one));
}

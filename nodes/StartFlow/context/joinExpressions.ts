const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/.source;

/** The time to recognize an expression may grow with the square of its length, so a longer one is evaluated alone. */
const MAX_JOINABLE_LENGTH = 2_000;

/**
 * Converts an expression to JavaScript for `joinExpressions`.
 * @param source Begins with `=`.
 * @returns `undefined` for an expression that has to be evaluated alone.
 */
export function toJoinable(source: string): string | undefined {
	if (source.length > MAX_JOINABLE_LENGTH) return undefined;
	const pieces = source.slice(1).split(/\{\{((?:(?!\{\{)[^])*?)\}\}/);
	const isCode = (index: number) => index % 2 === 1;
	const texts = pieces.filter((_, index) => !isCode(index));
	const codes = pieces.filter((_, index) => isCode(index));
	if (!texts.every(isPlainText) || !codes.every(isJoinable)) return undefined;
	const isMixed = codes.length !== 1 || texts.some((text) => text !== '');
	if (!isMixed) return codes.map(writeCode).join('');
	const parts = pieces.map((piece, index) => (isCode(index) ? writeCode(piece) : writeText(piece)));
	return `$$join([${parts.join(', ')}])`;
}

/** n8n's versions do not agree on a backslash in text. Text with {{ has an expression without its end. */
function isPlainText(text: string): boolean {
	return !/\{\{|[\\\u2028\u2029]/.test(text);
}

const STRING_OR_ITEM = new RegExp(`${STRING}|\\$\\((${STRING})\\)\\.item(?![\\w$])`, 'g');

/** n8n copies the whole item for each `$('Node').item`. A joined expression does that once for each node. */
function writeCode(code: string): string {
	const sharing = code.replace(STRING_OR_ITEM, (match: string, node?: string) =>
		node === undefined ? match : `$$item(${node}, () => ${match})`,
	);
	return `$$read(() => (${sharing}))`;
}

/** Writes text as JavaScript. n8n would take }} in it for the end of the expression. */
function writeText(text: string): string {
	return `[${JSON.stringify(text).replaceAll('}', '\\u007d')}]`;
}

/** Gives `[value]`, or `null` after an error. Alone, n8n turns a TypeError into `undefined`. It treats other errors differently. */
const READ = `(run) => {
	try { return [run()]; }
	catch (error) { return error.name === "TypeError" ? [undefined] : null; }
}`;

/** Joins values and text to one text, as n8n does. */
const JOIN = `(parts) => {
	const toShown = ([value]) => value || value === 0 || value === false ? value : "";
	return parts.includes(null) ? null : [parts.map(toShown).join("")];
}`;

/** Finds the item of a node, unless it is found already. */
const ITEM = `((items) => (node, find) => {
	if (!items.has(node)) items.set(node, find());
	return items.get(node);
})(new Map())`;

/**
 * Joins what `toJoinable` gave into one expression, which gives the list of the values. Each evaluation costs n8n about a
 * millisecond, whatever is in it.
 */
export function joinExpressions(joinables: readonly string[]): string {
	const values = `[${joinables.join(', ')}]`;
	return `{{ (($$read, $$join, $$item) => ${values})(${READ}, ${JOIN}, ${ITEM}) }}`;
}

/**
 * Parses the value of a joined expression.
 * @returns `[value]` for each expression. Those without it have to be evaluated alone, so that n8n says what is wrong.
 */
export function parseJoinedValues(values: unknown, count: number): Array<[unknown] | undefined> {
	if (!Array.isArray(values) || values.length !== count) return [];
	return values.map((entry: unknown) => {
		if (!Array.isArray(entry) || entry.length !== 1) return undefined;
		const [value] = entry as [unknown];
		return typeof value === 'function' ? undefined : [value];
	});
}

/**
 * Whether the JavaScript between {{ and }} gives the same value in a joined expression as alone. This is not a parser: it knows
 * what most expressions consist of. Others are evaluated alone, such as those with a comment, a template, a `;` or an assignment.
 */
function isJoinable(code: string): boolean {
	const shape = code.replace(LITERAL, "''");
	const isPlain = ONLY_PLAIN_CHARACTERS.test(shape) && READS_PROPERTY.test(shape);
	return isPlain && areBracketsClosed(shape) && !NOT_JOINED.some((pattern) => pattern.test(shape));
}

/** A regular expression begins only after these characters. After others, a slash divides. */
const BEGINS_PATTERN = /(?<=(?:^|[([{,:?!=<>&|+*%-])\s*\/)(?!\*)/.source;
const PATTERN_CHARACTER = /[^/[\]\\\n'"`]|\\[^\n'"`]/.source;
const PATTERN = `/${BEGINS_PATTERN}(?:${PATTERN_CHARACTER}|\\[(?:${PATTERN_CHARACTER})*\\])+/`;
const LITERAL = new RegExp(`${STRING}|${PATTERN}`, 'g');

const ONLY_PLAIN_CHARACTERS = /^(?:''|[\p{ID_Continue}$\s.,:?!&|*/%+<>=()[\]{}-])*$/u;

/** n8n turns a TypeError into `undefined` only in an expression that reads a property or calls a function. */
const READS_PROPERTY = /(?<![\d.])\.\s*[$_\p{ID_Start}]/u;

/** Methods that change their object. In a joined expression, the others would read what they changed. */
const CHANGE_LISTS = /copyWithin|fill|pop|push|reverse|shift|sort|splice|unshift/.source;
const CHANGE_OBJECTS = /assign|freeze|preventExtensions|seal|set(?!Zone|Locale)[A-Z]\w*/.source;

/** Functions that call another function. */
const CALL_OTHERS = /apply|bind|call|extend|extendOptional/.source;

/** JavaScript's words that mean something else between brackets, or before a slash. */
const KEYWORDS = /async|await|class|delete|function|import|in|instanceof|super|void|yield/.source;

/** Names that begin like those in a joined expression, such as `$$read`. */
const RESERVED = /\$\$\w*/.source;

const WORDS = [CHANGE_LISTS, CHANGE_OBJECTS, CALL_OTHERS, KEYWORDS, RESERVED].join('|');

const NOT_JOINED = [
	new RegExp(`(?<![\\w$])(?:${WORDS})(?![\\w$])`),
	// Comments, shifts, `++` and `--`.
	/\/[/*]|<<|>>|\+\+|--/,
	// An assignment.
	/(?<![=!<>])=(?![=>])/,
	// A call of a function without a name, such as a["sort"]().
	/[\])']\s*(?:\?\.\s*)?\(/,
	// The body of a function.
	/(?:=>|\))\s*\{/,
	// A regular expression that looks like a division.
	/\b(?:new|typeof)\s*\//,
	// n8n rewrites all optional chains if one of the joined expressions uses a function of n8n's own. It does that wrongly for
	// indexes that are not literals, and for optional calls.
	/\?\.\s*[([]/,
	/^(?=[^]*\?\.)[^]*[\w$)\]]\s*\[(?!\s*(?:\d+|'')\s*\])/,
];

const PAIRS = ['()', '[]', '{}'];

function areBracketsClosed(shape: string): boolean {
	const open: string[] = [];
	for (const bracket of shape.replace(/[^()[\]{}]/g, '')) {
		if ('([{'.includes(bracket)) open.push(bracket);
		else if (!PAIRS.includes(`${open.pop()}${bracket}`)) return false;
	}
	return open.length === 0;
}

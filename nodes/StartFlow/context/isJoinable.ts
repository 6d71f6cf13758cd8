/**
 * Whether the JavaScript between {{ and }} gives the same value in a joined expression as alone. This is not a parser: it knows
 * what most expressions consist of. Others are evaluated alone, such as those with a comment, a `;` or an assignment.
 */
export function isJoinable(code: string): boolean {
	const tokens: string[] = code.match(TOKEN) ?? [];
	if (tokens.join('') !== code || !areBracketsClosed(tokens)) return false;
	const words = tokens.filter((token) => token.trim() !== '');
	const shape = words.map((word) => (/^['"]/.test(word) ? "''" : word)).join(' ');
	return READS_PROPERTY.test(shape) && !NOT_JOINED.some((pattern) => pattern.test(shape));
}

export const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/.source;

/** What is before a value. After anything else, a slash divides, and a backtick calls a function. */
const BEFORE_VALUE = /(?<=(?:^|[([{,:?!=<>&|+*%-])\s*)/.source;

/** Without quotes, because n8n takes what is between quotes for a string, also here. */
const TEMPLATE_TEXT = /[^`'"\\$\n\r{}]|\$(?!\{)/.source;
const TEMPLATE_PATH = /\$\{\s*\$\w+(?:\.[A-Za-z_$][\w$]*(?:\(\))?)+\s*\}/.source;
const TEMPLATE = `\`(?:${TEMPLATE_TEXT}|${TEMPLATE_PATH})*\``;

const PATTERN_CHARACTER = /[^/[\]\\\n'"`]|\\[^\n'"`]/.source;
const PATTERN = `/(?!\\*)(?:${PATTERN_CHARACTER}|\\[(?:${PATTERN_CHARACTER})*\\])+/[a-z]*`;

const NAME = /[$_\p{ID_Start}][$\p{ID_Continue}]*/u.source;
const NUMBER = /\d[\w.]*/.source;

/** No comment, no assignment, no `++`, and no arrow function with statements. */
const OPERATOR = [
	/=>(?!\s*\{)|[!=]==?|[<>](?![<>])=?/.source,
	/\+(?!\+)|-(?!-)|\/(?![/*])/.source,
	/\.\.\.|\?\.|[.,:?!&|*%()[\]{}]/.source,
].join('|');

const VALUE = `${STRING}|${BEFORE_VALUE}(?:${TEMPLATE}|${PATTERN})`;
const TOKEN = new RegExp(`${VALUE}|${NAME}|${NUMBER}|${OPERATOR}|\\s+`, 'guy');

/** n8n turns a TypeError into `undefined` only in an expression that reads a property or calls a function. */
const READS_PROPERTY = /(?:^|\s)\??\. [$_\p{ID_Start}]|`[^`]*\$\{/u;

/** Methods that change their object. In a joined expression, the others would read what they changed. */
const CHANGE_LISTS = /copyWithin|fill|pop|push|reverse|shift|sort|splice|unshift/.source;
const CHANGE_OBJECTS = /assign|freeze|preventExtensions|seal|set(?!Zone|Locale)[A-Z]\w*/.source;

/** Functions that call another function. */
const CALL_OTHERS = /apply|bind|call|extend|extendOptional/.source;

/** JavaScript's words that mean something else between brackets, or before a slash. */
const KEYWORDS = /async|await|class|delete|function|import|in|instanceof|super|void|yield/.source;

/** Such as `$$read`, a name in a joined expression. */
const RESERVED = /\$\$\w*/.source;

const WORDS = [CHANGE_LISTS, CHANGE_OBJECTS, CALL_OTHERS, KEYWORDS, RESERVED].join('|');

const NOT_JOINED = [
	new RegExp(`(?<![\\w$])(?:${WORDS})(?![\\w$])`),
	// A call of a function without a name, such as a["sort"]().
	/[\])'`] (?:\?\. )?\(/,
	// The body of a function.
	/\) \{/,
	// A regular expression that looks like a division.
	/\b(?:new|typeof) \//,
	// n8n rewrites all optional chains if one of the joined expressions uses a function of n8n's own. It does that wrongly for
	// indexes that are not literals, and for optional calls.
	/\?\. [([]/,
	/^(?=.*\?\.).*[\w$)\]] \[ (?!(?:\d+|'') \])/,
];

const CLOSING_BRACKETS = new Map([
	['(', ')'],
	['[', ']'],
	['{', '}'],
]);

function areBracketsClosed(tokens: readonly string[]): boolean {
	const expected: string[] = [];
	for (const token of tokens) {
		const closing = CLOSING_BRACKETS.get(token);
		if (closing !== undefined) expected.push(closing);
		else if (/^[)\]}]$/.test(token) && expected.pop() !== token) return false;
	}
	return expected.length === 0;
}

/**
 * Behind the line break when the sign at `at` (`\`, `^` or a backtick) carries the command over to
 * the next line; `undefined` when it does not. Blanks before the line break are a slip of the
 * hand that no shell forgives, and no reason to refuse here.
 */
export function continuedLine(text: string, at: number): number | undefined {
	const lineBreak = afterBlanks(text, at + 1);
	return isLineBreak(text[lineBreak]) ? afterPrompt(text, lineBreak + 1) : undefined;
}

/**
 * Where the command goes on after the line break at `at`; `undefined` when it is over. Documents
 * lose the sign that carries a line over, so that a line which begins like an option belongs to
 * the command, and the very next line also when it begins with a quote or an address.
 */
export function nextLineOfCommand(text: string, at: number): number | undefined {
	WHITE.lastIndex = at;
	const white = WHITE.exec(text)?.[0] ?? '';
	const next = afterPrompt(text, at + white.length);
	const isVeryNext = [...white.slice(0, 80)].filter(isLineBreak).length === 1;
	OPTION.lastIndex = next;
	QUOTE_OR_ADDRESS.lastIndex = next;
	const goesOn = OPTION.test(text) || (isVeryNext && QUOTE_OR_ADDRESS.test(text));
	return goesOn ? next : undefined;
}

/** In documents a line also ends with a vertical tab or one of Unicode's own signs. */
export function isLineBreak(sign = ''): boolean {
	return LINE_BREAK.test(sign);
}

export function endOfLine(text: string, at: number): number {
	const end = text.indexOf('\n', at);
	return end === -1 ? text.length : end;
}

const LINE_BREAK = /[\n\v\f\u0085\u2028\u2029]/;
const WHITE = /[\s\u0085]*/y;
const BLANKS = /[^\S\n\v\f\u2028\u2029]*/y;
const OPTION = /[-–—‐‑−]{1,2}[A-Za-z0-9]/y;
const QUOTE_OR_ADDRESS = /['"“”„‘’‚]|\$'|https?:\/\//iy;

function afterBlanks(text: string, at: number): number {
	BLANKS.lastIndex = at;
	return at + (BLANKS.exec(text)?.[0].length ?? 0);
}

/** Behind the `> ` with which a shell, or a quoted mail, begins each further line. */
function afterPrompt(text: string, at: number): number {
	const start = afterBlanks(text, at);
	return text.startsWith('> ', start) ? start + 2 : start;
}

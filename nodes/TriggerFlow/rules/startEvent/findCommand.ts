/** Where a curl command stands in a pasted text. */
export interface FoundCommand {
	/** Just behind the word `curl`. */
	start: number;
	/** Written `curl.exe`: PowerShell on Windows, where plain `curl` is another program. */
	isExe: boolean;
	/** Written `` `curl … ` ``: the next backtick outside of quotes ends the command. */
	isInBackticks: boolean;
	/** Whether it begins a line and goes on like a command, so that it is no word of a sentence. */
	isCertain: boolean;
}

/**
 * The curl command in a text that may have anything around it: a prompt, a code fence, a sentence
 * that mentions curl as well.
 *
 * The first `curl` that begins a line and is followed by what can follow it wins over one in the
 * middle of a sentence; a `curl` that only begins a line is the last resort.
 */
export function findCommand(text: string, from = 0): FoundCommand | undefined {
	let inSentence: FoundCommand | undefined;
	let bare: FoundCommand | undefined;
	let looked = 0;
	CURL.lastIndex = from;
	for (let match = CURL.exec(text); match && looked < MOST_LOOKS; match = CURL.exec(text)) {
		looked += 1;
		const isLineStart = beginsLine(text, match.index, from);
		const hasArguments = goesOn(text, CURL.lastIndex);
		const found = {
			start: CURL.lastIndex,
			isExe: match[0].includes('.'),
			isInBackticks: text[match.index - 1] === '`',
			isCertain: isLineStart && hasArguments,
		};
		if (found.isCertain) return found;
		if (hasArguments) inSentence ??= found;
		if (isLineStart) bare ??= found;
	}
	return inSentence ?? bare;
}

/** A text that mentions curl more often than this is not searched further: the work is bounded. */
const MOST_LOOKS = 100;

const CURL = /(?<![\w.-])curl(?:\.exe)?(?=["']?(?:\s|[\u200b-\u200d\ufeff]|$))/gi;

/** What can follow the word: an option, a quote, an address, or the end of a line that goes on. */
function goesOn(text: string, end: number): boolean {
	ARGUMENT.lastIndex = end;
	return ARGUMENT.test(text);
}

const ARGUMENT = /["']?[\s\u200b-\u200d\ufeff]+(?:[-–—‐‑−"'“”„‘’‚<{[$\\^`&]|https?:)/iy;

/** Whether there is nothing before the word on its line but a path, a prompt or a list's mark. */
function beginsLine(text: string, start: number, from: number): boolean {
	const before = text.slice(Math.max(from, start - LONGEST_PROMPT), start);
	const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\u2028')) + 1;
	if (lineStart === 0 && start - LONGEST_PROMPT > from) return false;
	const line = before.slice(lineStart);
	const isPath = line.endsWith('/') || line.endsWith('\\');
	const prompt = (isPath ? line.slice(0, lastBlank(line) + 1) : line).trimEnd();
	return prompt === '' || PROMPT_END.test(prompt);
}

const LONGEST_PROMPT = 120;
const PROMPT_END = /(?:[$>#%`'"“‘(&;|*•]|\d[.)]|^-)$/;

function lastBlank(line: string): number {
	return Math.max(line.lastIndexOf(' '), line.lastIndexOf('>'), line.lastIndexOf('`'));
}

/**
 * A text without what was put around all of it on its way: the quotes of a JSON text or of a
 * spreadsheet's cell, the signs of a quoted mail, line numbers.
 */
export function unwrapped(pasted: string): string {
	const text = withoutQuotes(pasted.replace(/\0/g, '').replace(/\r\n?/g, '\n'));
	// Also what a shell writes in front of the further lines of a command.
	return withoutNumbers(text.replace(/(^|\n)[ \t]*>(?:[ \t]?>)*[ \t]?/g, '$1'));
}

/** Within a cell, the quotes of the command are doubled; within JSON, they have a backslash. */
function withoutQuotes(text: string): string {
	const first = text.search(/curl|slug|context/i);
	if (!/"curl/i.test(text.slice(first - 1, first + 4))) return text;
	const fromCell = text.replace(IN_CELL, (_, inner: string) => inner.replaceAll('""', '"'));
	if (fromCell !== text) return fromCell;
	return text.replace(IN_JSON, (whole: string) => {
		try {
			return `\n${String(JSON.parse(whole))}\n`;
		} catch {
			return whole;
		}
	});
}

const IN_CELL = /(?<=^|[\t\n,;])"(curl(?:[^"]|"")*)"(?=[\t\n,;]|$)/gi;
const IN_JSON = /(?<!\\)"curl(?:[^"\\\n]|\\.)*"(?=\s*(?:[,}\]]|$))/gi;

/** Where a line's number is one more than that of the line before, or one less than the next one's. */
function withoutNumbers(text: string): string {
	const lines = text.split('\n');
	const numbers = lines.map((line) => Number(NUMBER.exec(line)?.[1]));
	const isNumbered = (at: number) => numbers[at] === Number(numbers[at - 1]) + 1;
	return lines
		.map((line, at) => (isNumbered(at) || isNumbered(at + 1) ? line.replace(NUMBER, '') : line))
		.join('\n');
}

const NUMBER = /^[ \t]*(\d{1,5})(?:[.:)]| ?\|)?(?:[ \t]|$)/;

/** A page's source with its character references resolved, those that a command can have. */
export function withoutReferences(text: string): string {
	return text
		.replace(/&(?:quot|#0?34|#x22);/gi, '"')
		.replace(/&(?:apos|#0?39|#x27);/gi, "'")
		.replace(/&(?:nbsp|#160|#xa0);/gi, ' ')
		.replace(/&lt;/gi, '<')
		.replace(/&gt;/gi, '>')
		.replace(/&amp;/gi, '&');
}

/** A command in a text. */
export interface FoundCommand {
	/** From behind its name to that of the next one. */
	text: string;
	/** The last 5,000 signs ahead of its name. */
	before: string;
}

/**
 * The commands in a text that may have anything around them: a prompt, a code fence, a sentence that
 * mentions curl as well.
 *
 * @param text With a mark in the place of each body.
 */
export function findCommands(text: string): FoundCommand[] {
	const all = namesIn(text);
	// A comment, where another one has no such sign: alone, it is a prompt.
	const hasOthers = all.some(([, before = '#']) => !before.startsWith('#'));
	const names = hasOthers ? all.filter(([, before]) => !before?.startsWith('#')) : all;
	return names.map(({ 0: name, index }, at) => {
		const before = text.slice(Math.max(0, index - 5_000), index);
		const own = text.slice(index + name.length, names[at + 1]?.index);
		// Written `curl … `, the next backtick ends it.
		return { text: before.endsWith('`') ? own.replace(/`[^]*/, '') : own, before };
	});
}

/** Those that begin a line. Where none does in front of a body, it is one in a sentence. */
function namesIn(text: string): RegExpExecArray[] {
	const parts: RegExpExecArray[][] = [[]];
	for (const found of text.matchAll(NAME)) {
		if (found[0] === '\0') parts.push([]);
		else parts.at(-1)?.push(found);
	}
	return parts.flatMap((names) => {
		const certain = names.filter(([, lineBefore]) => lineBefore !== undefined);
		return certain.length > 0 ? certain : names;
	});
}

/** There is nothing before it on its line but a path, a prompt or a list's mark. */
const BEGINS_LINE =
	/(?:^|[\n\u2028\0$>#%`'"“‘(&;|*•+=]|(?:^|\n)[ \t]{0,20}-|\d[.)]|\bawait|\breturn)[^\S\n]{0,20}(?:[^\s>`]{0,120}[/\\])?/
		.source;
/** What can follow it: an option, a quote, an address, a line that goes on. */
const REST = /["']?(?=[\s\u200b-\u200d\ufeff]+(?:[-–—‐‑−‒―"'“”„‘’‚<{[$\\^`&]|https?:))/.source;
const NAME = new RegExp(
	`\0|(?=curl|i|fetch)(?<![\\w.-])(?<=(${BEGINS_LINE})|)(?:(?:curl(?:\\.exe)?|Invoke-(?:RestMethod|WebRequest)|irm|iwr)${REST}|fetch(?=\\())`,
	'gi',
);

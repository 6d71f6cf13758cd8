/** One of a customer's environments, as the credential stores it. */
export type Environment = 'production' | 'qa';

/** Its name for people. */
export function labelEnvironment(environment: Environment): 'Production' | 'QA' {
	return environment === 'qa' ? 'QA' : 'Production';
}

/** Puts text on one line and cuts it to `length` characters, with an ellipsis. It never cuts a surrogate pair in two. */
export function shorten(text: string, length = 300): string {
	// The slice comes first, because a body may be many megabytes long. It is longer than the result, because blanks are joined.
	const trimmed = text.trimStart();
	const start = trimmed
		.slice(0, length * 4)
		.replace(/[\uD800-\uDBFF]$/, '')
		.replace(/\s+/g, ' ')
		.trim();
	const characters = [...start];
	const isWhole = characters.length <= length && trimmed.length <= length * 4;
	return isWhole ? start : `${characters.slice(0, length - 1).join('')}…`;
}

/** Cuts text to the width of `length` characters, with an ellipsis as wide as three in the middle: both ends tell names apart. */
export function cutMiddle(text: string, length: number): string {
	const characters = [...text];
	if (characters.length <= length) return text;
	const half = Math.floor((length - 3) / 2);
	return `${characters.slice(0, half).join('')}…${characters.slice(-half).join('')}`;
}

/**
 * Replaces < and > in text that n8n's editor shows as HTML: hints and errors. An address such as
 * <ada@example.com> would not be seen there, and after a cut one everything else would be missing.
 */
export function replaceAngleBrackets(text: string): string {
	return text.replaceAll('<', '‹').replaceAll('>', '›');
}

/** Cuts a name in a message to a length with which the message fits into a headline. */
export function shortenName(name: string, length = 40): string {
	return cutMiddle(shorten(name), length);
}

/** Lists the first `maxCount` names, and says how many more there are: "a, b, 3 more". `unnamedCount` counts others, beside `names`. */
export function listFirst(names: readonly string[], maxCount: number, unnamedCount = 0): string {
	const shown = names.slice(0, maxCount);
	const moreCount = names.length - shown.length + unnamedCount;
	if (moreCount > 0) shown.push(`${moreCount} more`);
	return shown.join(', ');
}

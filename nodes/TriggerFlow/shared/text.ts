/**
 * `text` on one line, cut to `length` characters (default 300) with an ellipsis.
 * Never cuts a surrogate pair in two.
 */
export function shorten(text: string, length = 300): string {
	// The slice comes first: a body may be many megabytes long.
	const start = text
		.slice(0, length * 4)
		.replace(/[\uD800-\uDBFF]$/, '')
		.replace(/\s+/g, ' ')
		.trim();
	const characters = [...start];
	const isWhole = characters.length <= length && text.length <= length * 4;
	return isWhole ? start : `${characters.slice(0, length - 1).join('')}…`;
}

/** The first names of many, and how many more there are: "a, b, 3 more". */
export function firstOf(names: readonly string[], most: number): string {
	const more = names.length - most;
	return [...names.slice(0, most), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

const SINGLE_QUOTES = /(?<!\p{L})[‘’‚‛′´]|[‘’‚‛′´](?!\p{L})/gu;
const DOUBLE_QUOTES = /[“”„‟″«»＂]/g;
/** Soft hyphens, zero-width characters and marks of direction. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
const HYPHENS = /[\u2010\u2011]/g;
/** A dash in front of an option. Two lower-case letters make it a long option, as in `—header` for `--header`. */
const LONG_OPTION_DASHES = /(?<=^|\s)-?[‒–—―−]+(?=[a-z]{2})/g;
const OPTION_DASH = /(?<=^|\s)[‒–—―−](?=[A-Za-z])/g;

/**
 * Undoes what mail programs, chats, wikis and word processors change in a curl command: quotes, dashes, blanks, line
 * separators and invisible characters. An apostrophe between letters stays, as in `it’s`.
 */
export function undoTypography(text: string): string {
	return text
		.replace(INVISIBLE, '')
		.replace(/[^\S \t\r\n]|\u0085/g, ' ')
		.replace(SINGLE_QUOTES, "'")
		.replace(DOUBLE_QUOTES, '"')
		.replace(HYPHENS, '-')
		.replace(LONG_OPTION_DASHES, '--')
		.replace(OPTION_DASH, '-');
}

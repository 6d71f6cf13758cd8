/*
 * What is clearly no token. Like all that finds one, it is the source of a regular expression without
 * flags that does not look behind: n8n's editor takes it for its notice, in any browser.
 */

/** A sign of a token; what is none ends it, in a command as in a program or a sentence. */
export const SIGN = /[^\s"'“”‘’`\\,;)^]/.source;
const END = `(?:(?=&)|(?!${SIGN}))`;

/** The letters of a source in either case. */
export function anyCase(source: string): string {
	return source.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** A JSON Web Token, a UUID, or 16 letters and digits that nobody has thought of. */
const MACHINE_MADE =
	/(?:eyJ[\w-]{8}|[\da-fA-F]{8}-[\da-fA-F]{4}-[\da-fA-F]{4}-|(?=[A-Za-z\d]{16})(?:(?:[A-Za-z]{0,99}\d){4}|(?=(?:[A-Za-z]{0,99}\d){2})(?=[A-Z\d]{0,99}[a-z])[a-z\d]{0,99}[A-Z]))/
		.source;

const WORDS = anyCase(
	`a abc access an and api at auth authentication authorization basic bearer change client credential
	credentials customer deleted demo digest dummy empty enter env environment example flow foo for from goes
	here hidden id in insert integration is it jwt key live masked me my name negotiate none null oauth of
	omitted pass passwd password paste personal placeholder platform process prod production put qa redacted
	removed replace sample secret string tbd tenant test text tf that the this to todo token tokens trigger
	undefined user value with your`.replace(/\s+/g, '|'),
);

const CLOSING = /(?:[>}]{1,2}|[\])»`]|&gt;|%3[eE]|%7[dD])/.source;
const INNER = `(?:(?!${CLOSING})[^<]){0,80}`;

/** What stands in a token's place and is clearly none. Whatever is not, is taken for a token. */
export const PLACEHOLDER = [
	`0{6,300}${END}`,
	// Between brackets: <ACCESS_TOKEN>, {{ token }}, $(pass show token).
	`(?:<{1,2}|&lt;|%3[cC]|[$#]?\\{{1,2}|%7[bB]|\\[|\\$?\\(|«|\`)(?!${INNER}?${MACHINE_MADE})${INNER}${CLOSING}${END}`,
	`(?!${SIGN}{0,80}?${MACHINE_MADE})(?:${[
		// A variable: $TOKEN, $env:TOKEN, %TOKEN%, !TOKEN!, @@token@@, __TOKEN__.
		'\\$[A-Za-z_][\\w:.]{0,80}|%[A-Za-z_]\\w{0,80}\\^?%|!\\w{1,80}!|@{1,2}\\w{1,80}@{1,2}|__\\w{1,80}__',
		// A mask that leaves at most four signs, as on a receipt.
		'\\w{0,2}[*•.…xX_-]{3,300}\\w{0,2}|(?:[a-zA-Z]{1,8}[_-]){0,3}[*•.…xX_-]{3,300}\\w{0,4}|\\w{0,4}[*•.…xX_-]{3,300}',
		`(?:(?![A-Za-z\\d])${SIGN}){1,300}`,
		// A name, ACME_API_KEY, or words, also with half of their brackets.
		`[<{[(]{0,2}(?:[A-Z]{1,30}[_-]){1,8}(?:TOKEN|KEY|SECRET|PASSWORD|HERE)[>})\\]]{0,2}`,
		`[*<{[(]{0,2}(?!${anyCase('secret')}${END})(?:(?:${WORDS})[-_.:/]{0,3}){1,10}\\d{0,3}[*>})\\]]{0,2}`,
	].join('|')})${END}`,
].join('|');

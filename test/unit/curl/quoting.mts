/** How shells, browsers and API clients quote text in a curl command. */
export type Quote = (text: string) => string;

export const single: Quote = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Another common way to write an apostrophe: in double quotes. */
export const spliced: Quote = (text) => `'${text.replaceAll("'", `'"'"'`)}'`;

export const double: Quote = (text) => `"${text.replace(/[\\"$`]/g, String.raw`\$&`)}"`;

/** Postman escapes ! and # as well. */
export const postman: Quote = (text) => `"${text.replace(/[\\"`#$!]/g, String.raw`\$&`)}"`;

/** `$'…'` as Chrome writes it. */
export const ansiC: Quote = (text) =>
	`$'${escapeAnsiC(text).replace(/[\0-\x1f\x7f-\x9f!]/g, unicode)}'`;

/** `$'…'` as Firefox writes it. */
export const firefox: Quote = (text) =>
	`$'${escapeAnsiC(text)
		.replaceAll('!', String.raw`\041`)
		.replace(/[\x7f-\xff]/g, (character) => String.raw`\x${character.charCodeAt(0).toString(16)}`)
		.replace(/[\u0100-\uffff]/g, unicode)}'`;

function escapeAnsiC(text: string): string {
	return text.replace(/[\\']/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
}

function unicode(character: string): string {
	return String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** "Copy as cURL (cmd)" of Chrome, Edge and Firefox. */
export const cmd: Quote = (text) => {
	const escaped = text
		.replace(/[\\"]/g, String.raw`\$&`)
		.replace(/[^a-zA-Z0-9\s_:=+~'/.,?;()*`-]/g, '^$&')
		.replace(/%(?=[a-zA-Z0-9_])/g, '%^')
		.replaceAll('\n', '^\n\n');
	return `^"${escaped}^"`;
};

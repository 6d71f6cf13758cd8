/** How shells, browsers and API clients quote text in a curl command. */
export type Quote = (text: string) => string;

export const single: Quote = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Another common way to write an apostrophe: in double quotes. */
export const spliced: Quote = (text) => `'${text.replaceAll("'", `'"'"'`)}'`;

export const double: Quote = (text) => `"${text.replace(/[\\"$`]/g, String.raw`\$&`)}"`;

/** Postman escapes ! and # as well. */
export const postman: Quote = (text) => `"${text.replace(/[\\"`#$!]/g, String.raw`\$&`)}"`;

/** A text as code in Markdown. */
export function code(text: string): string {
	return `\`${text}\``;
}

export function jsonCode(value: unknown): string {
	return code(JSON.stringify(value));
}

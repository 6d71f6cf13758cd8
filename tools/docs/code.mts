/** A string as code in Markdown. */
export function code(text: string): string {
	return `\`${text}\``;
}

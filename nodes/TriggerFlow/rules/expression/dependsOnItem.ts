/**
 * Whether fields, as n8n stores them, may give different values for different items: those of a
 * credential, or options. A text that begins with `=` is an expression. One that names only secrets, variables and the environment is
 * the same for every item; any other is taken to use the item.
 */
export function dependsOnItem(fields: Record<string, unknown>): boolean {
	return Object.values(fields).some(
		(value) => typeof value === 'string' && value.startsWith('=') && usesMoreThanSecrets(value),
	);
}

function usesMoreThanSecrets(expression: string): boolean {
	return /\$(?!(?:secrets|vars|env)\b)/.test(expression);
}

import { UserError } from '../shared/userError';

/** Reads the access token, without a pasted `Bearer `. @throws UserError that does not repeat the token. */
export function parseAccessToken(pasted: unknown): string {
	const text = typeof pasted === 'string' ? pasted.trim() : '';
	const token = text.replace(/^bearer(?:\s+|$)/i, '');
	// A header contains visible ASCII characters (RFC 9110, section 5.5).
	if (/^[\x21-\x7e]+$/.test(token) && !/[<>{}$]/.test(token)) return token;
	const problem =
		token === ''
			? 'is empty'
			: 'contains a space, an unusual character, or a character of a placeholder (< > { } $)';
	throw new UserError(
		`The access token in the credential ${problem}`,
		"Copy the request or the token from the flow's Start Event into the credential.",
	);
}

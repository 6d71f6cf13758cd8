import { NotSentError } from '../errors/failure';

/**
 * The bearer token as it goes on the wire: without surrounding white space and without a pasted
 * leading `Bearer `.
 *
 * Only visible ASCII is let through (RFC 9110, section 5.5), because a line break could end the header
 * and begin a new one. `<`, `>`, `{`, `}` and `$` are the marks of a placeholder.
 *
 * @throws NotSentError that says what to change, without repeating the token.
 */
export function readAccessToken(pasted: unknown): string {
	const text = typeof pasted === 'string' ? pasted.trim() : '';
	const token = text.replace(/^bearer(?:\s+|$)/i, '');
	if (token === '') throw wrongToken('is empty');
	if (/[\s<>{}$]/.test(token)) throw wrongToken('is a placeholder or more than a token');
	if (!/^[\x21-\x7e]+$/.test(token)) throw wrongToken('contains a character that no token has');
	return token;
}

/** The Authorization header that a token makes (RFC 6750, section 2.1). */
export function bearer(accessToken: string): string {
	return `Bearer ${accessToken}`;
}

function wrongToken(problem: string): NotSentError {
	return new NotSentError(
		`The access token in the credential ${problem}`,
		"Copy the request or the token from the flow's Start Event into the credential.",
	);
}

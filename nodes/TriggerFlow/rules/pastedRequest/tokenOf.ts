import { PLACEHOLDER } from '../secrets/placeholders';
import type { FoundCommand } from './findCommands';
import type { Command } from './readCommand';
import { wrong } from './readBody';

/**
 * The token that a command sends in its Authorization header; `undefined` where there is none, or a
 * placeholder.
 *
 * @throws NotSentError for more than one.
 */
export function tokenOf({ other }: Command, { text }: FoundCommand): string | undefined {
	// Windows' command line escapes with a sign that no token has (RFC 6750, section 2.1).
	const exact = other.flatMap((word) => HEADER.exec(word.replaceAll('^', '').trim())?.[1] ?? []);
	// Programs and PowerShell name the header in other ways, and escape in it with a backtick.
	const named = [...text.matchAll(NAMED)].map(([, , token = '']) => token.replace(/`(.)/g, '$1'));
	const found = exact.length > 0 ? exact : named;
	const [token, ...further] = new Set(found.filter((each) => !IS_PLACEHOLDER.test(each)));
	if (further.length > 0) throw wrong('The request has more than one access token');
	return token;
}

const NAMED =
	/authorization["'”’]{0,2}\s{0,3}[=:,]\s{0,3}(["'`])\s{0,3}bearer\s{1,9}((?:(?!\1)\S){1,10000})\1/gi;
/** Of a word without blanks around it: a pattern for these would try each of them as an end. */
const HEADER = /^authorization\s*:\s*(?:bearer\s+)*(\S*)$/i;
/** What a shell would fill in begins with `${`: see `readCommand`. Or the next option, where the quote is lost. */
const IS_PLACEHOLDER = new RegExp(`^(?:${PLACEHOLDER}|--?[A-Za-z][a-z-]*)?$|\\$\\{`);

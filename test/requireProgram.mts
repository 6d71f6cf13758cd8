import { existsSync } from 'node:fs';

import { UserError } from '../tools/userError.mts';

/**
 * The first program of some paths that is there.
 *
 * @param cure What else a person can do, at the end of a sentence.
 * @throws UserError when there is none.
 */
export function requireProgram(
	title: string,
	paths: string[],
	packages: string,
	cure = '',
): string {
	const found = paths.find((path) => existsSync(path));
	if (found !== undefined) return found;
	throw new UserError(
		`${title} is needed, and this machine has none. Install it (on Debian: apt-get install ${packages})${cure}, then run the same command again.`,
	);
}

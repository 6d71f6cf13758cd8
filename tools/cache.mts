import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * A folder in the user's cache, outside the checkout, so that what was installed once serves every
 * checkout. `XDG_CACHE_HOME` moves it.
 */
export function cacheFolder(...path: string[]): string {
	const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
	return join(caches, 'n8n-nodes-start-flow', ...path);
}

import { join } from 'node:path';

import envPaths from 'env-paths';

/** A folder in the user's cache, outside the checkout, so that what was installed once serves every checkout. */
export function cacheFolder(...path: string[]): string {
	return join(envPaths('n8n-nodes-start-flow', { suffix: '' }).cache, ...path);
}

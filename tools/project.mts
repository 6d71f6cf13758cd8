import { fileURLToPath } from 'node:url';

/** The folder of this checkout. */
export const PROJECT = fileURLToPath(new URL('..', import.meta.url));

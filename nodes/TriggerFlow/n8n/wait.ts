import { sleep } from 'n8n-workflow';

import type { Wait } from '../sending/traffic';

/** How long Stop may take to end a wait, in ms. */
const SLICE = 50;

/**
 * n8n's own `sleep`, in slices: not every version of it can be ended early, and fifty waits would
 * be fifty listeners on one abort signal.
 */
export const wait: Wait = async (ms, over) => {
	const end = Date.now() + ms;
	for (let left = ms; left > 0 && !over.aborted; left = end - Date.now()) {
		await sleep(Math.min(left, SLICE));
	}
};

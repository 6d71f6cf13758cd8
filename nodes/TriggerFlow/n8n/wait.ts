import { sleep } from 'n8n-workflow';

import type { Wait } from '../rules/sending/traffic';

/** n8n's own `sleep`, ended early by an abort: not every version brings one that can be. */
export const wait: Wait = async (ms, over) => {
	if (over.aborted) return;
	let stop = () => {};
	const aborted = new Promise<void>((resolve) => {
		stop = resolve;
	});
	over.addEventListener('abort', stop);
	await Promise.race([sleep(ms), aborted]);
	over.removeEventListener('abort', stop);
};

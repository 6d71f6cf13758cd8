import { getEventListeners } from 'node:events';

import { wait } from '../../nodes/TriggerFlow/n8n/wait';

test('fifty waits at once are ended by one abort, and leave no listener on it', async () => {
	const over = new AbortController();
	const waits = Array.from({ length: 50 }, async () => await wait(60_000, over.signal));
	expect(getEventListeners(over.signal, 'abort')).toEqual([]);
	over.abort();
	await Promise.all(waits);
});

test('a wait that is not ended lasts as long as it should', async () => {
	const began = Date.now();
	await wait(120, new AbortController().signal);
	expect(Date.now() - began).toBeGreaterThanOrEqual(119);
});

test('after the abort no wait begins', async () => {
	await wait(60_000, AbortSignal.abort());
});

import { getEventListeners } from 'node:events';

import { wait } from '../../nodes/TriggerFlow/shared/yielding';

afterEach(() => jest.useRealTimers());

test('fifty waits at once are ended by one abort, and leave no listener on it', async () => {
	const over = new AbortController();
	const waits = Array.from({ length: 50 }, async () => await wait(60_000, over.signal));
	expect(getEventListeners(over.signal, 'abort')).toEqual([]);
	over.abort();
	await Promise.all(waits);
	// Nor does one begin after it.
	await wait(60_000, over.signal);
});

test('a wait that is not ended lasts as long as it should', async () => {
	jest.useFakeTimers();
	let isOver = false;
	void wait(120, new AbortController().signal).then(() => (isOver = true));
	await jest.advanceTimersByTimeAsync(119);
	expect(isOver).toBe(false);
	await jest.advanceTimersByTimeAsync(1);
	expect(isOver).toBe(true);
});

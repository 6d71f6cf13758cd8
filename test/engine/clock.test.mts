/** Waits that a run can end, on the clock of this machine. */
import { getEventListeners } from 'node:events';

import { clock } from '../../nodes/StartFlow/n8n/waiting.ts';

/** Longer than a test may take. */
const LONG_MS = 300_000;

afterEach(() => jest.restoreAllMocks());

test('all waits of a run end with it, and one that begins afterwards ends at once', async () => {
	const run = new AbortController();
	const waits = Array.from({ length: 20 }, async () => await clock.wait(LONG_MS, run.signal));
	// Node writes a warning for more than ten.
	expect(getEventListeners(run.signal, 'abort')).toHaveLength(1);
	run.abort();
	await Promise.all(waits);
	await clock.wait(LONG_MS, run.signal);
});

test('a wait that has ended leaves no timer that holds its run', async () => {
	const timers = jest.spyOn(AbortSignal, 'timeout');
	const run = new AbortController();
	const waits = [clock.wait(LONG_MS, run.signal), clock.wait(1, run.signal)];
	await waits[1];
	run.abort();
	await waits[0];
	expect(timers.mock.results.map(({ value }) => (value as AbortSignal).onabort)).toEqual([
		null,
		null,
	]);
});

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long what a person reads may take to become what it should be, in ms. */
const PATIENCE = 20_000;

/**
 * Waits until what is read from the screen is `expected`: n8n fills what it shows bit by bit.
 *
 * @throws AssertionError with the difference when it does not come to that.
 */
export async function shows<T>(read: () => Promise<T>, expected: T): Promise<void> {
	const end = Date.now() + PATIENCE;
	for (;;) {
		try {
			assert.deepEqual(await read(), expected);
			return;
		} catch (error) {
			if (Date.now() > end) throw error;
			await sleep(100);
		}
	}
}

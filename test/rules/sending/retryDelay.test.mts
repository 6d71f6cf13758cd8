import fc from 'fast-check';

import { retryDelay } from '../../../nodes/TriggerFlow/rules/sending/retryDelay';

test.each([
	[0, 500],
	[1, 1000],
	[2, 2000],
	[3, 4000],
	[4, 8000],
	[5, 16_000],
	[6, 30_000],
	[7, 30_000],
	[100, 30_000],
	[1e6, 30_000],
])('after %i retries the wait is anything up to %i ms', (retries, bound) => {
	expect(retryDelay(retries, 0)).toBe(0);
	expect(retryDelay(retries, 0.25)).toBe(bound / 4);
	expect(retryDelay(retries, 0.5)).toBe(bound / 2);
	const almost = retryDelay(retries, 1 - Number.EPSILON / 2);
	expect(almost).toBeLessThan(bound);
	expect(almost).toBeGreaterThan(bound - 1);
});

test.each([
	[0, 0, 7000, 7000],
	[0, 0.5, 100, 250],
	[6, 0.5, 7000, 15_000],
	[6, 0.5, 300_000, 300_000],
	[0, 0.5, 0, 250],
])('after %i retries, with %d and a Retry-After of %i ms, it is %i ms', (...row) => {
	const [retries, random, retryAfter, delay] = row;
	expect(retryDelay(retries, random, retryAfter)).toBe(delay);
});

test('it keeps within its bounds for every retry', () => {
	const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
	fc.assert(
		fc.property(fc.nat(2000), random, fc.nat(300_000), (retries, chance, retryAfter) => {
			const delay = retryDelay(retries, chance, retryAfter);
			expect(delay).toBeGreaterThanOrEqual(retryAfter);
			expect(delay).toBeLessThanOrEqual(Math.max(retryAfter, Math.min(30_000, 500 * 2 ** retries)));
		}),
	);
});

import { computeRetryDelay } from '../../../nodes/StartFlow/outcome/backoff';

test.each([
	[1, 500],
	[2, 1000],
	[4, 4000],
	[7, 30_000],
	[1e6, 30_000],
])('waits after %i attempts for anything up to %i ms', (attempts, bound) => {
	const delays = [0, 0.25, 0.5].map((random) => computeRetryDelay(attempts, random));
	expect(delays).toEqual([0, bound / 4, bound / 2]);
	expect(computeRetryDelay(attempts, 0.5, 7000)).toBe(Math.max(7000, bound / 2));
});

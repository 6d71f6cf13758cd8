import { computeBackoff } from '../../../nodes/StartFlow/send/backoff';

test.each([
	[1, 500],
	[4, 4000],
	[1e6, 30_000],
])('wait %i takes anything up to %i ms', (waitNumber, bound) => {
	const waits = [0, 0.25, 0.5].map((random) => computeBackoff(waitNumber, random));
	expect(waits).toEqual([0, bound / 4, bound / 2]);
});

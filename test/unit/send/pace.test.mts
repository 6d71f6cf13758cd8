import { Pace } from '../../../nodes/StartFlow/send/pace';

/** Measures so many starts in each second, one second after another. */
function createPace(...startCounts: number[]): Pace {
	const pace = new Pace();
	pace.measure(0);
	for (const [second, startCount] of startCounts.entries()) {
		for (let count = 0; count < startCount; count++) pace.countStart(1_000 * second);
		pace.measure(1_000 * (second + 1));
	}
	return pace;
}

/** How long the next start has to wait after one that leaves now. */
function getInterval(pace: Pace, now: number): number {
	pace.nextAt = now;
	pace.countStart(now);
	return pace.nextAt - now;
}

test('starts leave at the rate that was measured, which grows', () => {
	const pace = createPace(8);
	const countSecond = (from: number) => {
		let count = 0;
		for (; pace.nextAt < from + 1_000; count++) pace.countStart(Math.max(from, pace.nextAt));
		return count;
	};
	// Ten a second, and as many at once for the second without starts.
	expect([1_000, 2_000, 3_000, 6_000].map(countSecond)).toEqual([21, 14, 30, 386]);
});

test('starts that were turned away are not measured', () => {
	const pace = createPace();
	for (let count = 0; count < 16; count++) pace.countStart(0);
	for (let count = 0; count < 8; count++) pace.countTurnedAway();
	pace.measure(1_000);
	expect(getInterval(pace, 1_000)).toBe(100);
});

test('the rate falls to half at most, because fewer starts may have left than the service takes', () => {
	expect(getInterval(createPace(80, 2), 2_000)).toBe(20);
});

test('where at most one start left, the next one waits for a whole interval', () => {
	expect(createPace(1).nextAt).toBe(1_800);
});

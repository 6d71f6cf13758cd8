import { Pace } from '../../../nodes/StartFlow/send/pace';

/** Starts leave as soon as they may. @returns How many in the second from then on. */
function countSecond(pace: Pace, from: number): number {
	let count = 0;
	for (; pace.nextAt < from + 1_000; count++) pace.countStart(Math.max(from, pace.nextAt));
	return count;
}

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

test('delays nothing before anything is measured', () => {
	const pace = new Pace();
	for (let count = 0; count < 1_000; count++) pace.countStart(0);
	expect(pace.nextAt).toBeLessThanOrEqual(0);
});

test('lets starts leave at the rate that was measured, which grows', () => {
	const pace = createPace(8);
	// Ten a second, and as many at once for the second without starts.
	expect([1_000, 2_000, 3_000, 6_000].map((from) => countSecond(pace, from))).toEqual([
		21, 14, 30, 386,
	]);
});

test('does not measure starts that were turned away', () => {
	const pace = createPace();
	for (let count = 0; count < 16; count++) pace.countStart(0);
	for (let count = 0; count < 8; count++) pace.countTurnedAway();
	pace.measure(1_000);
	expect(countSecond(pace, 1_000)).toBe(21);
});

test('becomes at most half as fast with a measurement, because fewer starts may have left than the service takes', () => {
	const pace = createPace(80, 2);
	pace.nextAt = 2_000;
	pace.countStart(2_000);
	expect(pace.nextAt).toBe(2_020);
});

test('waits for a whole interval where at most one start left', () => {
	expect(createPace(1).nextAt).toBe(1_800);
});

test.each([
	['forgets the rate after two seconds in which no start was held back', false, 2_001, 0],
	['keeps it until then', false, 2_000, 1],
	['keeps it while starts are held back', true, 10_000, 1],
])('%s', (_what, isHoldingBack, afterMs, delayed) => {
	const pace = createPace(8);
	pace.isHoldingBack = true;
	pace.update(1_000);
	pace.isHoldingBack = isHoldingBack;
	const now = 1_000 + afterMs;
	pace.update(now);
	pace.nextAt = now;
	pace.countStart(now);
	expect(Math.sign(pace.nextAt - now)).toBe(delayed);
});

import type { Load } from '../../../nodes/StartFlow/outcome/table';
import { TurnAways } from '../../../nodes/StartFlow/send/turnAways';

/** A start that is turned away so often, from a time on, beside others of its flow. */
function turnAway(count: number, others: Partial<Record<Load, number>> = {}, firstAt = 0) {
	const turnAways = new TurnAways();
	// Earlier ones do not count.
	for (let number = 0; number < 100; number++) turnAways.see({ load: 'success', number });
	for (let number = 100; number < 100 + count; number++) {
		turnAways.add(number, firstAt + number - 100);
		turnAways.see({ load: 'turnedAway', number });
	}
	for (const [load, otherCount] of Object.entries(others)) {
		for (let number = 0; number < otherCount; number++) {
			turnAways.see({ load: load as Load, number: 1_000 + number });
		}
	}
	return turnAways;
}

test('a start that was turned away three times lets others leave first', () => {
	expect([2, 3].map((count) => turnAway(count).letsOnePass)).toEqual([false, true]);
});

test.each<[string, number, Partial<Record<Load, number>>, boolean]>([
	['five times, while 15 others were taken', 5, { success: 15 }, true],
	['five times, while 14 others were taken', 5, { success: 14 }, false],
	['five times, while 15 others were handled', 5, { handled: 10, flowFailed: 5 }, true],
	['five times, while others perhaps did not reach the service', 5, { noEvidence: 1_000 }, false],
	['four times, while many others were taken', 4, { success: 1_000 }, false],
	['20 times, while half of the others were', 20, { success: 1_000, turnedAway: 1_000 }, true],
	['19 times, while half of the others were', 19, { success: 1_000, turnedAway: 1_000 }, false],
	['50 times, while three of four others were', 50, { success: 1_000, turnedAway: 3_000 }, true],
	['40 times, while three of four others were', 40, { success: 1_000, turnedAway: 3_000 }, false],
	['100 times, as all the others', 100, { turnedAway: 1_000 }, false],
])('whether it seems to be for its own sake: %s', (_what, count, others, isOwn) => {
	expect(turnAway(count, others).seemsOwn).toBe(isOwn);
});

test('a start that is turned away for its own sake is tried for a minute', () => {
	const turnAways = turnAway(5, { success: 100 }, 5_000);
	expect([64_999, 65_000].map((now) => turnAways.isForOwnSake(now))).toEqual([false, true]);
	expect(turnAways.getLastedMs(65_000)).toBe(60_000);
	expect(turnAway(5, { success: 1 }).isForOwnSake(1e9)).toBe(false);
});

test('a start that was never turned away has not lasted', () => {
	expect(turnAway(0, { success: 100 }).getLastedMs(1_000)).toBe(0);
	expect(turnAway(0, { success: 100 }).seemsOwn).toBe(false);
});

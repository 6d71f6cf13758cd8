import type { Load } from '../../../nodes/StartFlow/outcome/table';
import { TurnAways } from '../../../nodes/StartFlow/send/turnAways';

type Counts = Partial<Record<Load, number>>;

/** A start that is turned away so often, first at 5 s, beside others of its flow that leave later. */
function turnAway(count: number, others: Counts = {}) {
	const turnAways = new TurnAways();
	for (let number = 100; number < 100 + count; number++) turnAways.add(number, 4_900 + number);
	// Earlier ones do not count.
	for (let number = 0; number < 100; number++) turnAways.see({ load: 'success', number });
	for (const [load, otherCount] of Object.entries(others) as Array<[Load, number]>) {
		for (let number = 1_000; number < 1_000 + otherCount; number++) turnAways.see({ load, number });
	}
	return turnAways;
}

test('a start that was turned away three times lets others leave first', () => {
	expect([2, 3].map((count) => turnAway(count).place)).toEqual(['first', 'second']);
});

test.each<[what: string, count: number, others: Counts, isOwn: boolean]>([
	['five times, while 15 others were taken', 5, { success: 5, handled: 5, flowFailed: 5 }, true],
	['five times, while 14 others were taken', 5, { success: 14 }, false],
	['five times, while others perhaps did not reach the service', 5, { noEvidence: 99 }, false],
	['five times, while others met a quota', 5, { quota: 99 }, false],
	['four times, while many others were taken', 4, { success: 1_000 }, false],
	['20 times, while half of the others were', 20, { success: 1_000, turnedAway: 1_000 }, true],
	['19 times, while half of the others were', 19, { success: 1_000, turnedAway: 1_000 }, false],
	['50 times, while three of four others were', 50, { success: 1_000, turnedAway: 3_000 }, true],
	['40 times, while three of four others were', 40, { success: 1_000, turnedAway: 3_000 }, false],
	['100 times, as all the others', 100, { turnedAway: 1_000 }, false],
])('a start seems to be turned away for its own sake: %s', (_what, count, others, isOwn) => {
	expect(turnAway(count, others).isHardlyChance).toBe(isOwn);
	const isEnded = [64_999, 65_000].map((now) => turnAway(count, others).isForOwnSake(now));
	expect(isEnded).toEqual([false, isOwn]);
});

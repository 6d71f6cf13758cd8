import { TurnAways } from '../../../nodes/StartFlow/send/turnAways';

/** A start that is turned away so often, first at 5 s, beside others of its flow. */
function turnAway(count: number, takenCount = 0, turnedAwayCount = 0) {
	const flow = { takenCount: 100, turnedAwayCount: 100 };
	const turnAways = new TurnAways(flow);
	for (let attempt = 0; attempt < count; attempt++) {
		if (attempt > 0) flow.turnedAwayCount++;
		turnAways.add(5_000 + attempt);
	}
	flow.takenCount += takenCount;
	flow.turnedAwayCount += turnedAwayCount;
	return turnAways;
}

test('a start that was turned away three times waits for itself, longer each time', () => {
	const waits = [2, 3, 4, 5, 9].map((count) => turnAway(count).computeWait(1, 60_000));
	expect(waits).toEqual([0, 500, 1_000, 2_000, 10_000]);
	expect(turnAway(5, 100).computeWait(1, 60_000)).toBe(60_000);
});

test.each<[what: string, count: number, taken: number, turnedAway: number, isOwn: boolean]>([
	['five times, while 15 others were taken', 5, 15, 0, true],
	['five times, while 14 others were taken', 5, 14, 0, false],
	['four times, while many others were taken', 4, 1_000, 0, false],
	['20 times, while half of the others were', 20, 1_000, 1_000, true],
	['19 times, while half of the others were', 19, 1_000, 1_000, false],
	['50 times, while three of four others were turned away', 50, 1_000, 3_000, true],
	['40 times, while three of four others were turned away', 40, 1_000, 3_000, false],
	['100 times, as all the others', 100, 0, 1_000, false],
])(
	'a start seems to be turned away for its own sake: %s',
	(_what, count, taken, turnedAway, isOwn) => {
		expect(turnAway(count, taken, turnedAway).seemsOwn).toBe(isOwn);
		const isEnded = [64_999, 65_000].map((now) =>
			turnAway(count, taken, turnedAway).isForOwnSake(now),
		);
		expect(isEnded).toEqual([false, isOwn]);
	},
);

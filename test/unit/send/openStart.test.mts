import { KnownServices } from '../../../nodes/StartFlow/send/knownServices';
import { RunRequests } from '../../../nodes/StartFlow/send/runRequests';
import { ready } from './modelService.mts';
import { VirtualClock } from './virtualClock.mts';

interface Others {
	taken?: number;
	turnedAway?: number;
}

/** A start that is turned away so often, first at 5 s, beside others of its flow that leave later. */
function turnAway(count: number, { taken = 0, turnedAway = 0 }: Others) {
	const clock = new VirtualClock();
	const flow = new KnownServices(clock).get(ready('flow'));
	const start = new RunRequests(1, clock).open(flow);
	// Earlier ones, and nine that are in flight beside it, do not count.
	flow.takenCount = 100;
	flow.inFlight = 10;
	for (let attempt = 0; attempt < count; attempt++) start.countTurnedAway(5_000 + attempt);
	flow.takenCount += 9 + taken;
	flow.turnedAwayCount += turnedAway;
	return start;
}

test.each<[what: string, count: number, others: Others, isOwn: boolean]>([
	['five times, while 15 others were taken', 5, { taken: 15 }, true],
	['five times, while 14 others were taken', 5, { taken: 14 }, false],
	['four times, while many others were taken', 4, { taken: 1_000 }, false],
	['20 times, while half of the others were', 20, { taken: 1_000, turnedAway: 1_000 }, true],
	['19 times, while half of the others were', 19, { taken: 1_000, turnedAway: 1_000 }, false],
	['50 times, while a quarter of the others were', 50, { taken: 1_000, turnedAway: 3_000 }, true],
	['40 times, while a quarter of the others were', 40, { taken: 1_000, turnedAway: 3_000 }, false],
	['100 times, as all the others', 100, { turnedAway: 1_000 }, false],
])('a start seems to be turned away for its own sake: %s', (_what, count, others, isOwn) => {
	const start = turnAway(count, others);
	expect(start.isHardlyChance).toBe(isOwn);
	expect([64_999, 65_000].map((now) => start.isForOwnSake(now))).toEqual([false, isOwn]);
});

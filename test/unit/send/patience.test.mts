import { Patience } from '../../../nodes/StartFlow/send/patience';

const PATIENCE_MS = 3 * 60_000;

test('is over after three minutes in which starts were turned away and none was taken', () => {
	const patience = new Patience();
	expect(patience.endsAt).toBe(Infinity);
	for (const at of [10, 1_000, PATIENCE_MS]) patience.countTurnedAway(at);
	expect(patience.endsAt).toBe(PATIENCE_MS + 10);
	const mayWait = [PATIENCE_MS + 9, PATIENCE_MS + 10].map((now) => patience.admit({}, now));
	expect(mayWait).toEqual([true, false]);
});

test('begins anew with each start that was taken, when the next one is turned away', () => {
	const patience = new Patience();
	patience.countTurnedAway(0);
	patience.countTaken(PATIENCE_MS - 1);
	expect(patience.endsAt).toBe(Infinity);
	patience.countTurnedAway(PATIENCE_MS);
	expect(patience.endsAt).toBe(2 * PATIENCE_MS);
});

test('lets at most 100 runs wait, until one of them ends, while nothing was taken lately', () => {
	const patience = new Patience();
	const runs = Array.from({ length: 102 }, () => ({}));
	const admit = (numbers: number[], now = 0) =>
		numbers.map((number) => patience.admit(runs[number] ?? runs, now));
	for (let number = 0; number < 100; number++) expect(admit([number])).toEqual([true]);
	expect(admit([99, 100])).toEqual([true, false]);
	patience.endRun(runs[7] ?? runs);
	expect(admit([100, 101])).toEqual([true, false]);
	patience.countTaken(0);
	expect(admit([101], PATIENCE_MS - 1)).toEqual([true]);
});

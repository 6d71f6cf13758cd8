import { Patience } from '../../../nodes/StartFlow/send/patience';

test('while nothing was taken, at most 100 runs wait, until one of them ends', () => {
	const patience = new Patience();
	const runs = Array.from({ length: 101 }, () => ({}));
	expect(runs.map((run) => patience.admit(run, 0)).lastIndexOf(true)).toBe(99);
	patience.endRun(runs[7] ?? runs);
	expect(patience.admit(runs[100] ?? runs, 0)).toBe(true);
});

import type { Load } from '../../../nodes/StartFlow/outcome/table';
import {
	getRoom,
	openWindow,
	updateWindow,
	type Window,
} from '../../../nodes/StartFlow/send/window';

/** Sends full windows. Each call returns the sizes after each answer. */
class Rounds {
	sent = 0;

	constructor(public window: Window) {}

	/**
	 * @param load What the requests come to.
	 * @param time How long each request takes, in ms.
	 */
	round(
		load: Load | ((index: number) => Load),
		time: (index: number) => number = () => 100,
	): number[] {
		const first = this.sent;
		const room = getRoom(this.window);
		this.sent += room;
		return Array.from({ length: room }, (_, index) => {
			this.window = updateWindow(this.window, {
				load: typeof load === 'string' ? load : load(index),
				requestNumber: first + index,
				sentSoFar: this.sent,
				timeMs: time(index),
			});
			return this.window.size;
		});
	}
}

const always = (size: number, length = size): number[] => Array.from({ length }, () => size);

/** The size after each round of successes with these times. */
function sizes(limit: number, times: Array<number | ((index: number) => number)>): number[] {
	const rounds = new Rounds(openWindow(limit));
	return times.map(
		(time) => rounds.round('success', typeof time === 'number' ? () => time : time).at(-1) ?? NaN,
	);
}

describe('by how long answers take, a window', () => {
	test.each<[string, number[], number[]]>([
		['doubles while they take no longer', [100, 100, 100, 100, 100], [20, 40, 80, 160, 200]],
		['doubles while they take hardly longer', [100, 139, 139, 100], [20, 40, 80, 160]],
		['halves when they take longer', [100, 100, 200], [20, 40, 20]],
		[
			'takes the longer time as normal when halving does not help',
			[100, 100, 200, 200, 200],
			[20, 40, 20, 40, 80],
		],
		['halves again when halving has helped', [100, 100, 200, 100, 200], [20, 40, 20, 40, 20]],
		['never halves below its first size', [100, 900, 1900], [20, 10, 10]],
		['ignores differences below 10 ms', [0, 9, 1, 13, 10], [20, 40, 80, 160, 200]],
		['compares with the best of all rounds', [300, 100, 130, 170], [20, 40, 80, 40]],
	])('%s', (_what, times, expected) => {
		expect(sizes(200, times)).toEqual(expected);
	});

	test('reacts when half of the answers take longer, but not when a few take very long', () => {
		const someLong = (index: number) => (index % 5 < 2 ? 60_000 : 100);
		expect(sizes(200, [100, (index) => (index % 2 === 0 ? 140 : 100)])).toEqual([20, 10]);
		expect(sizes(200, [100, someLong, someLong, someLong])).toEqual([20, 40, 80, 160]);
	});
});

describe('a window', () => {
	test('doubles as soon as half of it, and ten at least, has been answered', () => {
		const rounds = new Rounds(openWindow(1000));
		expect(rounds.round('success')).toEqual([...always(10, 9), 20]);
		expect(rounds.round('success')).toEqual([...always(20, 9), ...always(40, 11)]);
	});

	/** Sends full rounds in which every so many starts fail, and gives the size after each. */
	const sizesWith = (rounds: Rounds, everySoMany: number, count: number) =>
		Array.from({ length: count }, () =>
			rounds.round((index) => (index % everySoMany === 0 ? 'flowFailed' : 'success')).at(-1),
		);

	test.each([20, 4])('does not mind when one flow in %i fails', (everySoMany) => {
		const rounds = new Rounds(openWindow(500));
		expect(sizesWith(rounds, everySoMany, 6)).toEqual([20, 40, 80, 160, 320, 500]);
	});

	test('halves when more than a quarter of a round fails, and then grows by one', () => {
		const rounds = new Rounds({ ...openWindow(500), size: 200 });
		expect(sizesWith(rounds, 2, 1)).toEqual([100]);
		expect(rounds.round('success').at(-1)).toBe(101);
		expect(rounds.round('success').at(-1)).toBe(102);
		expect(sizesWith(rounds, 2, 1)).toEqual([51]);
		expect(rounds.round('success').at(-1)).toBe(52);
	});

	test('counts no failures that only come back sooner than the successes before them', () => {
		let window: Window = { ...openWindow(500), size: 200 };
		for (let requestNumber = 100; requestNumber < 200; requestNumber++) {
			const failed = { load: 'flowFailed', requestNumber, sentSoFar: 200, timeMs: 1 } as const;
			window = updateWindow(window, failed);
		}
		expect(window.size).toBe(200);
	});

	test('doubles again where two halvings in a row did not help: the service was down', () => {
		const rounds = new Rounds({ ...openWindow(500), size: 200 });
		expect(sizesWith(rounds, 1, 2)).toEqual([100, 50]);
		expect(rounds.round('success').at(-1)).toBe(100);
		expect(rounds.round('success').at(-1)).toBe(200);
	});
});

test('what a previous run found out is where the next one begins', () => {
	const previous: Window = { ...openWindow(500), size: 160, slowStartLimit: 90, normalMs: 100 };
	expect(openWindow(300, { ...previous, hasNews: true, hasJustFailed: true })).toEqual({
		...previous,
		concurrency: 300,
	});
});

test('a run that is short, or whose Concurrency is lower, finds out nothing', () => {
	const previous: Window = { ...openWindow(500), size: 160, normalMs: 100 };
	const ended = { load: 'success', requestNumber: 0, sentSoFar: 1, timeMs: 5 } as const;
	expect(updateWindow(openWindow(500, previous), ended).hasNews).toBe(false);
	const rounds = new Rounds(openWindow(5, previous));
	for (let count = 0; count < 9; count++) rounds.round('success', () => 20);
	for (let count = 0; count < 9; count++) rounds.round('flowFailed');
	expect(rounds.window.hasNews).toBe(false);
});

import type { Load } from '../../../nodes/StartFlow/outcome/table';
import { Window } from '../../../nodes/StartFlow/send/window';

/**
 * Sends a full window, and returns the sizes after each answer.
 * @param load What the requests come to.
 * @param time How long each request takes, in ms.
 */
function playRound(
	window: Window,
	load: Load | ((index: number) => Load),
	time: (index: number) => number = () => 100,
): number[] {
	const numbers = Array.from({ length: window.size }, () => window.countSent());
	return numbers.map((number, index) => {
		window.learn(typeof load === 'string' ? load : load(index), number, time(index));
		return window.size;
	});
}

/** A window that has grown to 160. */
function growWindow(concurrency: number): Window {
	const window = new Window(concurrency);
	for (let count = 0; count < 4; count++) playRound(window, 'success');
	return window;
}

const always = (size: number, length = size): number[] => Array.from({ length }, () => size);

/** The size after each round of successes with these times. */
function sizes(limit: number, times: Array<number | ((index: number) => number)>): number[] {
	const window = new Window(limit);
	return times.map((time) => {
		playRound(window, 'success', typeof time === 'number' ? () => time : time);
		return window.size;
	});
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
		const window = new Window(1000);
		expect(playRound(window, 'success')).toEqual([...always(10, 9), 20]);
		expect(playRound(window, 'success')).toEqual([...always(20, 9), ...always(40, 11)]);
	});

	/** Sends full rounds in which every so many starts fail, and gives the size after each. */
	const sizesWith = (window: Window, everySoMany: number, count: number) =>
		Array.from({ length: count }, () => {
			playRound(window, (index) => (index % everySoMany === 0 ? 'flowFailed' : 'success'));
			return window.size;
		});

	test.each([20, 4])('does not mind when one flow in %i fails', (everySoMany) => {
		const window = new Window(500);
		expect(sizesWith(window, everySoMany, 6)).toEqual([20, 40, 80, 160, 320, 500]);
	});

	test('halves when more than a quarter of a round fails, and then grows by one', () => {
		const window = growWindow(500);
		expect(sizesWith(window, 2, 1)).toEqual([80]);
		expect(sizesWith(window, 100, 2)).toEqual([81, 82]);
		expect(sizesWith(window, 2, 1)).toEqual([41]);
		expect(sizesWith(window, 100, 1)).toEqual([42]);
	});

	test('counts no failures that only come back sooner than the successes before them', () => {
		const window = growWindow(500);
		const numbers = Array.from({ length: 160 }, () => window.countSent());
		for (const number of numbers.slice(80)) window.learn('flowFailed', number, 1);
		expect(window.size).toBe(160);
	});

	test('doubles again where two halvings in a row did not help: the service was down', () => {
		const window = growWindow(500);
		expect(sizesWith(window, 1, 2)).toEqual([80, 40]);
		expect(sizesWith(window, 100, 2)).toEqual([80, 160]);
	});
});

test('what a previous run found out is where the next one begins', () => {
	const window = growWindow(500);
	playRound(window, 'flowFailed');
	const next = new Window(300, window);
	expect([next.size, next.hasNews]).toEqual([80, false]);
	// It remembers that 160 were too many, and how long an answer takes. It ignores the first round.
	playRound(next, 'success');
	expect(next.size).toBe(80);
	playRound(next, 'success');
	expect(next.size).toBe(81);
	playRound(next, 'success', () => 140);
	expect(next.size).toBe(40);
});

test('a run that is short, or whose Concurrency is lower, finds out nothing', () => {
	const previous = growWindow(500);
	const short = new Window(500, previous);
	short.learn('success', short.countSent(), 5);
	expect(short.hasNews).toBe(false);
	const narrow = new Window(5, previous);
	for (let count = 0; count < 9; count++) playRound(narrow, 'success', () => 20);
	for (let count = 0; count < 9; count++) playRound(narrow, 'flowFailed');
	expect(narrow.hasNews).toBe(false);
});

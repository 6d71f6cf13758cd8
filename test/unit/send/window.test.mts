import fc from 'fast-check';

import {
	updateWindow,
	openWindow,
	type Load,
	type Window,
} from '../../../nodes/TriggerFlow/send/window';
import { WindowMemory } from '../../../nodes/TriggerFlow/send/windowMemory';

/** Sends full windows. Each call returns the sizes after each answer. */
class Rounds {
	sent = 0;

	constructor(public window: Window) {}

	/** @param time How long each request takes, in ms. */
	round(load: Load, time: (index: number) => number = () => 100): number[] {
		const first = this.sent;
		const { size } = this.window;
		this.sent += size;
		return Array.from({ length: size }, (_, index) => {
			const requestNumber = first + index;
			const ended = { load, requestNumber, sentSoFar: this.sent, timeMs: time(index) };
			this.window = updateWindow(this.window, ended);
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
		['doubles while they take hardly longer', [100, 149, 149, 100], [20, 40, 80, 160]],
		['stays when they take longer', [100, 150], [20, 20]],
		['halves when the next round takes longer, too', [100, 100, 200, 200], [20, 40, 40, 20]],
		[
			'accepts the longer time as normal when halving does not help',
			[100, 100, 200, 200, 151, 200],
			[20, 40, 40, 20, 40, 80],
		],
		['never halves below its first size', [100, 900, 900, 900], [20, 20, 10, 20]],
		['ignores differences below 10 ms', [0, 9, 1, 14, 10], [20, 40, 80, 160, 200]],
		['remembers the best of all rounds', [300, 100, 200, 200], [20, 40, 40, 20]],
	])('%s', (_what, times, expected) => {
		expect(sizes(200, times)).toEqual(expected);
	});

	test('reacts when half of the answers take longer, but not when a few take very long', () => {
		const someLong = (index: number) => (index % 5 < 2 ? 60_000 : 100);
		expect(sizes(200, [100, (index) => (index % 2 === 0 ? 150 : 100)])).toEqual([20, 20]);
		expect(sizes(200, [100, someLong, someLong, someLong])).toEqual([20, 40, 80, 160]);
	});
});

describe('a window', () => {
	test('doubles as soon as half of it, and ten at least, has been answered', () => {
		const rounds = new Rounds(openWindow(1000));
		expect(rounds.round('success')).toEqual([...always(10, 9), 20]);
		expect(rounds.round('success')).toEqual([...always(20, 9), ...always(40, 11)]);
	});

	test('halves once for all requests of an overloaded round', () => {
		const rounds = new Rounds(openWindow(100));
		rounds.round('success');
		expect(rounds.round('tooMuch')).toEqual(always(10, 20));
		const further = [1, 2, 3, 4].map(() => rounds.round('tooMuch').at(-1));
		expect(further).toEqual([5, 2, 1, 1]);
	});

	test('grows by one with each full round, once the service has been overloaded', () => {
		const rounds = new Rounds({ ...openWindow(100), size: 5 });
		rounds.round('tooMuch');
		expect(rounds.round('success')).toEqual([2, 3]);
		expect(rounds.round('success')).toEqual([3, 3, 4]);
		rounds.round('neutral');
		expect(rounds.window.size).toBe(4);
	});

	test('stays between 1 and its limit whatever the answers', () => {
		const load = fc.constantFrom<Load>(
			'success',
			'success',
			'success',
			'tooMuch',
			'flowFailed',
			'neutral',
		);
		const time = fc.oneof(fc.constantFrom(0, 100, 200, 400), fc.nat(5000), fc.constant(-3600e3));
		const answers = fc.array(fc.tuple(load, fc.nat(30), time), { maxLength: 200 });
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 70 }), answers, (limit, all) => {
				let window = openWindow(limit);
				for (const [index, [load, back, timeMs]] of all.entries()) {
					const before = window;
					const requestNumber = Math.max(0, index - back);
					const ended = { load, requestNumber, sentSoFar: index + 1, timeMs };
					window = updateWindow(window, ended);
					expect(Number.isInteger(window.size)).toBe(true);
					expect(window.size).toBeGreaterThanOrEqual(1);
					expect(window.size).toBeLessThanOrEqual(Math.min(limit, 2 * before.size));
					expect(window.timesMs.length).toBeLessThanOrEqual(limit);
				}
			}),
		);
	});
});

describe('the windows of previous runs', () => {
	const MINUTES = 60_000;
	const A = 'https://a.example.com/';

	test('are remembered by address for ten minutes, and never above the limit', () => {
		const windows = new WindowMemory();
		windows.keep(A, { ...openWindow(500), size: 160, bestMedianMs: 100 }, 0);
		expect(windows.open(A, 500, 10 * MINUTES - 1)).toMatchObject({ size: 160, bestMedianMs: 100 });
		expect(windows.open(A, 50, 0).size).toBe(50);
		expect(windows.open('https://b.example.com/', 500, 0)).toEqual(openWindow(500));
		expect(windows.open(A, 500, 10 * MINUTES)).toEqual(openWindow(500));
	});

	test('begin below the size that was too much', () => {
		const windows = new WindowMemory();
		windows.keep(A, { ...openWindow(500), size: 20, isCareful: true }, 0);
		expect(windows.open(A, 500, 0)).toMatchObject({ size: 15, isCareful: true });
	});
});

import fc from 'fast-check';

import {
	updateWindow,
	countSlots,
	openWindow,
	type Load,
	type Window,
} from '../../../nodes/StartFlow/send/window';
import { WindowMemory } from '../../../nodes/StartFlow/send/windowMemory';

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
		const slots = countSlots(this.window);
		this.sent += slots;
		return Array.from({ length: slots }, (_, index) => {
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

	test('doubles again once a whole round above the size that was too much has gone well', () => {
		const rounds = new Rounds({ ...openWindow(100), size: 6 });
		rounds.round('tooMuch');
		const sizes = Array.from({ length: 6 }, () => rounds.round('success').at(-1));
		expect(sizes).toEqual([4, 5, 6, 7, 8, 16]);
	});

	test('doubles again where two halvings in a row did not help: the service was down', () => {
		const rounds = new Rounds({ ...openWindow(100), size: 40 });
		expect(rounds.round('tooMuch').at(-1)).toBe(20);
		expect(rounds.round('tooMuch').at(-1)).toBe(10);
		expect(rounds.round('success').at(-1)).toBe(20);
		expect(rounds.round('success').at(-1)).toBe(40);
	});

	/** Sends full rounds in which every so many starts fail, and gives the size after each. */
	const sizesWith = (rounds: Rounds, everySoMany: number, count: number) =>
		Array.from({ length: count }, () =>
			rounds.round((index) => (index % everySoMany === 0 ? 'flowFailed' : 'success')).at(-1),
		);

	test.each([100, 20, 10, 5, 4])('does not mind when one flow in %i fails', (everySoMany) => {
		const rounds = new Rounds(openWindow(500));
		expect(sizesWith(rounds, everySoMany, 6)).toEqual([20, 40, 80, 160, 320, 500]);
	});

	test('halves when more than a quarter of a round fails, and grows by one when it does so again', () => {
		const rounds = new Rounds({ ...openWindow(500), size: 200 });
		expect(sizesWith(rounds, 2, 1)).toEqual([100]);
		expect(rounds.round('success').at(-1)).toBe(200);
		expect(sizesWith(rounds, 2, 1)).toEqual([100]);
		expect(rounds.round('success').at(-1)).toBe(101);
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
					expect(countSlots(window)).toBeGreaterThanOrEqual(1);
					expect(countSlots(window)).toBeLessThanOrEqual(limit);
					expect(window.size).toBeLessThanOrEqual(2 * before.size);
					expect(window.bestMedianMs).toBeGreaterThan(0);
					expect(window.timesMs.length).toBeLessThanOrEqual(limit);
				}
			}),
		);
	});
});

describe('what previous runs found out', () => {
	const MINUTES = 60_000;
	const FLOW = 'https://a.example.com/ order-1';
	const news: Window = { ...openWindow(500), size: 160, bestMedianMs: 100, hasNews: true };

	const after = (...windows: Window[]) => {
		const memory = new WindowMemory();
		for (const window of windows) memory.keep(FLOW, window, 0);
		return memory;
	};

	test('is known for ten minutes, by address and flow', () => {
		const memory = after(news);
		expect(memory.open(FLOW, 500, 10 * MINUTES - 1)).toMatchObject({
			size: 160,
			bestMedianMs: 100,
		});
		expect(memory.open('https://a.example.com/ order-2', 500, 0)).toEqual(openWindow(500));
		expect(memory.open(FLOW, 500, 10 * MINUTES)).toEqual(openWindow(500));
	});

	test('lets a run begin at the smaller of its size and half of the size that was too much', () => {
		const memory = after({ ...news, size: 20, slowStartLimit: 15 });
		expect(memory.open(FLOW, 500, 0)).toMatchObject({ size: 15, slowStartLimit: 15 });
	});

	test('does not change with a run that is short', () => {
		const memory = after(news);
		const short = updateWindow(memory.open(FLOW, 500, 0), {
			load: 'success',
			requestNumber: 0,
			sentSoFar: 1,
			timeMs: 5,
		});
		memory.keep(FLOW, short, 0);
		expect(memory.open(FLOW, 500, 0)).toMatchObject({ size: 160, bestMedianMs: 100 });
	});

	test('does not change with a lower Concurrency, unless that is too much as well', () => {
		const memory = after(news);
		const rounds = new Rounds(memory.open(FLOW, 5, 0));
		expect(countSlots(rounds.window)).toBe(5);
		for (let count = 0; count < 9; count++) rounds.round('success', () => 20);
		memory.keep(FLOW, rounds.window, 0);
		expect(memory.open(FLOW, 500, 0)).toMatchObject({ size: 160, bestMedianMs: 100 });
		rounds.round('tooMuch');
		memory.keep(FLOW, rounds.window, 0);
		expect(memory.open(FLOW, 500, 0).size).toBe(2);
	});
});

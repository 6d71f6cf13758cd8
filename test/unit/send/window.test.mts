import fc from 'fast-check';

import type { Attempt } from '../../nodes/TriggerFlow/http/attempt';
import {
	afterAnswer,
	loadOf,
	openWindow,
	type Load,
	type Window,
} from '../../nodes/TriggerFlow/send/window';
import { answered, broken } from './modelService.mts';

describe('a window opens', () => {
	test.each([
		[1, 1, 1],
		[2, 2, 2],
		[9, 9, 9],
		[10, 10, 10],
		[11, 10, 11],
		[200, 10, 200],
		[1e9, 10, 1e9],
		[Infinity, 10, Infinity],
	])('with the limit %d: %d of at most %d', (limit, size, most) => {
		expect(openWindow(limit)).toMatchObject({ size, limit: most });
	});
});

/** Sends a full window and has every request answered, the sizes after each answer. */
class Rounds {
	sent = 0;

	constructor(public window: Window) {}

	/** @param time How long each of them takes, in ms. */
	round(loads: (index: number) => Load, time: (index: number) => number = () => 100): number[] {
		const first = this.sent;
		const size = this.window.size;
		this.sent += size;
		return Array.from({ length: size }, (_, index) => {
			const number = first + index;
			const sample = { load: loads(index), number, sent: this.sent, time: time(index) };
			this.window = afterAnswer(this.window, sample);
			return this.window.size;
		});
	}
}

const all = (load: Load) => () => load;

const always = (size: number, length = size): number[] => Array.from({ length }, () => size);

/** The size after each round of successes that take so long. */
function sizes(limit: number, times: Array<number | ((index: number) => number)>): number[] {
	const rounds = new Rounds(openWindow(limit));
	return times.map(
		(time) =>
			rounds.round(all('success'), typeof time === 'number' ? () => time : time).at(-1) ?? NaN,
	);
}

describe('by how long answers take, a window', () => {
	test.each<[string, number[], number[]]>([
		[
			'doubles while they take no longer',
			[100, 100, 100, 100, 100, 100],
			[20, 40, 80, 160, 200, 200],
		],
		['doubles while they take hardly longer', [100, 149, 149, 100], [20, 40, 80, 160]],
		['doubles while they take less', [100, 90, 50, 40], [20, 40, 80, 160]],
		['stays when they take longer', [100, 150], [20, 20]],
		['grows on when that was one round', [100, 200, 100, 100], [20, 20, 40, 80]],
		['halves when the next round takes longer, too', [100, 100, 200, 200], [20, 40, 40, 20]],
		['grows again when halving has helped', [100, 100, 200, 200, 100], [20, 40, 40, 20, 40]],
		[
			'stays and halves again when it has helped, and not enough',
			[100, 100, 100, 400, 400, 200, 200],
			[20, 40, 80, 80, 40, 40, 20],
		],
		[
			'takes what they take for usual when halving does not help',
			[100, 100, 200, 200, 151, 200],
			[20, 40, 40, 20, 40, 80],
		],
		['… and only then', [100, 100, 200, 200, 150], [20, 40, 40, 20, 20]],
		['never halves below what it began with', [100, 900, 900, 900], [20, 20, 10, 20]],
		['… nor stays there', [100, 100, 900, 900, 500, 500, 500], [20, 40, 40, 20, 20, 10, 20]],
		['knows no difference below 10 ms', [0, 9, 1, 14, 10], [20, 40, 80, 160, 200]],
		['knows the best of all rounds', [300, 100, 200, 200], [20, 40, 40, 20]],
	])('%s', (_what, times, expected) => {
		expect(sizes(200, times)).toEqual(expected);
	});

	test('halves to a whole number', () => {
		expect(sizes(25, [100, 100, 200, 200])).toEqual([20, 25, 25, 12]);
	});

	test('minds when half of them take longer', () => {
		expect(sizes(200, [100, (index) => (index % 2 === 0 ? 150 : 100)])).toEqual([20, 20]);
	});

	test('does not mind some that take very long', () => {
		const someLong = (index: number) => (index % 5 < 2 ? 60_000 : 100);
		expect(sizes(200, [100, someLong, someLong, someLong])).toEqual([20, 40, 80, 160]);
	});

	test('does not mind those that were sent with another size', () => {
		const window = { ...openWindow(200), size: 40, since: 50, best: 100 };
		const sample = { load: 'success', number: 49, sent: 60, time: 9000 } as const;
		expect(afterAnswer(window, sample)).toBe(window);
		expect(afterAnswer(window, { ...sample, number: 50 }).times).toEqual([9000]);
	});

	test('does not mind how long it takes to turn a start away', () => {
		const rounds = new Rounds(openWindow(200));
		rounds.round(all('success'));
		for (const load of ['neutral', 'overload'] as const) rounds.round(all(load), () => 10);
		expect(rounds.window).toMatchObject({ best: 100, times: [] });
	});

	test('of an overloaded service stays and halves as well', () => {
		const rounds = new Rounds({ ...openWindow(200), size: 80 });
		rounds.round(all('overload'));
		const next = (time: number) => rounds.round(all('success'), () => time).at(-1);
		expect([100, 100, 300, 300, 100].map(next)).toEqual([41, 42, 42, 21, 22]);
		next(300);
		rounds.round(all('overload'));
		expect([300, 300].map(next)).toEqual([11, 10]);
	});
});

describe('a window', () => {
	test('doubles as soon as half of it, and ten at least, has been answered', () => {
		const rounds = new Rounds(openWindow(1000));
		expect(rounds.round(all('success'))).toEqual([...always(10, 9), 20]);
		expect(rounds.round(all('success'))).toEqual([...always(20, 9), ...always(40, 11)]);
		expect(rounds.round(all('success'))).toEqual([...always(40, 19), ...always(80, 21)]);
	});

	test('never grows above its limit', () => {
		const rounds = new Rounds(openWindow(13));
		expect(rounds.round(all('success'))).toEqual([...always(10, 9), 13]);
		expect(rounds.round(all('success'))).toEqual(always(13));
	});

	test('halves once for all requests of one round', () => {
		const rounds = new Rounds(openWindow(100));
		rounds.round(all('success'));
		expect(rounds.round(all('overload'))).toEqual(always(10, 20));
		expect(rounds.round(all('overload')).at(-1)).toBe(5);
		expect(rounds.round(all('overload')).at(-1)).toBe(2);
		expect(rounds.round(all('overload')).at(-1)).toBe(1);
		expect(rounds.round(all('overload')).at(-1)).toBe(1);
	});

	test('grows by one with each full round, once the service has been overloaded', () => {
		const rounds = new Rounds({ ...openWindow(100), size: 5 });
		rounds.round(all('overload'));
		expect(rounds.round(all('success'))).toEqual([2, 3]);
		expect(rounds.round(all('success'))).toEqual([3, 3, 4]);
		expect(rounds.round(all('success'))).toEqual([4, 4, 4, 5]);
	});

	test('starts its round anew when it halves', () => {
		const rounds = new Rounds({ ...openWindow(100), size: 10 });
		rounds.round(all('overload'));
		expect(rounds.window.size).toBe(5);
		// Four of the five that it takes to grow.
		expect(rounds.round((index) => (index === 4 ? 'overload' : 'success'))).toEqual([
			5, 5, 5, 5, 2,
		]);
		expect(rounds.round(all('success'))).toEqual([2, 3]);
	});

	test('halves for a request that was sent right after the last halving, and for none before', () => {
		const overload = { load: 'overload', time: 100 } as const;
		const window = { ...openWindow(100), size: 40, since: 10 };
		const halved = afterAnswer(window, { ...overload, number: 3, sent: 17 });
		expect(halved.size).toBe(20);
		expect(afterAnswer(halved, { ...overload, number: 16, sent: 30 }).size).toBe(20);
		expect(afterAnswer(halved, { ...overload, number: 17, sent: 30 }).size).toBe(10);
	});

	test.each([
		[2, 1],
		[3, 1],
		[5, 2],
		[50, 25],
	])('of %i halves to %i', (size, half) => {
		const overload = { load: 'overload', number: 0, sent: 1, time: 100 } as const;
		expect(afterAnswer({ ...openWindow(100), size }, overload).size).toBe(half);
	});

	test('is left as it is by what says nothing about the load', () => {
		const rounds = new Rounds(openWindow(100));
		rounds.round(all('overload'));
		const before = rounds.window;
		rounds.round(all('neutral'));
		expect(rounds.window).toEqual(before);
	});

	test('is never changed itself', () => {
		const window = Object.freeze(openWindow(100));
		Object.freeze(window.times);
		const success = { load: 'success', number: 0, sent: 5, time: 100 } as const;
		expect(afterAnswer(window, success)).toMatchObject({ times: [100] });
		expect(afterAnswer(window, { ...success, load: 'overload' })).toMatchObject({ size: 5 });
		expect(window).toEqual(openWindow(100));
	});

	test('stays between 1 and its limit whatever the answers', () => {
		const load = fc.constantFrom<Load>('success', 'success', 'success', 'overload', 'neutral');
		const time = fc.oneof(fc.constantFrom(0, 100, 200, 400), fc.nat(5000), fc.constant(-3600e3));
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 70 }),
				fc.array(fc.tuple(load, fc.nat(30), time), { maxLength: 200 }),
				(limit, answers) => {
					let window = openWindow(limit);
					for (const [index, [given, back, taken]] of answers.entries()) {
						const before = window;
						const [number, sent] = [Math.max(0, index - back), index + 1];
						window = afterAnswer(window, { load: given, number, sent, time: taken });
						expect(Number.isInteger(window.size)).toBe(true);
						expect(window.size).toBeGreaterThanOrEqual(1);
						expect(window.size).toBeLessThanOrEqual(limit);
						expect(window.size).toBeLessThanOrEqual(2 * before.size);
						expect(window.limit).toBe(before.limit);
						expect(window.times.length).toBeLessThanOrEqual(limit);
						if (given === 'overload') continue;
						// By time alone, nothing becomes less than a run begins with.
						expect(window.size).toBeGreaterThanOrEqual(Math.min(10, before.size));
					}
				},
			),
			{ numRuns: 200 },
		);
	});
});

describe('the load', () => {
	test.each<[string, Attempt, Load]>([
		['200', answered(200), 'success'],
		['204', answered(204), 'success'],
		['299', answered(299), 'success'],
		['199', answered(199), 'neutral'],
		['302', answered(302), 'neutral'],
		['400', answered(400), 'neutral'],
		['401', answered(401), 'neutral'],
		['404', answered(404), 'neutral'],
		['422', answered(422), 'neutral'],
		['428', answered(428), 'neutral'],
		['429', answered(429), 'overload'],
		['429 with Retry-After', answered(429, '', { 'retry-after': '1' }), 'overload'],
		['430', answered(430), 'neutral'],
		['499', answered(499), 'neutral'],
		['500', answered(500), 'overload'],
		['502', answered(502), 'overload'],
		['503', answered(503), 'overload'],
		['503 with Retry-After', answered(503, '', { 'retry-after': '1' }), 'overload'],
		['504', answered(504), 'overload'],
		['599', answered(599), 'overload'],
		['a time-out', broken('ECONNABORTED'), 'overload'],
		['a reset connection', broken('ECONNRESET'), 'overload'],
		['an error without a code', { error: { code: undefined, message: '' } }, 'overload'],
		['a refused connection', broken('ECONNREFUSED'), 'neutral'],
		['a name that is not found', broken('ENOTFOUND'), 'neutral'],
		['a bad certificate', broken('CERT_HAS_EXPIRED'), 'neutral'],
	])('of %s', (_what, attempt, load) => {
		expect(loadOf(attempt)).toBe(load);
	});
});

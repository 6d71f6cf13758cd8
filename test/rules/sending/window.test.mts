import fc from 'fast-check';

import type { Attempt } from '../../../nodes/TriggerFlow/rules/outcome/attempt';
import {
	afterAnswer,
	loadOf,
	openWindow,
	type Load,
	type Window,
} from '../../../nodes/TriggerFlow/rules/sending/window';
import { answered, broken } from './modelService.mts';

describe('a window opens', () => {
	test.each([
		[1, 1, 1],
		[2, 2, 2],
		[4, 4, 4],
		[5, 5, 5],
		[6, 5, 6],
		[50, 5, 50],
		[1e9, 5, 1e9],
		[Infinity, 5, Infinity],
		[7.99, 5, 7],
		[1.5, 1, 1],
		[0.9, 1, 1],
		[0, 1, 1],
		[-0, 1, 1],
		[-1, 1, 1],
		[-Infinity, 1, 1],
		[NaN, 1, 1],
	])('with the limit %d: %d of at most %d', (limit, size, most) => {
		expect(openWindow(limit)).toMatchObject({ size, limit: most });
	});
});

/** Sends a full window and has every request answered, the sizes after each answer. */
class Rounds {
	sent = 0;

	constructor(public window: Window) {}

	round(loads: (index: number) => Load): number[] {
		const first = this.sent;
		const size = this.window.size;
		this.sent += size;
		return Array.from({ length: size }, (_, index) => {
			this.window = afterAnswer(this.window, loads(index), first + index, this.sent);
			return this.window.size;
		});
	}
}

const all = (load: Load) => () => load;

describe('a window', () => {
	test('grows by one with each success, so that it doubles with each round', () => {
		const rounds = new Rounds(openWindow(1000));
		expect(rounds.round(all('success'))).toEqual([6, 7, 8, 9, 10]);
		expect(rounds.round(all('success')).at(-1)).toBe(20);
		expect(rounds.round(all('success')).at(-1)).toBe(40);
	});

	test('never grows above its limit', () => {
		const rounds = new Rounds(openWindow(7));
		expect(rounds.round(all('success'))).toEqual([6, 7, 7, 7, 7]);
		expect(rounds.round(all('success'))).toEqual([7, 7, 7, 7, 7, 7, 7]);
	});

	test('halves once for all requests of one round', () => {
		const rounds = new Rounds(openWindow(100));
		rounds.round(all('success'));
		rounds.round(all('success'));
		expect(rounds.round(all('overload'))).toEqual(Array.from({ length: 20 }, () => 10));
		expect(rounds.round(all('overload')).at(-1)).toBe(5);
		expect(rounds.round(all('overload')).at(-1)).toBe(2);
		expect(rounds.round(all('overload')).at(-1)).toBe(1);
		expect(rounds.round(all('overload')).at(-1)).toBe(1);
	});

	test('grows by one with each full round, once the service has been overloaded', () => {
		const rounds = new Rounds(openWindow(100));
		rounds.round(all('overload'));
		expect(rounds.round(all('success'))).toEqual([2, 3]);
		expect(rounds.round(all('success'))).toEqual([3, 3, 4]);
		expect(rounds.round(all('success'))).toEqual([4, 4, 4, 5]);
	});

	test('starts to count its successes anew when it halves', () => {
		const rounds = new Rounds(openWindow(100));
		rounds.round(all('success'));
		rounds.round(all('overload'));
		expect(rounds.window.size).toBe(5);
		// Four of the five that it takes to grow.
		expect(rounds.round((index) => (index === 4 ? 'overload' : 'success'))).toEqual([
			5, 5, 5, 5, 2,
		]);
		expect(rounds.round(all('success'))).toEqual([2, 3]);
	});

	test('halves for a request that was sent right after the last halving, and for none before', () => {
		const halved = afterAnswer({ ...openWindow(100), size: 40 }, 'overload', 3, 17);
		expect(halved.size).toBe(20);
		expect(afterAnswer(halved, 'overload', 16, 30).size).toBe(20);
		expect(afterAnswer(halved, 'overload', 17, 30).size).toBe(10);
	});

	test.each([
		[2, 1],
		[3, 1],
		[5, 2],
		[50, 25],
	])('of %i halves to %i', (size, half) => {
		expect(afterAnswer({ ...openWindow(100), size }, 'overload', 0, 1).size).toBe(half);
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
		const halved = Object.freeze(afterAnswer(window, 'overload', 0, 5));
		expect(afterAnswer(window, 'success', 0, 5)).not.toBe(window);
		expect(afterAnswer(halved, 'success', 1, 5)).toMatchObject({ successes: 1 });
		expect(window).toEqual(openWindow(100));
	});

	test('stays between 1 and its limit whatever the answers', () => {
		const load = fc.constantFrom<Load>('success', 'overload', 'neutral');
		fc.assert(
			fc.property(
				fc.double({ min: -5, max: 70, noNaN: true }),
				fc.array(fc.tuple(load, fc.nat(30)), { maxLength: 200 }),
				(limit, answers) => {
					let window = openWindow(limit);
					for (const [index, [given, back]] of answers.entries()) {
						const before = window;
						window = afterAnswer(window, given, Math.max(0, index - back), index + 1);
						expect(Number.isInteger(window.size)).toBe(true);
						expect(window.size).toBeGreaterThanOrEqual(1);
						expect(window.size).toBeLessThanOrEqual(Math.max(1, limit));
						expect(window.size).toBeLessThanOrEqual(before.size + 1);
						expect(window.limit).toBe(before.limit);
						if (given !== 'overload') expect(window.size).toBeGreaterThanOrEqual(before.size);
					}
				},
			),
			{ numRuns: 50 },
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

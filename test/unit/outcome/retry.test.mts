import fc from 'fast-check';

import type { Outcome } from '../../../nodes/TriggerFlow/shared/failure';
import {
	askedToWait,
	isSafeToRetry,
	LONGEST_RETRY_AFTER,
	parseRetryAfter,
	retryDelay,
} from '../../../nodes/TriggerFlow/outcome/retry';

test.each<[Outcome, boolean, boolean]>([
	['notSent', false, false],
	['notStarted', true, true],
	['rejected', false, false],
	['unknown', false, true],
])('%s is sent again: %p, with retryUnknown: %p', (outcome, normally, withRetryUnknown) => {
	expect(isSafeToRetry(outcome, false)).toBe(normally);
	expect(isSafeToRetry(outcome, true)).toBe(withRetryUnknown);
});

test.each([
	[0, 500],
	[1, 1000],
	[2, 2000],
	[3, 4000],
	[4, 8000],
	[5, 16_000],
	[6, 30_000],
	[7, 30_000],
	[100, 30_000],
	[1e6, 30_000],
])('after %i retries the wait is anything up to %i ms', (retries, bound) => {
	expect(retryDelay(retries, 0)).toBe(0);
	expect(retryDelay(retries, 0.25)).toBe(bound / 4);
	expect(retryDelay(retries, 0.5)).toBe(bound / 2);
	const almost = retryDelay(retries, 1 - Number.EPSILON / 2);
	expect(almost).toBeLessThan(bound);
	expect(almost).toBeGreaterThan(bound - 1);
});

test.each([
	[0, 0, 7000, 7000],
	[0, 0.5, 100, 250],
	[6, 0.5, 7000, 15_000],
	[6, 0.5, 300_000, 300_000],
	[0, 0.5, 0, 250],
])('after %i retries, with %d and a Retry-After of %i ms, it is %i ms', (...row) => {
	const [retries, random, retryAfter, delay] = row;
	expect(retryDelay(retries, random, retryAfter)).toBe(delay);
});

test('it keeps within its bounds for every retry', () => {
	const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
	fc.assert(
		fc.property(fc.nat(2000), random, fc.nat(300_000), (retries, chance, retryAfter) => {
			const delay = retryDelay(retries, chance, retryAfter);
			expect(delay).toBeGreaterThanOrEqual(retryAfter);
			expect(delay).toBeLessThanOrEqual(Math.max(retryAfter, Math.min(30_000, 500 * 2 ** retries)));
		}),
	);
});

const NOW = Date.UTC(2030, 0, 1);

test('the longest wait is five minutes', () => {
	expect(LONGEST_RETRY_AFTER).toBe(300_000);
});

test.each([
	['seconds', '7', 7000],
	['no seconds', '0', 0],
	['seconds with zeros before them', '007', 7000],
	['seconds with space around them', ' 7\t', 7000],
	['exactly five minutes', '300', 300_000],
	['a second more than five minutes', '301', 300_000],
	['a year', '31536000', 300_000],
	['more than a number can hold', '9'.repeat(400), 300_000],
	['a date', 'Tue, 01 Jan 2030 00:00:07 GMT', 7000],
	['the date of now', 'Tue, 01 Jan 2030 00:00:00 GMT', 0],
	['a date that is over', 'Mon, 31 Dec 2029 23:59:59 GMT', 0],
	['a date long ago', 'Sun, 06 Nov 1994 08:49:37 GMT', 0],
	['a date far ahead', 'Fri, 31 Dec 9999 23:59:59 GMT', 300_000],
])('%s: %j', (_what, header, wait) => {
	expect(parseRetryAfter(header, NOW)).toBe(wait);
});

test.each([
	['nothing', undefined],
	['an empty text', ''],
	['blanks', '  '],
	['a word', 'soon'],
	['a negative number', '-5'],
	['a signed number', '+5'],
	['a broken number', '1.5'],
	['a number in other writing', '1e3'],
	['other digits', '٣'],
	['a number with a unit', '5 minutes'],
	['a word and a number', 'soon 5'],
	['a sentence with a year', 'about 2099'],
	['a sentence with a number', 'try again at 12'],
	['two numbers', '120, 120'],
	['a date in a sentence', 'From Tue, 01 Jan 2030 00:00:07 GMT'],
	['a date that there is not', 'Foo, 99 Bar 2030 00:00:07 GMT'],
])('%s cannot be read: %j', (_what, header) => {
	expect(parseRetryAfter(header, NOW)).toBeUndefined();
});

test.each([
	[['7', '9'], 7000],
	[['7'], 7000],
	[[], undefined],
	[[''], undefined],
])('of several headers the first counts: %j', (header, wait) => {
	expect(parseRetryAfter(header, NOW)).toBe(wait);
});

test('whatever the header, the wait is a whole number of ms from 0 to five minutes, or none', () => {
	const header = fc.oneof(
		fc.string(),
		fc.integer().map(String),
		fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
	);
	fc.assert(
		fc.property(header, (text) => {
			const wait = parseRetryAfter(text, NOW);
			if (wait === undefined) return;
			expect(Number.isInteger(wait)).toBe(true);
			expect(wait).toBeGreaterThanOrEqual(0);
			expect(wait).toBeLessThanOrEqual(LONGEST_RETRY_AFTER);
		}),
	);
});

test('every date within five minutes is waited for to the second', () => {
	fc.assert(
		fc.property(fc.nat(300), (seconds) => {
			const date = new Date(NOW + seconds * 1000).toUTCString();
			expect(parseRetryAfter(date, NOW)).toBe(seconds * 1000);
		}),
	);
});

test.each([
	[429, 7_000],
	[503, 7_000],
	[500, undefined],
	[502, undefined],
	[202, undefined],
])('an answer %i with Retry-After asks to wait %p ms', (statusCode, wait) => {
	const answer = { statusCode, headers: { 'retry-after': '7' }, body: Buffer.alloc(0) };
	expect(askedToWait({ answer }, 0)).toBe(wait);
});

test('a broken connection asks for nothing', () => {
	expect(
		askedToWait({ error: { code: 'ECONNRESET', message: 'read ECONNRESET' } }, 0),
	).toBeUndefined();
});

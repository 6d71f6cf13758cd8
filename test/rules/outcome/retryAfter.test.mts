import fc from 'fast-check';

import {
	LONGEST_RETRY_AFTER,
	parseRetryAfter,
} from '../../../nodes/TriggerFlow/rules/outcome/retryAfter';

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

import { parseRetryAfter } from '../../../nodes/StartFlow/http/attempt';

const NOW = Date.UTC(2030, 0, 1);
const YEAR_MS = 365 * 24 * 3_600_000;

test.each<[string, string, number]>([
	['no seconds', '0', 0],
	['seconds with space around them', ' 007\t', 7000],
	['more than a number can hold', '9'.repeat(400), YEAR_MS],
	['a date', 'Tue, 01 Jan 2030 00:00:07 GMT', 7000],
	['a date that is over', 'Mon, 31 Dec 2029 23:59:59 GMT', 0],
	['a date far ahead', 'Fri, 31 Dec 9999 23:59:59 GMT', YEAR_MS],
])('a Retry-After of %s is read: %j', (_what, header, wait) => {
	expect(parseRetryAfter(header, NOW)).toBe(wait);
});

test.each([undefined, '-5', '120, 120', 'Foo, 9 Bar', 'From Tue, 01 Jan 2030 00:00:07 GMT'])(
	'a Retry-After of %j cannot be read',
	(header) => {
		expect(parseRetryAfter(header, NOW)).toBeUndefined();
	},
);

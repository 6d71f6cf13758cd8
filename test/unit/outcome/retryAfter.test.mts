import { parseRetryAfter } from '../../../nodes/StartFlow/outcome/judge';

const NOW = Date.UTC(2030, 0, 1);

test.each<[string, string | string[], number]>([
	['seconds', '7', 7000],
	['no seconds', '0', 0],
	['seconds with space around them', ' 007\t', 7000],
	['a second more than five minutes', '301', 300_000],
	['more than a number can hold', '9'.repeat(400), 300_000],
	['a date', 'Tue, 01 Jan 2030 00:00:07 GMT', 7000],
	['a date that is over', 'Mon, 31 Dec 2029 23:59:59 GMT', 0],
	['a date far ahead', 'Fri, 31 Dec 9999 23:59:59 GMT', 300_000],
	['the first of several', ['7', '9'], 7000],
])('reads a Retry-After of %s: %j', (_what, header, wait) => {
	expect(parseRetryAfter(header, NOW)).toBe(wait);
});

test.each([
	undefined,
	'',
	'soon',
	'-5',
	'1e3',
	'٣',
	'about 2099',
	'120, 120',
	'From Tue, 01 Jan 2030 00:00:07 GMT',
	'Foo, 99 Bar 2030 00:00:07 GMT',
	'2030-01-01T00:00:07Z',
	[],
])('cannot read a Retry-After of %j', (header) => {
	expect(parseRetryAfter(header, NOW)).toBeUndefined();
});

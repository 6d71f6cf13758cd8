import { decodeText, isWebPage, parseRetryAfter } from '../../../nodes/StartFlow/http/httpAnswer';

const TOKEN = 'secret-token-123';

test.each<[string | undefined, string, boolean]>([
	['text/html; charset=utf-8', '\uFEFF <p>Log in</p>', true],
	['text/html', '{"ok":true}', false],
	['text/html', '', false],
	['text/plain', ' \n<!DOCTYPE html><p>Log in</p>', true],
	[undefined, '<html lang="en">', true],
	['text/plain', 'see <html>', false],
	['application/json', '{"a":"<html>"}', false],
])('under %j, decides whether %j is a web page: %p', (contentType, body, isPage) => {
	const headers = { 'content-type': contentType };
	expect(isWebPage({ statusCode: 200, headers, body: Buffer.from(body) })).toBe(isPage);
});

test.each<[string | undefined, BufferEncoding]>([
	[undefined, 'utf8'],
	['application/json', 'latin1'],
	["text/plain; charset='utf-16le'", 'utf16le'],
	['text/plain; format=flowed; CHARSET="UTF-16LE"; x=y', 'utf16le'],
	['text/plain; charset=', 'utf8'],
	['text/plain; charset=no-such-charset', 'utf8'],
])('decodes a body under %j from bytes in %s', (contentType, encoding) => {
	expect(decodeText(Buffer.from('Größe é', encoding), contentType, TOKEN)).toBe('Größe é');
});

describe('a Retry-After', () => {
	const NOW = Date.UTC(2030, 0, 1);
	const YEAR_MS = 365 * 24 * 3_600_000;

	test.each<[string, string, number]>([
		['no seconds', '0', 0],
		['seconds with space around them', ' 007\t', 7000],
		['more than a number can hold', '9'.repeat(400), YEAR_MS],
		['a date', 'Tue, 01 Jan 2030 00:00:07 GMT', 7000],
		['a date that is over', 'Mon, 31 Dec 2029 23:59:59 GMT', 0],
		['a date far ahead', 'Fri, 31 Dec 9999 23:59:59 GMT', YEAR_MS],
	])('of %s is read: %j', (_what, header, wait) => {
		expect(parseRetryAfter(header, NOW)).toBe(wait);
	});

	test.each([
		undefined,
		'soon',
		'-5',
		'1e3',
		'about 2099',
		'120, 120',
		'From Tue, 01 Jan 2030 00:00:07 GMT',
		'Foo, 99 Bar 2030 00:00:07 GMT',
	])('of %j cannot be read', (header) => {
		expect(parseRetryAfter(header, NOW)).toBeUndefined();
	});
});

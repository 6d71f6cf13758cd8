import {
	decodeText,
	isTextual,
	isWebPage,
	parseMediaType,
} from '../../../nodes/StartFlow/http/contentHeaders';

test.each([
	[undefined, ''],
	['Application/JSON', 'application/json'],
	[['text/html; charset=latin1', 'text/plain'], 'text/html'],
])('reads the media type of %j as %j', (header, mediaType) => {
	expect(parseMediaType(header)).toBe(mediaType);
});

const TEXTUAL = [
	'',
	'text/csv',
	'application/json',
	'application/problem+json',
	'application/x-www-form-urlencoded',
];

const BINARY = ['application/octet-stream', 'application/jsonx', 'x-text/plain', 'json'];

test.each([
	...TEXTUAL.map((type) => [type, true] as const),
	...BINARY.map((type) => [type, false] as const),
])('decides whether %j is text: %p', (mediaType, isText) => {
	expect(isTextual(mediaType)).toBe(isText);
});

test.each<[string | undefined, string, boolean]>([
	['text/html; charset=utf-8', '', true],
	['text/plain', ' \n<!DOCTYPE html><p>Log in</p>', true],
	[undefined, '<html lang="en">', true],
	['text/plain', 'see <html>', false],
	['application/json', '{"a":"<html>"}', false],
])('under %j, decides whether %j is a web page: %p', (contentType, body, isPage) => {
	const headers = { 'content-type': contentType };
	expect(isWebPage({ headers, body: Buffer.from(body) })).toBe(isPage);
});

test.each<[string | string[] | undefined, BufferEncoding]>([
	[undefined, 'utf8'],
	['text/plain; format=flowed; CHARSET="UTF-16LE"; x=y', 'utf16le'],
	['text/plain; charset=', 'utf8'],
	[['text/html; charset=latin1', 'text/plain'], 'latin1'],
	['text/plain; charset=no-such-charset', 'utf8'],
])('decodes a body under %j from bytes in %s', (contentType, encoding) => {
	expect(decodeText(Buffer.from('Größe é', encoding), contentType)).toBe('Größe é');
});

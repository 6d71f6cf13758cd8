import fc from 'fast-check';

import {
	decodeText,
	isTextual,
	isWebPage,
	parseContentType,
} from '../../../nodes/TriggerFlow/http/contentType';
import { anyText } from '../anyText.mts';

test.each([
	[undefined, '', 'utf-8'],
	['Application/JSON', 'application/json', 'utf-8'],
	['  text/plain ; charset=ISO-8859-1', 'text/plain', 'iso-8859-1'],
	['text/plain; format=flowed; CHARSET="UTF-16LE"; x=y', 'text/plain', 'utf-16le'],
	['text/plain; charset=', 'text/plain', 'utf-8'],
	['multipart/x; boundary=charset=latin1', 'multipart/x', 'utf-8'],
	[['text/html; charset=latin1', 'text/plain'], 'text/html', 'latin1'],
	[[], '', 'utf-8'],
])('%j is %j in %j', (header, mediaType, charset) => {
	expect(parseContentType(header)).toEqual({ mediaType, charset });
});

test.each([
	...['', 'text/plain', 'text/csv', 'application/json', 'application/problem+json'],
	...['application/x-ndjson', 'application/xml', 'image/svg+xml', 'application/yaml'],
	...['application/javascript', 'application/x-www-form-urlencoded', 'application/graphql'],
])('%j is text', (mediaType) => {
	expect(isTextual({ mediaType, charset: 'utf-8' })).toBe(true);
});

test.each([
	...['application/octet-stream', 'application/pdf', 'image/png', 'multipart/form-data'],
	...['application/jsonx', 'application/xml-dtd', 'x-text/plain', 'text', 'json'],
])('%j is not text', (mediaType) => {
	expect(isTextual({ mediaType, charset: 'utf-8' })).toBe(false);
});

test.each<[string | undefined, string, boolean]>([
	['text/html; charset=utf-8', '', true],
	['text/plain', ' \n<!DOCTYPE html><p>Log in</p>', true],
	[undefined, '<html lang="en">', true],
	['application/xhtml+xml', '<p>', false],
	['text/plain', 'see <html>', false],
	['application/json', '{"a":"<html>"}', false],
])('under %j, %j is a web page: %p', (contentType, body, isPage) => {
	const headers = { 'content-type': contentType };
	expect(isWebPage({ headers, body: Buffer.from(body) })).toBe(isPage);
});

test.each<[string | string[] | undefined, BufferEncoding]>([
	[undefined, 'utf8'],
	['text/plain; charset="UTF-8"', 'utf8'],
	['text/plain; charset=iso-8859-1', 'latin1'],
	['text/plain; charset=utf-16le', 'utf16le'],
	['text/plain; charset=no-such-charset', 'utf8'],
])('the charset of %j is read from bytes in %s', (contentType, encoding) => {
	expect(decodeText(Buffer.from('Größe é', encoding), contentType)).toBe('Größe é');
	expect(decodeText(Buffer.alloc(0), contentType)).toBe('');
});

test('a byte order mark is not part of the text, and what is no text is replaced', () => {
	expect(decodeText(Buffer.from('\ufeff{"a":1}'), undefined)).toBe('{"a":1}');
	expect(decodeText(Buffer.from([0x61, 0xff, 0x62]), 'text/plain')).toBe('a\ufffdb');
});

test('any bytes under any header give text', () => {
	const header = fc.oneof(
		anyText(),
		fc.string().map((charset) => `text/plain; charset=${charset}`),
	);
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 50 }), header, (bytes, contentType) => {
			expect(typeof decodeText(Buffer.from(bytes), contentType)).toBe('string');
		}),
	);
});

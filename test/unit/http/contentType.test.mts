import { decodeText, isWebPage } from '../../../nodes/StartFlow/http/contentType';

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
	expect(decodeText(Buffer.from('Größe é', encoding), contentType, 'secret')).toBe('Größe é');
});

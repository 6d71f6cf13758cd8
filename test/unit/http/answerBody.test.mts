import { decodeText, isWebPage, maskAnswer } from '../../../nodes/StartFlow/http/answerBody';

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
	expect(isWebPage({ headers, body: Buffer.from(body) })).toBe(isPage);
});

test.each<[string | string[] | undefined, BufferEncoding]>([
	[undefined, 'utf8'],
	['application/json', 'latin1'],
	["text/plain; charset='utf-16le'", 'utf16le'],
	['text/plain; format=flowed; CHARSET="UTF-16LE"; x=y', 'utf16le'],
	['text/plain; charset=', 'utf8'],
	[['text/html; charset=latin1', 'text/plain'], 'latin1'],
	['text/plain; charset=no-such-charset', 'utf8'],
])('decodes a body under %j from bytes in %s', (contentType, encoding) => {
	expect(decodeText(Buffer.from('Größe é', encoding), contentType)).toBe('Größe é');
});

const TOKEN = 'secret-token-123';

/** The text that a reader gets who trusts the headers. */
function textOf(type: string, body: Buffer, statusCode = 200): string {
	const answer = maskAnswer({ statusCode, headers: { 'content-type': type }, body }, TOKEN);
	return decodeText(answer.body, answer.headers['content-type']);
}

test('keeps the length of a file, and masks text with three characters', () => {
	const body = Buffer.from(`<${TOKEN}>`);
	expect(textOf('application/pdf', body)).toBe(`<${'*'.repeat(TOKEN.length)}>`);
	expect(textOf('text/html', body)).toBe('<***>');
	// The body of a failure is shown as text.
	expect(textOf('application/pdf', body, 400)).toBe('<***>');
});

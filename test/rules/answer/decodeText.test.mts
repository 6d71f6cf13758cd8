import fc from 'fast-check';

import { decodeText } from '../../../nodes/TriggerFlow/rules/answer/contentType';
import { anyText } from '../anyText.mts';

test.each([
	[undefined, 'utf8'],
	['text/plain', 'utf8'],
	['text/plain; charset=utf-8', 'utf8'],
	['text/plain; charset="UTF-8"', 'utf8'],
	['text/plain; charset=iso-8859-1', 'latin1'],
	['text/plain; charset=latin1', 'latin1'],
	['text/plain; charset=windows-1252', 'latin1'],
	['text/plain; charset=utf-16le', 'utf16le'],
	[['text/plain; charset=latin1', 'text/plain'], 'latin1'],
	['text/plain; charset=no-such-charset', 'utf8'],
	['text/plain; charset=7', 'utf8'],
] as Array<[string | string[] | undefined, BufferEncoding]>)(
	'the charset of %j is read from bytes in %s',
	(contentType, encoding) => {
		expect(decodeText(Buffer.from('Größe é', encoding), contentType)).toBe('Größe é');
	},
);

test('a byte order mark is not part of the text', () => {
	expect(decodeText(Buffer.from('\ufeff{"a":1}'), undefined)).toBe('{"a":1}');
	expect(decodeText(Buffer.from('\ufeffx', 'utf16le'), 'text/plain; charset=utf-16le')).toBe('x');
});

test('bytes that are no text become replacement characters', () => {
	expect(decodeText(Buffer.from([0x61, 0xff, 0x62]), 'text/plain')).toBe('a\ufffdb');
});

test('an empty body is an empty text in every charset', () => {
	for (const charset of ['utf-8', 'latin1', 'utf-16le', 'nonsense']) {
		expect(decodeText(Buffer.alloc(0), `text/plain; charset=${charset}`)).toBe('');
	}
});

test('any bytes under any header give a text', () => {
	const bytes = fc.uint8Array({ maxLength: 50 });
	const header = fc.oneof(
		anyText(),
		fc.string().map((charset) => `text/plain; charset=${charset}`),
	);
	fc.assert(
		fc.property(bytes, header, (body, contentType) => {
			expect(typeof decodeText(Buffer.from(body), contentType)).toBe('string');
		}),
	);
});

test('any well-formed text comes back from its UTF-8 bytes', () => {
	const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.startsWith('\ufeff'));
	fc.assert(
		fc.property(text, (value) => {
			expect(decodeText(Buffer.from(value), 'text/plain')).toBe(value);
		}),
	);
});

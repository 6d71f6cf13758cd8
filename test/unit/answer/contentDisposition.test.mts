import fc from 'fast-check';

import { parseDisposition } from '../../../nodes/StartFlow/answer/parseAnswer';

const nameIn = (parameters: string) => parseDisposition(`attachment; ${parameters}`).fileName;

test.each([
	['  ATTACHMENT ; filename=x', true],
	['inline; filename=attachment', false],
	[undefined, false],
])('decides whether %j is an attachment: %s', (header, isAttachment) => {
	expect(parseDisposition(header).isAttachment).toBe(isAttachment);
});

test.each([
	['size=5;FILENAME = "annual report.pdf" ; x=y', 'annual report.pdf'],
	['filename="a;b=c.txt"', 'a;b=c.txt'],
	[`filename="plain.txt"; filename*=UTF-8''a%3Bb%22.txt`, 'a;b".txt'],
	["filename*=UTF-8''%E0%A4%A; filename=plain.txt", 'plain.txt'],
	// Folders are dropped, and so are characters that hide the real name.
	['filename="C:\\\\Users\\\\ada\\\\x.txt"', 'x.txt'],
	["filename*=UTF-8''..%2F..%2Fevil.txt", 'evil.txt'],
	["filename*=UTF-8''a%0D%0Afdp%E2%80%AEexe.txt", 'a__fdp_exe.txt'],
	['filename=".."', undefined],
	[`filename*="UTF-8''a%20b.txt"`, 'a b.txt'],
	['filename=annual report.pdf; size=5', 'annual report.pdf'],
	['xfilename=a', undefined],
])('reads from %j the name %j', (parameters, name) => {
	expect(nameIn(parameters)).toBe(name);
});

test('gives back any name without folders, quoted or encoded', () => {
	const name = fc
		.string({ unit: 'grapheme', minLength: 1 })
		.filter((text) => !/[/\\\p{Cc}\p{Bidi_Control}]|^[\s.]*$/u.test(text));
	// RFC 8187 encodes these, encodeURIComponent does not.
	const more = (text: string) =>
		text.replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
	fc.assert(
		fc.property(name, (text) => {
			expect(nameIn(`filename*=UTF-8''${more(encodeURIComponent(text))}`)).toBe(text);
			expect(nameIn(`filename="${text.replaceAll('"', '\\"')}"`)).toBe(text);
		}),
	);
});

import fc from 'fast-check';

import { fileNameOf } from '../../../nodes/TriggerFlow/answer/fileName';

const nameIn = (parameters: string) => fileNameOf(`attachment; ${parameters}`).name;

test.each([
	['  ATTACHMENT ; filename=x', true],
	['inline; filename=attachment', false],
	['attachments', false],
	[undefined, false],
	[['attachment; filename=a', 'inline; filename=b'], true],
])('sees in %j an attachment: %s', (header, isAttachment) => {
	expect(fileNameOf(header).isAttachment).toBe(isAttachment);
});

test.each([
	// RFC 6266
	['filename=report.pdf; x=y', 'report.pdf'],
	['size=5;FILENAME = "annual report.pdf" ; x=y', 'annual report.pdf'],
	['filename="a;b=c.txt"', 'a;b=c.txt'],
	['filename="100%25.txt"', '100%25.txt'],
	// RFC 8187
	[`filename="plain.txt"; filename*=UTF-8''a%3Bb%22.txt`, 'a;b".txt'],
	["FILENAME* = UTF-8'de'stra%C3%9Fe.txt;x=y", 'straße.txt'],
	["filename*=UTF-8''%E0%A4%A; filename=plain.txt", 'plain.txt'],
	["filename*=ISO-8859-1''gr%F6%DFe.txt; filename=plain.txt", 'plain.txt'],
	["filename*=UTF-8''%FF", undefined],
	// Folders are dropped.
	['filename="C:\\\\Users\\\\ada\\\\x.txt"', 'x.txt'],
	["filename*=UTF-8''..%2F..%2Fevil.txt", 'evil.txt'],
	// So is what hides what a name is.
	["filename*=UTF-8''a%0D%0Ab%00.txt", 'a__b_.txt'],
	["filename*=UTF-8''fdp%E2%80%AEexe.txt", 'fdp_exe.txt'],
	// No name at all.
	['filename=".."', undefined],
	['filename="a/"', undefined],
	['xfilename=a', undefined],
])('reads of %j the name %j', (parameters, name) => {
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

import fc from 'fast-check';

import { fileNameOf } from '../../../nodes/TriggerFlow/answer/fileName';

const nameIn = (parameters: string) => fileNameOf(`attachment; ${parameters}`).name;

test.each([
	['attachment', true],
	['  ATTACHMENT ; filename=x', true],
	['inline; filename=attachment', false],
	['attachments', false],
	[undefined, false],
	[['attachment; filename=a', 'inline; filename=b'], true],
	[['inline', 'attachment'], false],
])('%j asks for a file: %s', (header, isAttachment) => {
	expect(fileNameOf(header).isAttachment).toBe(isAttachment);
});

test.each([
	// RFC 6266
	['filename=report.pdf; x=y', 'report.pdf'],
	['size=5;FILENAME = "annual report.pdf" ; x=y', 'annual report.pdf'],
	['filename="a;b=c.txt"', 'a;b=c.txt'],
	['filename="say \\"hi\\".txt"', 'say "hi".txt'],
	['filename="100%25.txt"', '100%25.txt'],
	// RFC 8187
	["filename*=utf-8''gr%C3%B6%c3%9fe%20%E2%82%AC.txt", 'größe €.txt'],
	["FILENAME* = UTF-8'de'stra%C3%9Fe.txt;x=y", 'straße.txt'],
	[`filename="plain.txt"; filename*=UTF-8''a%3Bb%22.txt`, 'a;b".txt'],
	["filename*=UTF-8''%E0%A4%A; filename=plain.txt", 'plain.txt'],
	["filename*=ISO-8859-1''gr%F6%DFe.txt; filename=plain.txt", 'plain.txt'],
	["filename*=UTF-8''; filename=plain.txt", 'plain.txt'],
	["filename*=UTF-8''%FF", undefined],
	// Folders are dropped.
	['filename="../../evil.txt"', 'evil.txt'],
	['filename="C:\\\\Users\\\\ada\\\\x.txt"', 'x.txt'],
	["filename*=UTF-8''..%2F..%2Fevil.txt", 'evil.txt'],
	["filename*=UTF-8''a%2Fb%5Cc.txt", 'c.txt'],
	// So is what hides what a name is.
	["filename*=UTF-8''a%0D%0Ab%00.txt", 'a__b_.txt'],
	["filename*=UTF-8''fdp%E2%80%AEexe.txt", 'fdp_exe.txt'],
	['filename="a\u007fb..txt"', 'a_b_txt'],
	// No name at all.
	['filename=".."', undefined],
	["filename*=UTF-8''%2E%2E", undefined],
	['filename="  "', undefined],
	['filename="a/"', undefined],
	['xfilename=a', undefined],
])('%j names the file %j', (parameters, name) => {
	expect(nameIn(parameters)).toBe(name);
	expect(fileNameOf(`inline; ${parameters}`)).toEqual({ isAttachment: false, name });
});

test('any name without folders comes back, quoted or encoded', () => {
	const name = fc
		.string({ unit: 'grapheme', minLength: 1 })
		.filter((text) => !/[/\\\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]|\.\.|^[\s.]*$/u.test(text));
	fc.assert(
		fc.property(name, (text) => {
			// RFC 8187 encodes these, encodeURIComponent does not.
			const encoded = encodeURIComponent(text).replace(
				/['()*]/g,
				(sign) => `%${sign.charCodeAt(0).toString(16)}`,
			);
			expect(nameIn(`filename="x"; filename*=UTF-8''${encoded}`)).toBe(text);
			expect(nameIn(`filename="${text.replaceAll('"', '\\"')}"`)).toBe(text);
		}),
	);
});

test('no header gives a name with a folder in it, or an empty one', () => {
	const parts = ['attachment', ';', ' ', 'filename', '*', '=', '"', "UTF-8''", '%2F', '/', '\\'];
	const part = fc.constantFrom(...parts, '..', 'a', '%', '\n', '%00', '.');
	fc.assert(
		fc.property(fc.array(part, { maxLength: 15 }), (header) => {
			const name = nameIn(`filename=${header.join('')}`) ?? 'none';
			expect(name).toMatch(/^[^/\\\p{Cc}]+$/u);
			expect(name).not.toMatch(/^\.*$/);
		}),
		{ numRuns: 1_000 },
	);
});

import fc from 'fast-check';

import { fileNameOf } from '../../../nodes/TriggerFlow/rules/answer/fileName';

const nameIn = (parameters: string) => fileNameOf(`attachment; ${parameters}`).name;

test.each([
	['attachment', true],
	['ATTACHMENT', true],
	['  attachment ; filename=x', true],
	['attachment;filename=x', true],
	['inline', false],
	['inline; filename=attachment', false],
	['inline; attachment', false],
	['form-data; name="attachment"', false],
	['attachments', false],
	['', false],
	[undefined, false],
	[[], false],
	[['attachment; filename=a', 'inline; filename=b'], true],
	[['inline', 'attachment'], false],
])('%j asks for a file: %s', (header, isAttachment) => {
	expect(fileNameOf(header).isAttachment).toBe(isAttachment);
});

describe('a plain name (RFC 6266)', () => {
	test.each([
		['filename=report.pdf', 'report.pdf'],
		['filename="report.pdf"', 'report.pdf'],
		['FILENAME="report.pdf"', 'report.pdf'],
		['filename = "report.pdf" ', 'report.pdf'],
		['size=5; filename="annual report.pdf"; x=y', 'annual report.pdf'],
		['filename=report.pdf; x=y', 'report.pdf'],
		['filename="a;b=c.txt"', 'a;b=c.txt'],
		['filename="say \\"hi\\".txt"', 'say "hi".txt'],
		['filename="größe.txt"', 'größe.txt'],
		['filename="100%25.txt"', '100%25.txt'],
	])('%s is %j', (parameters, name) => {
		expect(nameIn(parameters)).toBe(name);
	});

	test('needs no space before it', () => {
		expect(fileNameOf('attachment;filename=a.txt').name).toBe('a.txt');
		expect(fileNameOf("attachment;filename*=UTF-8''%C3%BC.txt").name).toBe('ü.txt');
	});

	test('is read from an inline answer too', () => {
		expect(fileNameOf('inline; filename=a.txt')).toEqual({ isAttachment: false, name: 'a.txt' });
	});

	test('is read from the first of several headers', () => {
		expect(fileNameOf(['attachment; filename=a', 'inline; filename=b']).name).toBe('a');
	});
});

describe('an encoded name (RFC 8187)', () => {
	test.each([
		["filename*=UTF-8''report.pdf", 'report.pdf'],
		["filename*=utf-8''gr%C3%B6%c3%9fe%20%E2%82%AC.txt", 'größe €.txt'],
		["filename*=UTF-8'de'stra%C3%9Fe.txt", 'straße.txt'],
		["FILENAME* = UTF-8''a%20b.txt", 'a b.txt'],
		["filename*=UTF-8''a%3Bb%22c%27.txt", `a;b"c'.txt`],
		["filename*=UTF-8''a.txt;x=y", 'a.txt'],
		["filename*=UTF-8''it's.txt", "it's.txt"],
	])('%s is %j', (parameters, name) => {
		expect(nameIn(parameters)).toBe(name);
	});

	test.each([
		`filename="plain.txt"; filename*=UTF-8''gr%C3%B6%C3%9Fe.txt`,
		`filename*=UTF-8''gr%C3%B6%C3%9Fe.txt; filename="plain.txt"`,
	])('goes before a plain one: %s', (parameters) => {
		expect(nameIn(parameters)).toBe('größe.txt');
	});

	test.each([
		['broken escapes', "filename*=UTF-8''%E0%A4%A; filename=plain.txt"],
		['bytes that are not UTF-8', "filename*=UTF-8''%FF.txt; filename=plain.txt"],
		['another charset', "filename*=ISO-8859-1''gr%F6%DFe.txt; filename=plain.txt"],
		['no charset', 'filename*=x.txt; filename=plain.txt'],
		['nothing in it', "filename*=UTF-8''; filename=plain.txt"],
		['a folder alone', "filename*=UTF-8''a%2F; filename=plain.txt"],
	])('gives way to a plain one when it has %s', (_what, parameters) => {
		expect(nameIn(parameters)).toBe('plain.txt');
	});

	test('that cannot be read is no name', () => {
		expect(nameIn("filename*=UTF-8''%FF")).toBeUndefined();
	});
});

test.each([
	['filename="/etc/passwd"', 'passwd'],
	['filename="../../evil.txt"', 'evil.txt'],
	['filename=a/b/c.txt', 'c.txt'],
	['filename="C:\\\\Users\\\\ada\\\\x.txt"', 'x.txt'],
	["filename*=UTF-8''..%2F..%2Fevil.txt", 'evil.txt'],
	["filename*=UTF-8''C%3A%5Cx%5Cy.txt", 'y.txt'],
	["filename*=UTF-8''a%2Fb%5Cc.txt", 'c.txt'],
])('%s loses its folders: %j', (parameters, name) => {
	expect(nameIn(parameters)).toBe(name);
});

test.each([
	["filename*=UTF-8''a%0D%0Ab%00.txt", 'a__b_.txt'],
	["filename*=UTF-8''a%C2%85%E2%80%A8b.txt", 'a__b.txt'],
	["filename*=UTF-8''fdp%E2%80%AEexe.txt", 'fdp_exe.txt'],
	['filename="a\tb.txt"', 'a_b.txt'],
	['filename="a\u007fb.txt"', 'a_b.txt'],
])('%j keeps no sign that hides what it is: %j', (parameters, name) => {
	expect(nameIn(parameters)).toBe(name);
});

test.each([
	'',
	'filename=".."',
	'filename="a/.."',
	'filename=.',
	"filename*=UTF-8''%2E%2E",
	'filename="  "',
	'filename=',
	'filename=""',
	'filename="a/"',
	'filename="/"',
	'name="x.txt"',
	'xfilename=a',
])('%j names no file', (parameters) => {
	expect(nameIn(parameters)).toBeUndefined();
});

const harmlessName = fc
	.string({ unit: 'grapheme', minLength: 1 })
	.filter((text) => !/[/\\\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]|^[\s.]*$/u.test(text));

test('any name without folders comes back from its encoded form', () => {
	fc.assert(
		fc.property(harmlessName, (text) => {
			// RFC 8187 encodes these, encodeURIComponent does not.
			const encoded = encodeURIComponent(text).replace(
				/['()*]/g,
				(sign) => `%${sign.charCodeAt(0).toString(16)}`,
			);
			expect(nameIn(`filename="x"; filename*=UTF-8''${encoded}`)).toBe(text);
		}),
	);
});

test('any name without folders comes back from its quoted form', () => {
	fc.assert(
		fc.property(harmlessName, (text) => {
			expect(nameIn(`filename="${text.replaceAll('"', '\\"')}"`)).toBe(text);
		}),
	);
});

test('no header gives a name with a folder in it, or an empty one', () => {
	const part = fc.constantFrom(
		'attachment',
		';',
		' ',
		'filename',
		'*',
		'=',
		'"',
		"UTF-8''",
		'%2F',
		'/',
		'\\',
		'..',
		'a',
		'%',
		'\n',
		'%00',
		'.',
	);
	const header = fc.array(part, { maxLength: 15 }).map((parts) => parts.join(''));
	fc.assert(
		fc.property(
			fc.oneof(
				header,
				header.map((text) => `attachment; filename=${text}`),
			),
			(text) => {
				const { name } = fileNameOf(text);
				if (name === undefined) return;
				expect(name).toMatch(/^[^/\\\p{Cc}]+$/u);
				expect(name).not.toMatch(/^\.*$/);
			},
		),
		{ numRuns: 1_000 },
	);
});

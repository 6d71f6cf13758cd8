import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import { notKept, readAnswer } from '../../../nodes/TriggerFlow/answer/readAnswer';
import { anyJson } from '../context/anyJson.mts';
import { masked } from './masked.mts';

const TOKEN = 'secret-token-123';

type Format = Parameters<typeof readAnswer>[2];

const read = (body: string | Buffer, type?: string, disposition?: string, format?: Format) => {
	const headers = { 'content-type': type, 'content-disposition': disposition };
	return readAnswer(masked(200, headers, Buffer.from(body), TOKEN), TOKEN, format);
};

test.each<[string, string | undefined, string | undefined]>([
	['', undefined, undefined],
	['', 'image/png', 'attachment'],
	[' \r\n', undefined, undefined],
	['\n', 'application/json', undefined],
])('%j is empty, under %j and %j', (body, type, disposition) => {
	expect(read(body, type, disposition)).toEqual({ kind: 'empty' });
});

test.each<[string, string | undefined, unknown]>([
	[' {"a":[1]}\n', undefined, { a: [1] }],
	['[1,null]', 'text/html; charset=utf-8', [1, null]],
	['\ufeff{"a":1}', 'application/xml', { a: 1 }],
	['5', 'application/json', 5],
	['null', 'application/problem+json', null],
	['"x"', 'TEXT/JSON; charset=utf-8', 'x'],
])('%j under %j is JSON', (body, type, value) => {
	expect(read(body, type)).toEqual({ kind: 'json', value });
});

test.each<[string, string | undefined]>([
	['hello', undefined],
	['007', 'text/plain'],
	['"see [1]"', 'text/plain'],
	['null', 'application/x-ndjson'],
	[' a=1\n', 'application/x-www-form-urlencoded'],
	['{"a":', 'application/json'],
	['{"a":1}\n{"a":2}', 'application/json'],
	['<html>', 'application/json'],
])('%j under %j is text, as it is', (text, type) => {
	expect(read(text, type)).toEqual({ kind: 'text', text });
	expect(read(text, type, 'inline; filename=x.txt')).toEqual({ kind: 'text', text });
});

test('another charset is read as such', () => {
	const [text, json] = [Buffer.from('é', 'latin1'), Buffer.from('["é"]', 'utf16le')];
	expect(read(text, 'text/plain; charset=latin1')).toEqual({ kind: 'text', text: 'é' });
	expect(read(json, 'a/json; charset=utf-16le')).toEqual({ kind: 'json', value: ['é'] });
});

test.each([
	[1_000, 'json'],
	[1_001, 'text'],
	[400_000, 'text'],
])('JSON of %i levels is %s: n8n goes no deeper', (levels, kind) => {
	expect(read('['.repeat(levels) + ']'.repeat(levels))).toMatchObject({ kind });
});

test('any JSON is read as it was written', () => {
	fc.assert(
		fc.property(anyJson, (value) => {
			const answer = read(JSON.stringify(value), 'application/json');
			expect(isDeepStrictEqual(answer, { kind: 'json', value })).toBe(true);
		}),
	);
});

describe('a file', () => {
	const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff]);
	const json = Buffer.from('{"a":1}');

	test.each<[Buffer, string | undefined, string | undefined, string, string | undefined]>([
		[bytes, 'image/png', undefined, 'image/png', undefined],
		[bytes, 'image/png', 'inline; filename=a.png', 'image/png', 'a.png'],
		[json, 'x/binary', undefined, 'x/binary', undefined],
		[json, 'text/csv; charset=x', 'attachment; filename="a/list.csv"', 'text/csv', 'list.csv'],
		[json, undefined, 'attachment', 'application/octet-stream', undefined],
	])('is %p under %j and %j', (body, type, disposition, mimeType, fileName) => {
		expect(read(body, type, disposition)).toEqual({
			kind: 'file',
			bytes: body,
			mimeType,
			fileName,
		});
	});

	test('that n8n could not keep has started the flow all the same', () => {
		const warning = expect.stringMatching(/was started, but.*could not keep.*: no space left$/);
		expect(notKept(new Error('no space left'))).toEqual({ kind: 'lost', warning });
		expect(notKept('full')).toMatchObject({ warning: expect.stringMatching(/: full$/) });
	});
});

test.each([
	['brokenOff', /did not arrive/],
	['tooLarge', /too large/],
] as const)('an answer that is %s has started the flow all the same', (lost, reason) => {
	const answer = { statusCode: 200, headers: {}, body: Buffer.from('{"a":1}'), lost };
	const { kind, warning } = readAnswer(answer, TOKEN) as { kind: string; warning: string };
	expect(kind).toBe('lost');
	expect(warning).toMatch(/^The flow was started, but .* Do not start it again/);
	expect(warning).toMatch(reason);
});

test.each<[string, Format, string, object]>([
	['5', 'json', 'application/octet-stream', { kind: 'json', value: 5 }],
	['{"a":1}', 'json', 'text/html', { kind: 'json', value: { a: 1 } }],
	['done', 'json', 'application/json', { kind: 'text', text: 'done' }],
	['{"a": 1}', 'text', 'application/json', { kind: 'text', text: '{"a": 1}' }],
	['{}', 'file', 'text/json', { kind: 'file', bytes: Buffer.from('{}'), mimeType: 'text/json' }],
	...(['json', 'text', 'file'] as const).map((format): [string, Format, string, object] => [
		'',
		format,
		'a/b',
		{ kind: 'empty' },
	]),
])('%j with Response Format %s under %s', (body, format, type, expected) => {
	expect(read(body, type, undefined, format)).toEqual(expected);
});

test.each<[string, string, string | undefined, object]>([
	[
		`{"a ${TOKEN}":["${TOKEN} b",1]}`,
		'text/plain',
		undefined,
		{ value: { 'a ***': ['*** b', 1] } },
	],
	['{"a":"\\u0073ecret-token-123"}', 'text/plain', undefined, { value: { a: '***' } }],
	[`"${TOKEN}"`, 'application/json', undefined, { value: '***' }],
	[`you sent ${TOKEN}!`, 'text/plain', undefined, { text: 'you sent ***!' }],
	[
		`a${TOKEN}b`,
		'application/pdf',
		`inline; filename="${TOKEN}.pdf"`,
		{ bytes: Buffer.from(`a${'*'.repeat(TOKEN.length)}b`), fileName: '***.pdf' },
	],
])('the token in %s under %s is masked', (body, type, disposition, expected) => {
	expect(read(body, type, disposition)).toMatchObject(expected);
});

test('whatever a flow answers, reading it does not fail', () => {
	const body = fc.oneof(
		fc.uint8Array().map((bytes) => Buffer.from(bytes)),
		anyJson.map((value) => Buffer.from(JSON.stringify(value).slice(0, 40))),
	);
	const types = [
		'application/json',
		'text/plain; charset=utf-16le',
		'text/x; charset=?',
		'a/b',
		';',
	];
	const type = fc.constantFrom(undefined, ...types);
	const disposition = fc.constantFrom(
		undefined,
		"attachment; filename*=UTF-8''%",
		'inline; filename="',
	);
	fc.assert(
		fc.property(body, type, disposition, (...given) => {
			expect(['empty', 'json', 'text', 'file']).toContain(read(...given).kind);
		}),
	);
});

import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import { notKept, readAnswer } from '../../../nodes/TriggerFlow/rules/answer/readAnswer';
import { anyJson } from '../context/anyJson.mts';
import { masked } from './masked.mts';

const TOKEN = 'secret-token-123';

const read = (body: string | Buffer, headers: Record<string, string | string[] | undefined> = {}) =>
	readAnswer(masked(200, headers, Buffer.from(body), TOKEN), TOKEN);

const typed = (body: string | Buffer, type: string) => read(body, { 'content-type': type });

describe('nothing', () => {
	test.each([
		{},
		{ 'content-type': 'application/json' },
		{ 'content-disposition': 'attachment' },
		{ 'content-type': 'image/png' },
	])('an empty body is empty, whatever its headers say: %j', (headers) => {
		expect(read('', headers)).toEqual({ kind: 'empty' });
	});

	test.each([' ', '\n', '\r\n\t '])('white space alone (%j) is empty', (body) => {
		expect(read(body)).toEqual({ kind: 'empty' });
		expect(typed(body, 'application/json')).toEqual({ kind: 'empty' });
	});

	test.each(['', '{"a":1}', 'text'])('a body that broke off (%j) is not read', (body) => {
		const answer = {
			statusCode: 200,
			headers: {},
			body: Buffer.from(body),
			lost: 'brokenOff',
		} as const;
		expect(readAnswer(answer, TOKEN)).toEqual({
			kind: 'lost',
			warning: expect.stringMatching(
				/^The flow was started, but .*broke off.*Do not start it again/,
			),
		});
	});

	test.each([
		[
			'an error',
			new Error('no space left'),
			/could not keep.*Do not start it again.*: no space left$/,
		],
		['anything else', 'full', /: full$/],
	])('a file that n8n could not keep, by %s', (_what, thrown, warning) => {
		expect(notKept(thrown)).toEqual({ kind: 'lost', warning: expect.stringMatching(warning) });
	});

	test.each([
		['tooLarge', /^The flow was started, but .*too large.*Do not start it again/],
		['late', /^The flow was started, but .*when the time was up.*Do not start it again/],
	] as const)('a body that was %s to be read', (lost, warning) => {
		const answer = { statusCode: 200, headers: {}, body: Buffer.alloc(0), lost };
		expect(readAnswer(answer, TOKEN)).toEqual({
			kind: 'lost',
			warning: expect.stringMatching(warning),
		});
	});

	test('a body that did not break off is read', () => {
		const answer = { statusCode: 200, headers: {}, body: Buffer.from('x') };
		expect(readAnswer(answer, TOKEN)).toEqual({ kind: 'text', text: 'x' });
	});
});

describe('JSON', () => {
	test.each([
		undefined,
		'application/json',
		'text/plain',
		'text/html; charset=utf-8',
		'application/xml',
	])('an object or array is JSON under the type %s', (type) => {
		const headers = { 'content-type': type };
		expect(read(' {"a":[1]}\n', headers)).toEqual({ kind: 'json', value: { a: [1] } });
		expect(read('\n[1,null]', headers)).toEqual({ kind: 'json', value: [1, null] });
	});

	test.each([
		'application/json',
		'application/problem+json',
		'text/json',
		'APPLICATION/JSON; charset=utf-8',
	])('a scalar is JSON under %s', (type) => {
		expect(typed('5', type)).toEqual({ kind: 'json', value: 5 });
		expect(typed('"x"', type)).toEqual({ kind: 'json', value: 'x' });
		expect(typed('null', type)).toEqual({ kind: 'json', value: null });
		expect(typed('false', type)).toEqual({ kind: 'json', value: false });
	});

	test.each(['007', '5', '"x"', '"see [1]"', 'null', 'true'])(
		'%s stays a text under a type that is not JSON',
		(body) => {
			expect(typed(body, 'text/plain')).toEqual({ kind: 'text', text: body });
			expect(typed(body, 'text/json5')).toEqual({ kind: 'text', text: body });
			expect(typed(body, 'application/x-ndjson')).toEqual({ kind: 'text', text: body });
			expect(read(body)).toEqual({ kind: 'text', text: body });
		},
	);

	test('in another charset is read in it', () => {
		expect(typed(Buffer.from('{"ö":"é"}', 'latin1'), 'application/json; charset=latin1')).toEqual({
			kind: 'json',
			value: { ö: 'é' },
		});
		expect(typed(Buffer.from('[1]', 'utf16le'), 'application/json; charset=utf-16le')).toEqual({
			kind: 'json',
			value: [1],
		});
	});

	test('after a byte order mark is JSON', () => {
		expect(typed('\ufeff{"a":1}', 'application/json')).toEqual({ kind: 'json', value: { a: 1 } });
	});

	test.each(['{"a":', '{a:1}', '[1,]', '{"a":1}\n{"a":2}', '<html>', 'hello'])(
		'that cannot be read (%j) is a text',
		(body) => {
			expect(typed(body, 'application/json')).toEqual({ kind: 'text', text: body });
		},
	);

	test('of any kind is read as it was written', () => {
		fc.assert(
			fc.property(anyJson, (value) => {
				const answer = typed(JSON.stringify(value), 'application/json');
				expect(isDeepStrictEqual(answer, { kind: 'json', value })).toBe(true);
			}),
		);
	});

	test.each([
		[1_000, 'json'],
		[1_001, 'text'],
		[5_000, 'text'],
		[400_000, 'text'],
	])('nested %i levels deep it is %s: the flow has started', (levels, kind) => {
		for (const inner of ['1', `"${TOKEN}"`]) {
			const body = `${'['.repeat(levels)}${inner}${']'.repeat(levels)}`;
			expect(typed(body, 'application/json')).toMatchObject({ kind });
		}
	});
});

describe('text', () => {
	test.each([
		'text/plain',
		'text/html',
		'application/xml',
		'image/svg+xml',
		'application/x-www-form-urlencoded',
	])('is kept as it is under %s, white space included', (type) => {
		expect(typed(' a=1\n', type)).toEqual({ kind: 'text', text: ' a=1\n' });
	});

	test('without a type is text', () => {
		expect(read('hello')).toEqual({ kind: 'text', text: 'hello' });
	});

	test('is read in its charset', () => {
		expect(typed(Buffer.from('é', 'latin1'), 'text/plain; charset=iso-8859-1')).toEqual({
			kind: 'text',
			text: 'é',
		});
	});

	test('is inline with a file name when no one asks for a file', () => {
		expect(read('x', { 'content-disposition': 'inline; filename=x.txt' })).toEqual({
			kind: 'text',
			text: 'x',
		});
	});
});

describe('a file', () => {
	const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff]);

	test('is what has a type that is not text, its bytes untouched', () => {
		expect(typed(PNG, 'image/png')).toEqual({
			kind: 'file',
			bytes: PNG,
			mimeType: 'image/png',
			fileName: undefined,
		});
	});

	test('is JSON under a type that is not text', () => {
		expect(typed('{"a":1}', 'application/octet-stream')).toMatchObject({
			kind: 'file',
			bytes: Buffer.from('{"a":1}'),
		});
	});

	test.each(['text/csv', 'application/json'])('is %s when it is sent as an attachment', (type) => {
		const headers = {
			'content-type': `${type}; charset=utf-8`,
			'content-disposition': 'attachment; filename="a/list.csv"',
		};
		expect(read('{"a":1}', headers)).toEqual({
			kind: 'file',
			bytes: Buffer.from('{"a":1}'),
			mimeType: type,
			fileName: 'list.csv',
		});
	});

	test('without a type is a stream of bytes', () => {
		expect(read('x', { 'content-disposition': 'attachment' })).toEqual({
			kind: 'file',
			bytes: Buffer.from('x'),
			mimeType: 'application/octet-stream',
			fileName: undefined,
		});
	});

	test('keeps its name when it is inline', () => {
		const headers = {
			'content-type': 'image/png',
			'content-disposition': 'inline; filename=a.png',
		};
		expect(read(PNG, headers)).toMatchObject({ kind: 'file', fileName: 'a.png' });
	});
});

describe('the token is masked', () => {
	test('in the keys and texts of JSON', () => {
		expect(read(`{"a ${TOKEN}":["${TOKEN} b",1]}`)).toEqual({
			kind: 'json',
			value: { 'a ***': ['*** b', 1] },
		});
	});

	test('in JSON that writes it with escapes', () => {
		expect(read('{"a":"\\u0073ecret-token-123"}')).toEqual({ kind: 'json', value: { a: '***' } });
	});

	test('in a scalar', () => {
		expect(typed(`"${TOKEN}"`, 'application/json')).toEqual({ kind: 'json', value: '***' });
	});

	test('in text, in every charset', () => {
		expect(read(`you sent ${TOKEN}!`)).toEqual({ kind: 'text', text: 'you sent ***!' });
		expect(typed(Buffer.from(TOKEN, 'utf16le'), 'text/plain; charset=utf-16le')).toEqual({
			kind: 'text',
			text: '***',
		});
	});

	test('in a file, which keeps its length, and in its name', () => {
		const headers = {
			'content-type': 'application/pdf',
			'content-disposition': `attachment; filename="${TOKEN}.pdf"`,
		};
		expect(read(`a${TOKEN}b`, headers)).toEqual({
			kind: 'file',
			bytes: Buffer.from(`a${'*'.repeat(TOKEN.length)}b`),
			mimeType: 'application/pdf',
			fileName: '***.pdf',
		});
	});
});

test('whatever a flow answers, reading it does not fail', () => {
	const header = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
	const body = fc.oneof(
		fc.uint8Array().map((bytes) => Buffer.from(bytes)),
		anyJson.map((value) => Buffer.from(JSON.stringify(value).slice(0, 40))),
	);
	const type = header(
		'application/json',
		'text/plain; charset=utf-16le',
		'text/x; charset=?',
		'a/b',
		';',
	);
	const disposition = header(
		'attachment',
		"attachment; filename*=UTF-8''%",
		'inline; filename="',
		'',
	);
	fc.assert(
		fc.property(body, type, disposition, (bytes, contentType, contentDisposition) => {
			const headers = {
				'content-type': contentType,
				'content-disposition': contentDisposition,
			};
			expect(['empty', 'json', 'text', 'file']).toContain(read(bytes, headers).kind);
		}),
	);
});

describe('a format that the person chose', () => {
	const read = (body: string, format: 'json' | 'text' | 'file', contentType = 'text/html') =>
		readAnswer(
			masked(200, { 'content-type': contentType }, Buffer.from(body), TOKEN),
			TOKEN,
			format,
		);

	test.each([
		['5', 5],
		['"x"', 'x'],
		['{"a":1}', { a: 1 }],
	])('json reads %s as JSON whatever its type', (body, value) => {
		expect(read(body, 'json', 'application/octet-stream')).toEqual({ kind: 'json', value });
	});

	test('json leaves what is not JSON a text: the flow has started', () => {
		expect(read('done', 'json')).toEqual({ kind: 'text', text: 'done' });
	});

	test('text leaves JSON as it is', () => {
		const json = '{"a": 1}';
		expect(read(json, 'text', 'application/json')).toEqual({ kind: 'text', text: json });
	});

	test('file makes a file of anything', () => {
		expect(read('{}', 'file', 'application/json')).toMatchObject({
			kind: 'file',
			mimeType: 'application/json',
			bytes: Buffer.from('{}'),
		});
	});

	test.each(['json', 'text', 'file'] as const)('%s takes an empty body for nothing', (format) => {
		expect(read('', format)).toEqual({ kind: 'empty' });
	});

	test.each(['json', 'text', 'file'] as const)('%s masks the token', (format) => {
		const answer = read(`{"a":"${TOKEN}"}`, format);
		const shown = answer.kind === 'file' ? answer.bytes.toString() : JSON.stringify(answer);
		expect(shown).not.toContain(TOKEN);
	});
});

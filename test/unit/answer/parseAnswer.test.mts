import { maskAnswer } from '../../../nodes/StartFlow/http/attempt';
import type { HttpAnswer } from '../../../nodes/StartFlow/http/attempt';
import { declareMasked } from '../../../nodes/StartFlow/shared/mask';
import { parseAnswer, parseDisposition } from '../../../nodes/StartFlow/answer/parseAnswer';

const TOKEN = 'secret-token-123';

type Format = Parameters<typeof parseAnswer>[2];

const read = (
	body: string | Buffer,
	type?: string,
	disposition?: string,
	format: Format = 'auto',
) => {
	const headers = { 'content-type': type, 'content-disposition': disposition };
	const answer = { statusCode: 200, headers, body: Buffer.from(body) };
	return parseAnswer(maskAnswer(answer, TOKEN), TOKEN, format);
};

test.each<[string, string | undefined, unknown]>([
	['', undefined, {}],
	['\n', 'application/json', {}],
	[' {"a":[1]}\n', undefined, { a: [1] }],
	['[1,null]', 'text/html; charset=utf-8', [1, null]],
	['5', 'application/json', 5],
	['null', 'application/problem+json', null],
	['"x"', 'TEXT/JSON; charset=utf-8', 'x'],
	['{"ok":1}', 'application/octet-stream', { ok: 1 }],
	['1.50', 'text/plain', '1.50'],
	[' a=1\n', 'application/x-www-form-urlencoded', ' a=1\n'],
	['{"a":', 'application/json', '{"a":'],
	['{"ok":1}\n{"ok":2}', 'application/jsonl', '{"ok":1}\n{"ok":2}'],
	['n;é', 'application/vnd.acme.report', 'n;é'],
])('reads %j under %j as empty, JSON or text', (body, type, value) => {
	expect(read(body, type)).toEqual({ value });
	expect(read(body, type, 'inline; filename=x.txt')).toEqual({ value });
});

const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff]);
const json = Buffer.from('{"a":1}');

test.each<[Buffer, string | undefined, string | undefined, string, string | undefined]>([
	[bytes, 'image/png', 'inline; filename=a.png', 'image/png', 'a.png'],
	[bytes, 'application/vnd.acme.report', undefined, 'application/vnd.acme.report', undefined],
	[json, 'image/svg+xml', undefined, 'image/svg+xml', undefined],
	[json, 'application/vnd.ms-excel', undefined, 'application/vnd.ms-excel', undefined],
	[json, 'text/csv; charset=x', 'attachment; filename="a/list.csv"', 'text/csv', 'list.csv'],
])('reads %p under %j and %j as a file', (body, type, disposition, mimeType, fileName) => {
	expect(read(body, type, disposition)).toEqual({
		value: {},
		file: { bytes: body, mimeType, fileName },
	});
});

test.each([
	['unreadable', 'could not be read completely'],
	['notKept', 'was not kept, to save space'],
] as const)('says that the flow was started when its answer is %s', (missing, problem) => {
	const answer: HttpAnswer = { statusCode: 200, headers: {}, body: json, missing };
	const warning = `The flow was started, but its answer ${problem}. There is no need to start it again.`;
	const parsed = parseAnswer(declareMasked(answer), TOKEN, 'auto');
	expect(parsed).toEqual({ value: { statusCode: 200, warning } });
});

test.each<[string, Format, string, object]>([
	['done', 'json', 'application/json', { value: 'done' }],
	['{"a": 1}', 'text', 'application/json', { value: '{"a": 1}' }],
	['{"a":1}', 'file', 'text/json', { value: {}, file: { bytes: json, mimeType: 'text/json' } }],
	['', 'file', 'a/b', { value: {} }],
	['5', 'json', 'image/png', { value: 5 }],
])('reads %j with Response Format %s under %s', (body, format, type, expected) => {
	expect(read(body, type, undefined, format)).toEqual(expected);
});

describe('a Content-Disposition', () => {
	test.each([
		['  ATTACHMENT ; filename=x', true],
		['inline; filename=attachment', false],
		[undefined, false],
	])('decides whether %j is an attachment: %s', (header, isAttachment) => {
		expect(parseDisposition(header, TOKEN).isAttachment).toBe(isAttachment);
	});

	test.each([
		['size=5;FILENAME = "annual report.pdf" ; x=y', 'annual report.pdf'],
		['filename="a;b=\\"c\\".txt"', 'a;b="c".txt'],
		[`filename="plain.txt"; filename*=UTF-8''a%3Bb%22.txt`, 'a;b".txt'],
		["filename*=UTF-8''%E0%A4%A; filename=plain.txt", 'plain.txt'],
		// Folders are dropped, and so are characters that hide the real name.
		['filename="C:\\\\Users\\\\ada\\\\x.txt"', 'x.txt'],
		["filename*=UTF-8''..%2F..%2Fevil.txt", 'evil.txt'],
		['filename=".."', undefined],
		[`filename*="UTF-8''a%20b.txt"`, 'a b.txt'],
		['filename=annual report.pdf; size=5', 'annual report.pdf'],
		['xfilename=a', undefined],
	])('reads from %j the name %j', (parameters, name) => {
		expect(parseDisposition(`attachment; ${parameters}`, TOKEN).fileName).toBe(name);
	});
});

import fc from 'fast-check';

import {
	CUT_MARK,
	MAX_BODY_CHARACTERS,
	parseErrorBody,
} from '../../../nodes/StartFlow/outcome/describeFailure';
import type { JsonValue } from '../../../nodes/StartFlow/shared/json';
import { plainToken } from '../arbitraries.mts';
import { masked } from '../http/masked.mts';

const TOKEN = 'secret-token-123';

const readBody = (body: string | Buffer, type?: string, token = TOKEN) =>
	parseErrorBody(masked(422, { 'content-type': type }, Buffer.from(body), token), token);

test.each<[string | Buffer, string | undefined, JsonValue]>([
	['{"error":"no such field"}', 'text/plain', { error: 'no such field' }],
	['[1,2]', undefined, [1, 2]],
	['{"half":', 'application/json', '{"half":'],
	['no\n such  field', 'text/plain', 'no\n such  field'],
	['<h1>No</h1>', 'text/html', '<h1>No</h1>'],
	[Buffer.from('größer', 'latin1'), 'text/plain; charset=iso-8859-1', 'größer'],
])('reads %j under %s as %j', (body, type, expected) => {
	expect(readBody(body, type).body).toEqual(expected);
});

test.each<[string, string]>([
	['{"message":"Card declined","code":7}', 'Card declined'],
	['{"detail":"a","error":"b","message":"c"}', 'c – b – a'],
	['{"error":"Bad Request","message":"Bad Request"}', 'Bad Request'],
	['{"error":{"code":5,"message":"no\\nsuch field"}}', 'no such field'],
	['{"message":5,"error":" "}', '{"message":5,"error":" "}'],
	[`{"a":\n"${'x'.repeat(1000)}"}`, `{"a": "${'x'.repeat(292)}…`],
	['\r\n', ''],
])('shows for %.40s: %.40s', (body, line) => {
	expect(readBody(body, 'application/json').line).toBe(line);
});

test('masks a token that an escape hides', () => {
	const escaped = TOKEN.replace('s', '\\u0073');
	const { line, body } = readBody(`{"message":"your token ${escaped}"}`, 'application/json');
	expect([line, body]).toEqual(['your token ***', { message: 'your token ***' }]);
});

test('gives a longer body as text, with a mark that it was cut', () => {
	const whole = JSON.stringify(['x'.repeat(MAX_BODY_CHARACTERS - 4)]);
	expect(readBody(whole).body).toEqual([expect.any(String)]);
	const longer = JSON.stringify(['x'.repeat(MAX_BODY_CHARACTERS - 3)]);
	expect(readBody(longer).body).toBe(longer.slice(0, MAX_BODY_CHARACTERS) + CUT_MARK);
	const emoji = `x${'😀'.repeat(MAX_BODY_CHARACTERS)}`;
	expect(readBody(emoji, 'text/plain').body).toBe(
		`x${'😀'.repeat(MAX_BODY_CHARACTERS / 2 - 1)}${CUT_MARK}`,
	);
});

const FORMS: Array<(token: string) => string> = [
	(token) => token,
	encodeURIComponent,
	(token) => token.replaceAll('/', '\\/'),
	(token) => token.replaceAll('/', '&#x2F;'),
];

test('leaves nothing of a token in any form, wherever the body is cut', () => {
	const places = fc.oneof(
		fc.integer({ min: 0, max: 40 }),
		fc.integer({ min: MAX_BODY_CHARACTERS - 300, max: MAX_BODY_CHARACTERS + 20 }),
		fc.integer({ min: MAX_BODY_CHARACTERS * 4 - 400, max: MAX_BODY_CHARACTERS * 4 + 3_000 }),
	);
	const tokens = plainToken.map((token) => token.replaceAll('_', '/'));
	fc.assert(
		fc.property(tokens, fc.constantFrom(...FORMS), places, (token, form, at) => {
			const text = 'é'.repeat(at) + `${form(token)} `.repeat(3) + 'é'.repeat(30_000);
			const shown = JSON.stringify(readBody(text, 'text/plain', token));
			expect(shown).not.toContain(token);
			// A few characters at its beginning may be in the text anyway.
			expect(shown).not.toContain(JSON.stringify(form(token.slice(0, 6))).slice(1, -1));
		}),
	);
});

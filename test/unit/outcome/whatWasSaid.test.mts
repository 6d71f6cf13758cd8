import fc from 'fast-check';

import type { JsonValue } from '../../../nodes/TriggerFlow/shared/json';
import { CUT, LONGEST_SAID, whatWasSaid } from '../../../nodes/TriggerFlow/outcome/whatWasSaid';
import { masked } from '../answer/masked.mts';
import { anyJson } from '../context/anyJson.mts';
import { anyToken, plainToken } from '../secrets/tokens.mts';

const TOKEN = 'secret-token-123';

const said = (body: string | Buffer, type?: string, token = TOKEN) =>
	whatWasSaid(masked(422, { 'content-type': type }, Buffer.from(body), token), token);

test.each<[string, string | undefined, JsonValue]>([
	['{"error":"no such field"}', 'application/json', { error: 'no such field' }],
	['{"error":"no such field"}', 'text/plain', { error: 'no such field' }],
	['[1,2]', undefined, [1, 2]],
	['"no"', 'application/problem+json', 'no'],
	['null', 'application/json', null],
	['"no"', 'text/plain', '"no"'],
	['007', undefined, '007'],
	['{"half":', 'application/json', '{"half":'],
	['no\n such  field', 'text/plain', 'no\n such  field'],
	['<h1>No</h1>', 'text/html', '<h1>No</h1>'],
	['no', 'application/octet-stream', 'no'],
])('%j as %s is %j', (body, type, expected) => {
	expect(said(body, type).body).toEqual(expected);
});

test('the line is short and has no breaks, whatever the body is', () => {
	expect(said(`{"a":\n"${'x'.repeat(1000)}"}`).line).toBe(`{"a": "${'x'.repeat(292)}…`);
});

test.each<[string, string]>([
	['{"message":"Card declined","code":7}', 'Card declined'],
	['{"error":"no such field"}', 'no such field'],
	['{"detail":"a","error":"b","message":"c"}', 'c – b – a'],
	['{"error":"Bad Request","message":"Bad Request"}', 'Bad Request'],
	['{"error":{"code":5,"message":"no\\nsuch field"}}', 'no such field'],
	['{"errors":["a"]}', '{"errors":["a"]}'],
	['{"message":5,"error":" "}', '{"message":5,"error":" "}'],
	['[{"message":"a"}]', '[{"message":"a"}]'],
])('of %s, the line is %s', (body, line) => {
	expect(said(body, 'application/json').line).toBe(line);
});

test('the token is in no line, however it is written', () => {
	const escaped = TOKEN.replace('s', '\\u0073');
	expect(said(`{"message":"your token ${escaped}"}`, 'application/json').line).toBe(
		'your token ***',
	);
});

test('any JSON of up to 10 kB is itself', () => {
	fc.assert(
		fc.property(anyJson, plainToken, (value, token) => {
			const text = JSON.stringify(value);
			fc.pre(text.length <= LONGEST_SAID);
			expect(said(text, 'application/json', token).body).toEqual(JSON.parse(text));
		}),
	);
});

test('what is longer than 10 kB is text that says that it was cut', () => {
	const whole = JSON.stringify(['x'.repeat(LONGEST_SAID - 4)]);
	expect(said(whole).body).toEqual([expect.any(String)]);
	const longer = JSON.stringify(['x'.repeat(LONGEST_SAID - 3)]);
	expect(said(longer).body).toBe(longer.slice(0, LONGEST_SAID) + CUT);
});

test('what is far too long is cut in the same way, without being read to its end', () => {
	const huge = Buffer.alloc(50_000_000, 'x');
	expect(said(huge, 'application/json').body).toBe('x'.repeat(LONGEST_SAID) + CUT);
});

test.each([
	['', LONGEST_SAID / 2],
	['x', LONGEST_SAID / 2 - 1],
])('no character is cut in two: %j before it', (before, whole) => {
	const { body } = said(before + '😀'.repeat(LONGEST_SAID), 'text/plain');
	expect(body).toBe(`${before}${'😀'.repeat(whole)}… (cut)`);
});

const tokenWithSlashes = plainToken.map((token) => token.replaceAll('_', '/'));

const FORMS: Array<(token: string) => string> = [
	(token) => token,
	encodeURIComponent,
	(token) => token.replaceAll('/', '\\/'),
	(token) => token.replaceAll('/', '&#x2F;'),
];

/** No more of the token than some signs at its beginning, which may stand anywhere. */
function expectNothingOf(token: string, body: unknown, form: (token: string) => string): void {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	expect(text).not.toContain(token);
	expect(text).not.toContain(form(token.slice(0, 6)));
}

test('nothing of a token is left, in any form, wherever the body is cut', () => {
	const places = fc.oneof(
		fc.integer({ min: 0, max: 40 }),
		fc.integer({ min: LONGEST_SAID - 300, max: LONGEST_SAID + 20 }),
		fc.integer({ min: LONGEST_SAID * 4 - 400, max: LONGEST_SAID * 4 + 3_000 }),
	);
	fc.assert(
		fc.property(tokenWithSlashes, fc.constantFrom(...FORMS), places, (token, form, at) => {
			const text = 'é'.repeat(at) + form(token).repeat(3) + 'é'.repeat(30_000);
			const { line, body } = said(text, 'text/plain', token);
			expectNothingOf(token, body, form);
			expectNothingOf(token, line, form);
		}),
	);
});

test('nothing of a token is left where so many are masked that the end moves up', () => {
	fc.assert(
		fc.property(tokenWithSlashes, fc.constantFrom(...FORMS), fc.nat(50), (token, form, shift) => {
			const text = ' '.repeat(shift) + `${form(token)} `.repeat(10_000);
			expectNothingOf(token, said(text, 'text/plain', token).body, form);
		}),
		{ numRuns: 30 },
	);
});

test('the token is in no JSON, as a key, a text or a number', () => {
	fc.assert(
		fc.property(anyToken, fc.constantFrom(0, 1), (token, place) => {
			const body = JSON.stringify(place === 0 ? { [token]: 1 } : [{ a: `x${token}` }]);
			expect(JSON.stringify(said(body, undefined, token).body)).not.toContain(
				JSON.stringify(token).slice(1, -1),
			);
		}),
	);
	expect(said('{"you sent":1234567890}', undefined, '1234567890').body).toBe('{"you sent":***}');
});

test.each([3_000, 4_500, 9_999])('%i brackets in each other are no trouble', (depth) => {
	const { body } = said('['.repeat(depth / 2) + ']'.repeat(depth / 2), 'application/json');
	expect(body).toBeDefined();
});

test.each(['', ' ', '\r\n'])('%j is nothing', (body) => {
	expect(said(body).line).toBe('');
});

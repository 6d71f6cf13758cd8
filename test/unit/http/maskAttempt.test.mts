import fc from 'fast-check';

import { decodeText } from '../../../nodes/TriggerFlow/http/contentType';
import { maskAttempt } from '../../../nodes/TriggerFlow/http/maskAttempt';
import { masked } from '../answer/masked.mts';
import { plainToken } from '../secrets/tokens.mts';

const TOKEN = 'secret-token-123';

/** The text that somebody reads who trusts the headers. */
function textOf(type: string, body: Buffer, token = TOKEN, statusCode = 200): string {
	const answer = masked(statusCode, { 'content-type': type }, body, token);
	return decodeText(answer.body, answer.headers['content-type']);
}

test('an error is masked in its message', () => {
	const error = { code: 'HPE_INVALID_CONSTANT', message: `Expected HTTP/, got ${TOKEN}` };
	expect(maskAttempt({ error }, TOKEN)).toEqual({
		error: { code: 'HPE_INVALID_CONSTANT', message: 'Expected HTTP/, got ***' },
	});
});

test('headers are masked in names and values, each of several too', () => {
	const headers = { [`x-${TOKEN}`]: 'a', echo: `Bearer ${TOKEN}`, 'set-cookie': ['a', TOKEN] };
	expect(masked(200, headers, Buffer.alloc(0), TOKEN).headers).toEqual({
		'x-***': 'a',
		echo: 'Bearer ***',
		'set-cookie': ['a', '***'],
	});
});

test('an answer without the token is the same, byte for byte', () => {
	fc.assert(
		fc.property(
			fc.uint8Array().map((bytes) => Buffer.from(bytes)),
			fc.constantFrom('', 'text/plain', 'text/plain; charset=utf-16le', 'image/png'),
			(body, type) => {
				const headers = { 'content-type': type };
				expect(masked(200, headers, body, TOKEN)).toEqual({ statusCode: 200, headers, body });
			},
		),
	);
});

test.each(['brokenOff', 'tooLarge'] as const)('an answer that is lost (%s) stays so', (lost) => {
	const answer = { statusCode: 200, headers: {}, body: Buffer.alloc(0), lost };
	expect(maskAttempt({ answer }, TOKEN)).toEqual({ answer });
});

test('a file keeps its length, and a text is masked as short as everything else', () => {
	const body = Buffer.from(`<${TOKEN}>`);
	expect(textOf('application/pdf', body)).toBe(`<${'*'.repeat(TOKEN.length)}>`);
	expect(textOf('text/html', body)).toBe('<***>');
	// What a service says of a failure is shown as text.
	expect(textOf('application/pdf', body, TOKEN, 400)).toBe('<***>');
});

test.each<[string, (text: string) => Buffer]>([
	['utf-8', (text) => Buffer.from(text)],
	['iso-8859-1', (text) => Buffer.from(text, 'latin1')],
])('the text around the token stays readable in %s', (charset, encode) => {
	const around = fc.string({ unit: fc.constantFrom('é', 'ß', ' ', '\n', '!'), maxLength: 9 });
	fc.assert(
		fc.property(plainToken, around, around, (token, before, behind) => {
			const text = textOf(`text/plain; charset=${charset}`, encode(before + token + behind), token);
			expect(text).toBe(`${before}***${behind}`);
		}),
	);
});

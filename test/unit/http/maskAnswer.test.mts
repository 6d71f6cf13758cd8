import fc from 'fast-check';

import { decodeText } from '../../../nodes/StartFlow/http/contentHeaders';
import { masked } from './masked.mts';

const TOKEN = 'secret-token-123';

/** The text that a reader gets who trusts the headers. */
function textOf(type: string, body: Buffer, statusCode = 200): string {
	const answer = masked(statusCode, { 'content-type': type }, body, TOKEN);
	return decodeText(answer.body, answer.headers['content-type']);
}

test('masks names and values of headers, and each of several values', () => {
	const headers = { [`x-${TOKEN}`]: 'a', echo: `Bearer ${TOKEN}`, 'set-cookie': ['a', TOKEN] };
	expect(masked(200, headers, Buffer.alloc(0), TOKEN).headers).toEqual({
		'x-***': 'a',
		echo: 'Bearer ***',
		'set-cookie': ['a', '***'],
	});
});

test('does not change a byte of an answer without the token', () => {
	const types = fc.constantFrom('', 'text/plain', 'text/plain; charset=utf-16le', 'image/png');
	fc.assert(
		fc.property(fc.uint8Array(), types, (bytes, type) => {
			const [body, headers] = [Buffer.from(bytes), { 'content-type': type }];
			expect(masked(200, headers, body, TOKEN)).toEqual({ statusCode: 200, headers, body });
		}),
	);
});

test('keeps the length of a file, and masks text with three characters', () => {
	const body = Buffer.from(`<${TOKEN}>`);
	expect(textOf('application/pdf', body)).toBe(`<${'*'.repeat(TOKEN.length)}>`);
	expect(textOf('text/html', body)).toBe('<***>');
	// The body of a failure is shown as text.
	expect(textOf('application/pdf', body, 400)).toBe('<***>');
});

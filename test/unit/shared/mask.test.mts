import fc from 'fast-check';

import {
	maskBytes,
	maskJson,
	maskPieces,
	maskText,
	parseMaskedJson,
} from '../../../nodes/StartFlow/shared/mask';
import type { JsonValue } from '../../../nodes/StartFlow/shared/json';
import { ESCAPES } from '../../leaks/plantToken.mts';
import { anyJson, anyToken, plainToken } from '../arbitraries.mts';

const MASK = '***';
const TOKEN = `ab/cd+"\\'&%=`;

/** Text around a token. Its characters are in no encoding of the token. */
const around = fc.string({
	unit: fc.constantFrom('ä', 'ß', '漢', '😀', '\n', ' ', '\0', '\ud800'),
	minLength: 1,
	maxLength: 20,
});

const pieces = fc.array(around, { minLength: 2, maxLength: 4 });

describe('text', () => {
	test('is masked where the token is in lower case, as in a host', () => {
		expect(maskText('x-abc-def-123: ABC-DEF-123', 'Abc-Def-123')).toBe('x-***: ABC-DEF-123');
	});

	test.each([
		['in a word', 'abcd xabc abc1 1abc YWJj', 'abcd xabc abc1 1abc YWJj'],
		['alone', 'abc', '***'],
		['between quotes', '{"token":"abc"}', '{"token":"***"}'],
	])('is masked where a token of less than 8 characters is alone: %s', (_what, text, masked) => {
		expect(maskText(text, 'abc')).toBe(masked);
	});

	test('is masked everywhere where eight characters belong to the token', () => {
		expect(maskText('xabcdefghx', 'abcdefgh')).toBe('x***x');
		expect(maskText('xYWJjZGVmx', 'abcdef')).toBe('x***x');
	});

	test('is masked by the whole token, and not by a pattern', () => {
		expect(maskText(TOKEN.slice(1), TOKEN)).toBe(TOKEN.slice(1));
		expect(maskText('axb a.b $&', 'a.b')).toBe('axb *** $&');
	});

	test.each(Object.entries(ESCAPES))(
		'is masked for any token, and nothing else is: %s',
		(_name, escape) => {
			fc.assert(
				fc.property(anyToken, pieces, (token, parts) => {
					for (const form of [token, escape(token), escape(escape(token))]) {
						expect(maskText(parts.join(form), token)).toBe(parts.join(MASK));
					}
				}),
				{ numRuns: 50 },
			);
		},
	);

	test.each(
		(['base64', 'base64url'] as const).flatMap((alphabet) =>
			[0, 1, 2].map((offset) => [alphabet, offset] as const),
		),
	)('is masked for any token within %s, from byte %i of three on', (alphabet, offset) => {
		fc.assert(
			fc.property(anyToken, fc.string({ maxLength: 30 }), fc.string(), (token, some, behind) => {
				// Base64 of something that differs only at its ends is masked, too.
				fc.pre(!`${some} ${behind}`.includes(token.slice(1, -1)));
				const length = Buffer.byteLength(some);
				const before = some + ' '.repeat((3 - (length % 3) + offset) % 3);
				const encoded = Buffer.from(before + token + behind).toString(alphabet);
				const [start = '', end = '', ...more] = maskText(encoded, token).split(MASK);
				expect(more).toEqual([]);
				expect(encoded.startsWith(start) && encoded.endsWith(end)).toBe(true);
				// At both ends, three bytes may mix the token with its neighbours.
				const shown = Buffer.byteLength(before) + Buffer.byteLength(behind);
				expect(((start + end.replace(/=+$/, '')).length * 6) / 8).toBeLessThan(shown + 4);
			}),
			{ numRuns: 50 },
		);
	});
});

test('JSON is masked in every key and string, at every level', () => {
	const value = {
		[TOKEN]: TOKEN,
		list: [`x${TOKEN}`, [encodeURIComponent(TOKEN)], { [`k${TOKEN}`]: 1 }],
		other: [1, true, null, 'x'],
	};
	const before = structuredClone(value);
	expect(maskJson<JsonValue>(value, TOKEN)).toEqual({
		[MASK]: MASK,
		list: [`x${MASK}`, [MASK], { [`k${MASK}`]: 1 }],
		other: [1, true, null, 'x'],
	});
	expect(value).toEqual(before);
});

describe('nothing is copied without the token', () => {
	test('in JSON and bytes', () => {
		fc.assert(
			fc.property(anyJson, plainToken, (value, token) => {
				expect(maskJson(value, token)).toBe(value);
				expect(maskPieces(value, token)).toEqual(value);
				const bytes = Buffer.from(JSON.stringify(value));
				expect(maskBytes(bytes, token)).toBe(bytes);
			}),
		);
	});

	test('in headers, which have a class of their own', () => {
		class Headers {
			etag = 'x';
		}
		const headers = new Headers();
		expect(maskJson(headers, TOKEN)).toBe(headers);
	});
});

test('JSON text is parsed and masked like its value', () => {
	fc.assert(
		fc.property(anyJson, anyToken, (value, token) => {
			const json = maskText(JSON.stringify([value, { [`a ${token}`]: `${token} b` }]), token);
			expect(parseMaskedJson(json, token)).toEqual(
				maskJson<JsonValue>(JSON.parse(json) as JsonValue, token),
			);
		}),
	);
});

test('masks the token in bytes, and keeps all other bytes', () => {
	fc.assert(
		fc.property(anyToken, pieces, (token, parts) => {
			const bytes = Buffer.from(parts.join(token));
			expect(maskBytes(bytes, token)).toEqual(Buffer.from(parts.join(MASK)));
			expect(bytes).toEqual(Buffer.from(parts.join(token)));
		}),
	);
});

test.each([
	['"ABCDEFGHIJKLMNO…", "xIJKLMNOP"...', '*** ***'],
	['"BCDEFGHI…IJKLMNOPx" is not ABCDEFGHIJKLMNOP', '*** is not ***'],
	// Without an ellipsis, nothing was cut, and these are the words of the node.
	['ABCDEFGHIJKLMNO, nothing to hide…', 'ABCDEFGHIJKLMNO, nothing to hide…'],
])('masks a cut piece of the token in a message: %j becomes %j', (text, shown) => {
	expect(maskPieces({ [text]: [text] }, 'ABCDEFGHIJKLMNOP')).toEqual({ [shown]: [shown] });
});

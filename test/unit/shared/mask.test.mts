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
	test.each([
		// A host is in lower case.
		['Abc-Def-123', 'x-abc-def-123: ABC-DEF-123', 'x-***: ABC-DEF-123'],
		// Less than eight characters may be a part of any word.
		['abc', 'abcd xabc abc1 1abc YWJj', 'abcd xabc abc1 1abc YWJj'],
		['abc', 'abc {"token":"abc"}', '*** {"token":"***"}'],
		['abcdefgh', 'xabcdefghx', 'x***x'],
		['abcdef', 'xYWJjZGVmx', 'x***x'],
		// A token is no pattern.
		['a.b', 'axb a.b $&', 'axb *** $&'],
		[TOKEN, TOKEN.slice(1), TOKEN.slice(1)],
	])('with the token %j, %j is masked as %j', (token, text, masked) => {
		expect(maskText(text, token)).toBe(masked);
	});

	test.each(Object.entries(ESCAPES))('is masked alone, for any token: %s', (_name, escape) => {
		fc.assert(
			fc.property(anyToken, pieces, (token, parts) => {
				for (const form of [token, escape(token), escape(escape(token))]) {
					expect(maskText(parts.join(form), token)).toBe(parts.join(MASK));
				}
			}),
			{ numRuns: 50 },
		);
	});

	test.each(['base64', 'base64url'] as const)('is masked for any token within %s', (alphabet) => {
		fc.assert(
			fc.property(anyToken, fc.nat({ max: 5 }), (token, offset) => {
				const encoded = Buffer.from(`${' '.repeat(offset)}${token} and more`).toString(alphabet);
				const [start = '', end = '', ...more] = maskText(encoded, token).split(MASK);
				expect(more).toEqual([]);
				expect(encoded.startsWith(start) && encoded.endsWith(end)).toBe(true);
				// At both ends, three bytes may mix the token with its neighbours.
				const shownBytes = ((start + end.replace(/=+$/, '')).length * 6) / 8;
				expect(shownBytes).toBeLessThan(offset + ' and more'.length + 4);
			}),
		);
	});
});

test('JSON is masked in every key and string, at every level', () => {
	const value = { [TOKEN]: [`x${TOKEN}`, { [`k${TOKEN}`]: encodeURIComponent(TOKEN) }, 1, null] };
	const before = structuredClone(value);
	expect(maskJson<JsonValue>(value, TOKEN)).toEqual({
		[MASK]: [`x${MASK}`, { [`k${MASK}`]: MASK }, 1, null],
	});
	expect(value).toEqual(before);
});

test('nothing is copied without the token', () => {
	fc.assert(
		fc.property(anyJson, plainToken, (value, token) => {
			expect(maskJson(value, token)).toBe(value);
			expect(maskPieces(value, token)).toEqual(value);
			const bytes = Buffer.from(JSON.stringify(value));
			expect(maskBytes(bytes, token)).toBe(bytes);
		}),
	);
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

import fc from 'fast-check';

import type { JsonValue } from '../../../nodes/TriggerFlow/shared/json';
import {
	MASK,
	maskBytes,
	maskJson,
	maskParts,
	maskText,
} from '../../../nodes/TriggerFlow/secrets/mask';
import { FORMS } from '../../leaks/plantToken.mts';
import { anyJson } from '../context/anyJson.mts';
import { anyToken, plainToken } from './tokens.mts';

const TOKEN = `ab/cd+"\\'&%=`;

/** Text around a token, of characters that are in no encoding of it. */
const around = fc.string({
	unit: fc.constantFrom('ä', 'ß', '漢', '😀', '\n', ' ', '\0', '\ud800'),
	minLength: 1,
	maxLength: 20,
});

describe('maskText', () => {
	test.each([
		['as it is', `ab/cd+"\\'&%=`],
		['percent-encoded', `ab%2Fcd%2B%22%5C'%26%25%3D`],
		['percent-encoded with small letters', 'ab%2fcd%2b%22%5c%27%26%25%3d'],
		['percent-encoded as an address', `ab/cd+%22%5C'&%25=`],
		['percent-encoded twice', `ab%252Fcd%252B%2522%255C'%2526%2525%253D`],
		['JSON-escaped', `ab/cd+\\"\\\\'&%=`],
		['JSON-escaped by PHP', `ab\\/cd+\\"\\\\'&%=`],
		['JSON-escaped by Go', `ab/cd+\\"\\\\'\\u0026%=`],
		['JSON-escaped by .NET', 'ab/cd\\u002B\\u0022\\\\\\u0027\\u0026%='],
		['JSON-escaped twice', `ab/cd+\\\\\\"\\\\\\\\'&%=`],
		['JSON-escaped twice by PHP', `ab\\\\\\/cd+\\\\\\"\\\\\\\\'&%=`],
		['HTML-escaped by names', `ab/cd+&quot;\\&apos;&amp;%=`],
		['HTML-escaped by PHP', `ab/cd+&quot;\\&#039;&amp;%=`],
		['HTML-escaped by Go', 'ab/cd&#43;&#34;\\&#39;&amp;%='],
		['HTML-escaped in hex', 'ab&#x2F;cd+&quot;\\&#x27;&amp;%&#x3D;'],
		['HTML-escaped twice', 'ab/cd+&amp;quot;\\&amp;#39;&amp;amp;%='],
	])('a token is masked that is %s', (_what, written) => {
		expect(maskText(`<${written}> and ${written}`, TOKEN)).toBe(`<${MASK}> and ${MASK}`);
	});

	test('a token is masked in lower case, too', () => {
		expect(maskText('x-abc-def-123: ABC-DEF-123', 'Abc-Def-123')).toBe('x-***: ABC-DEF-123');
	});

	test.each(['', 'nothing to hide', TOKEN.slice(1), TOKEN.slice(0, -1)])(
		'text without the token stays: %j',
		(text) => {
			expect(maskText(text, TOKEN)).toBe(text);
		},
	);

	test.each([
		['a token alone', 'abc', '***'],
		['a token between quotes', '{"token":"abc"}', '{"token":"***"}'],
		['a token in a word', 'abcd xabc abc1 1abc', 'abcd xabc abc1 1abc'],
	])('of less than 8 characters, %s', (_what, text, masked) => {
		expect(maskText(text, 'abc')).toBe(masked);
	});

	test('a token is taken literally, not as a pattern', () => {
		expect(maskText('axb a.b $&', 'a.b')).toBe('axb *** $&');
		expect(maskText('(x|y)+[z]', '(x|y)+[z]')).toBe(MASK);
	});

	const escapes = Object.entries(FORMS).filter(([name]) => !name.startsWith('Base64'));

	test.each(escapes)('any token is masked, and nothing else: %s', (_name, encode) => {
		fc.assert(
			fc.property(anyToken, fc.array(around, { minLength: 2, maxLength: 4 }), (token, parts) => {
				// The rest of the last escape may stay behind the mask.
				fc.pre(!/[%&\\]$/.test(token));
				expect(maskText(parts.join(encode(token)), token)).toBe(parts.join(MASK));
			}),
			{ numRuns: 30 },
		);
	});

	test.each(['base64', 'base64url'] as const)('any token is masked within %s', (alphabet) => {
		fc.assert(
			fc.property(anyToken, fc.string(), fc.string(), (token, before, behind) => {
				const encoded = Buffer.from(before + token + behind).toString(alphabet);
				const masked = maskText(encoded, token);
				const [start = '', end = ''] = masked.split(MASK);
				expect(masked).toBe(start + MASK + end);
				expect(encoded.startsWith(start) && encoded.endsWith(end)).toBe(true);
				// At both ends, three bytes may mix the token with its neighbours.
				const shown = Buffer.byteLength(before) + Buffer.byteLength(behind);
				expect(((start + end.replace(/=+$/, '')).length * 6) / 8).toBeLessThan(shown + 4);
			}),
		);
	});

	test('any text without the token stays', () => {
		fc.assert(
			fc.property(fc.string({ maxLength: 1_000 }), plainToken, (text, token) => {
				expect(maskText(text, token)).toBe(text);
			}),
		);
	});
});

describe('maskJson', () => {
	test('masks every key, string and number, at every level', () => {
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
		expect(maskJson([12345678, 1.5], '12345678')).toEqual([MASK, 1.5]);
	});

	test('keeps an own key named __proto__', () => {
		const value: unknown = JSON.parse(`{"__proto__":${JSON.stringify({ a: TOKEN })}}`);
		expect(JSON.stringify(maskJson(value, TOKEN))).toBe(`{"__proto__":{"a":"${MASK}"}}`);
	});

	test('returns any value without the token itself', () => {
		fc.assert(
			fc.property(anyJson, plainToken, (value, token) => {
				expect(maskJson(value, token)).toBe(value);
			}),
		);
	});
});

describe('maskBytes', () => {
	const inPlace = (found: string) => '*'.repeat(found.length);

	test('masks the token and keeps all other bytes', () => {
		fc.assert(
			fc.property(anyToken, fc.array(around, { minLength: 2, maxLength: 4 }), (token, parts) => {
				const bytes = Buffer.from(parts.join(token));
				expect(maskBytes(bytes, token, () => MASK)).toEqual(Buffer.from(parts.join(MASK)));
				const overwritten = Buffer.from(parts.join(inPlace(token)));
				expect(maskBytes(bytes, token, inPlace)).toEqual(overwritten);
				expect(bytes).toEqual(Buffer.from(parts.join(token)));
			}),
		);
	});

	test('returns bytes without the token themselves', () => {
		const bytes = Buffer.from([0, 255, 97]);
		expect(maskBytes(bytes, TOKEN, inPlace)).toBe(bytes);
	});
});

describe('maskParts', () => {
	const token = 'ABCDEFGHIJKLMNOP';

	test.each([
		['nothing to hide', 'nothing to hide'],
		[token, MASK],
		['"ABCDEFGHIJKLMNO…"', '"***IJKLMNO…"'],
		['near "EFGHIJKL"', 'near "***"'],
		['ABCDEFG', 'ABCDEFG'],
	])('%j becomes %j', (text, shown) => {
		expect(maskParts({ [text]: [text] }, token)).toEqual({ [shown]: [shown] });
	});

	test('a token of less than 8 characters has no parts', () => {
		expect(maskParts('ab and abc', 'abc')).toBe('ab and ***');
	});
});

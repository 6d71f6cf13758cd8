import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import {
	MASK,
	maskBytes,
	maskJson,
	maskParts,
	maskText,
	maskTextBytes,
	parseMasked,
} from '../../../nodes/TriggerFlow/rules/secrets/mask';
import type { JsonValue } from '../../../nodes/TriggerFlow/rules/context/json';
import { anyJson } from '../context/anyJson.mts';
import { anyToken, plainToken, textWithoutTokenSigns } from './tokens.mts';
import { makesItsOwnFinder } from './writings.mts';

beforeEach(makesItsOwnFinder);

const TOKEN = 'ab/cd+ef==';

/** A token, and a text made of its own pieces. */
const puzzle = anyToken.chain((token) =>
	fc.tuple(
		fc.constant(token),
		fc
			.array(fc.tuple(fc.nat(token.length), fc.nat(token.length)), { maxLength: 20 })
			.map((cuts) => cuts.map(([from, to]) => token.slice(from, to)).join('')),
	),
);

describe('maskText', () => {
	test.each([
		['', ''],
		['nothing to hide', 'nothing to hide'],
		[TOKEN, MASK],
		[`Bearer ${TOKEN}!`, `Bearer ${MASK}!`],
		[`${TOKEN}${TOKEN}`, `${MASK}${MASK}`],
		[`${TOKEN} and ${TOKEN}`, `${MASK} and ${MASK}`],
		[TOKEN.slice(1), TOKEN.slice(1)],
		[TOKEN.slice(0, -1), TOKEN.slice(0, -1)],
		[TOKEN.toUpperCase(), MASK],
	])('%j becomes %j', (text, masked) => {
		expect(maskText(text, TOKEN)).toBe(masked);
	});

	test.each([
		['percent-encoded', 'x=ab%2Fcd%2Bef%3D%3D&y=1', 'x=***&y=1'],
		['with escaped slashes', '{"x":"ab\\/cd+ef=="}', '{"x":"***"}'],
	])('the token is masked %s', (_what, text, masked) => {
		expect(maskText(text, TOKEN)).toBe(masked);
	});

	test('a token with quotes and backslashes is masked inside JSON text', () => {
		const token = 'ab"cd\\ef';
		expect(maskText(JSON.stringify({ x: token }), token)).toBe('{"x":"***"}');
		expect(maskText(token, token)).toBe(MASK);
	});

	test('a token is taken literally, not as a pattern', () => {
		expect(maskText('axb a.b $&', 'a.b')).toBe('axb *** $&');
		expect(maskText('x$&y', '$&')).toBe('x***y');
	});

	test.each([
		// .NET's System.Text.Json, Gson and Go's encoding/json write these signs so.
		['escapes of JSON writers', 'ab/cd\\u002Bef\\u003D\\u003D'],
		['escapes of JSON writers in lower case', 'ab/cd\\u002bef\\u003d\\u003d'],
		['escaped slashes beside other escapes', 'ab\\/cd+ef\\u003d\\u003d'],
		['percent-encoding in lower case', 'ab%2fcd%2bef%3d%3d'],
	])('the token does not survive in %s', (_what, text) => {
		expect(maskText(`"${text}"`, TOKEN)).toBe(`"${MASK}"`);
	});

	test('every token is masked wherever it stands, and the rest stays as it was', () => {
		fc.assert(
			fc.property(anyToken, fc.array(textWithoutTokenSigns, { minLength: 1 }), (token, parts) => {
				// Where two of these meet, nobody can tell which of them a backslash belongs to.
				fc.pre(!token.startsWith('\\') || !token.endsWith('\\'));
				expect(maskText(parts.join(token), token)).toBe(parts.join(MASK));
				// Only without a % of its own is a token told from the start of its encoded form.
				fc.pre(!token.includes('%'));
				expect(maskText(parts.join(encodeURIComponent(token)), token)).toBe(parts.join(MASK));
			}),
		);
	});

	test('no text holds the token afterwards, not even one made of its own pieces', () => {
		fc.assert(
			fc.property(puzzle, ([token, text]) => {
				expect(maskText(text, token)).not.toContain(token);
				expect(maskText(token + text + token, token)).not.toContain(token);
			}),
		);
	});
});

describe('maskJson', () => {
	test('the token is masked in every key and every text, at every level', () => {
		const value = {
			[TOKEN]: TOKEN,
			list: [`x${TOKEN}`, [TOKEN], { [`k${TOKEN}`]: 1 }],
			other: [1, true, null, 'x'],
		};
		expect(maskJson(value, TOKEN)).toEqual({
			[MASK]: MASK,
			list: [`x${MASK}`, [MASK], { [`k${MASK}`]: 1 }],
			other: [1, true, null, 'x'],
		});
	});

	test.each([
		['a value', { a: { b: TOKEN } }],
		['a key', { a: { [TOKEN]: 1 } }],
		['an element', [[0, TOKEN]]],
		['a text', TOKEN],
		['the last of many', [1, null, {}, [], 'x', { y: 'z', last: TOKEN }]],
		['a percent-encoded text', [encodeURIComponent(TOKEN)]],
	])('the token is found as %s', (_what, value) => {
		expect(JSON.stringify(maskJson<JsonValue>(value as JsonValue, TOKEN))).toContain(MASK);
	});

	test('the value that is masked is not changed itself', () => {
		const value = { a: [TOKEN] };
		maskJson(value, TOKEN);
		expect(value).toEqual({ a: [TOKEN] });
	});

	test('an own key named __proto__ is kept, and masked inside', () => {
		const value: unknown = JSON.parse(`{"__proto__":{"a":"${TOKEN}"}}`);
		expect(JSON.stringify(maskJson(value, TOKEN))).toBe(`{"__proto__":{"a":"${MASK}"}}`);
	});

	test('the token is masked that is a number, however a number is written', () => {
		expect(maskJson([12345678, 1.5, { a: 12345678 }], '12345678')).toEqual([
			MASK,
			1.5,
			{ a: MASK },
		]);
		expect(maskJson(1e21, '1e+21')).toBe(MASK);
		expect(maskJson(-123456, '123456')).toBe(MASK);
	});

	test.each([null, 5, true, 'x', {}, []])('%j comes back the very same', (value) => {
		expect(maskJson(value, TOKEN)).toBe(value);
	});

	test('any value without the token comes back the very same', () => {
		fc.assert(
			fc.property(anyJson, plainToken, (value, token) => {
				expect(maskJson(value, token)).toBe(value);
			}),
		);
	});

	test('any value with the token differs in nothing but the token', () => {
		const withToken = plainToken.chain((token) =>
			fc.tuple(
				fc.constant(token),
				anyJson.chain((value) =>
					fc.constantFrom<JsonValue>(
						[value, token],
						{ value, [`a${token}b`]: value },
						{ value: [{ deep: `${token}${token}`, value }] },
					),
				),
			),
		);
		fc.assert(
			fc.property(withToken, ([token, value]) => {
				const masked = maskJson(value, token);
				// The token stands in no syntax, number or escape: masking the text is the same.
				const expected: unknown = JSON.parse(JSON.stringify(value).replaceAll(token, MASK));
				expect(isDeepStrictEqual(masked, expected)).toBe(true);
				expect(JSON.stringify(masked)).not.toContain(token);
			}),
		);
	});
});

describe('parseMasked', () => {
	test.each([
		['{"a":"x"}', { a: 'x' }],
		['["\\n",true,null,1]', ['\n', true, null, 1]],
		['"%\\u00373ecret-1"', MASK],
		['"\\u0026#115;ecret-1"', MASK],
		['"\\u005cu0073ecret-1"', MASK],
		['{"%\\u00373ecret-1":["a%\\u00373ecret-1b"]}', { [MASK]: [`a${MASK}b`] }],
		['"s\\u0000ecret-1"', MASK],
	])('%s stands for %j', (text, value) => {
		expect(parseMasked(text, 'secret-1')).toEqual(value);
	});

	test.each([
		['%&%&', '%\\u0026%&'],
		['\\\\\\', '\\\\\\u005c\\\\'],
	])('a token of signs of escapes alone is masked: %s', (token, text) => {
		expect(parseMasked(`"${text}"`, token)).toBe(MASK);
	});

	test('a token that is a number is masked in each way to write it', () => {
		const json = '{"a":[12345678,1.2345678e7,1234567800e-2,1234567],"b":"12345678"}';
		expect(parseMasked(json, '12345678')).toEqual({ a: [MASK, MASK, MASK, 1234567], b: MASK });
	});

	test('what is no JSON is none', () => {
		expect(() => parseMasked('{', 'secret-1')).toThrow(SyntaxError);
	});
});

describe('maskTextBytes', () => {
	test.each<BufferEncoding>(['utf8', 'utf16le'])(
		'a text in %s is one with the mask',
		(encoding) => {
			const bytes = Buffer.from(`<${TOKEN}> and ${TOKEN}`, encoding);
			expect(maskTextBytes(bytes, TOKEN).toString(encoding)).toBe(`<${MASK}> and ${MASK}`);
		},
	);

	test('a text without the token comes back the very same', () => {
		const bytes = Buffer.from('nothing');
		expect(maskTextBytes(bytes, TOKEN)).toBe(bytes);
	});
});

describe('zeros of UTF-16 that are written out, and others that are not', () => {
	test.each([
		['secret-1 and %00', '*** and %00'],
		['%00 secret-1', '%00 ***'],
		['secret-1secret-1%00', '******%00'],
		['s%00ecret-1 and secret-1', '*** and ***'],
		['secret-1 and s%00ecret-1 and secret-1', '*** and *** and ***'],
		['%00a\\u0000 s\\u0000ecret-1 b &#0; secret-1 %2500', '%00a\\u0000 *** b &#0; *** %2500'],
		['\0s\0e\0c\0r\0e\0t\0-\x001\0 %00', '\0***\0 %00'],
		['\0\0s%00\0\0e\0cret-1\0!', '\0\0***\0!'],
		['a\0b\0\0\0c', 'a\0b\0\0\0c'],
	])('%j becomes %j', (text, shown) => {
		expect(maskText(text, 'secret-1')).toBe(shown);
	});

	test('of two tokens that overlap, once with zeros and once without, nothing is left', () => {
		expect(maskText('<ab%00-ab-ab>', 'ab-ab')).toBe('<***>');
		expect(maskText('<ab-ab%00-ab>', 'ab-ab')).toBe('<***%00-ab>');
	});
});

describe('maskBytes', () => {
	test.each([
		[TOKEN],
		[
			[...TOKEN]
				.map((sign) => `&amp;amp;amp;#x000000000${sign.charCodeAt(0).toString(16)};`)
				.join(''),
		],
		[[...TOKEN].join('\0\0\0')],
	])('the token anywhere about the border between two pieces: %j', (form) => {
		const border = 2 ** 20;
		const step = Math.ceil(form.length / 5);
		for (let start = border - form.length - 1; start <= border + 1; start += step) {
			const bytes = Buffer.alloc(2 * border, '-');
			bytes.write(form, start, 'latin1');
			bytes.write(form, 2 * border - form.length, 'latin1');
			const [before, between, after] = maskBytes(bytes, TOKEN)
				.toString('latin1')
				.split(/[*\0]+/);
			expect(before).toHaveLength(start);
			expect(between).toHaveLength(2 * border - start - 2 * form.length);
			expect(after).toBe('');
		}
	});

	test('the token is overwritten in place', () => {
		expect(maskBytes(Buffer.from(`<${TOKEN}|${TOKEN}${TOKEN}>`), TOKEN).toString()).toBe(
			`<${'*'.repeat(10)}|${'*'.repeat(20)}>`,
		);
	});

	test.each([
		['percent-encoded', `x=${encodeURIComponent(TOKEN)}`],
		['with escaped slashes', `x=${TOKEN.replaceAll('/', '\\/')}`],
	])('the token is overwritten %s', (_what, text) => {
		const masked = maskBytes(Buffer.from(text), TOKEN).toString();
		expect(masked).toBe(`x=${'*'.repeat(text.length - 2)}`);
	});

	test.each([
		['escapes of JSON writers', 'ab/cd\\u002Bef\\u003D\\u003D'],
		['escaped slashes beside other escapes', 'ab\\/cd+ef\\u003d\\u003d'],
	])('the token does not survive in %s, as in a JSON file', (_what, text) => {
		const masked = maskBytes(Buffer.from(`{"x":"${text}"}`), TOKEN).toString();
		expect(masked).toBe(`{"x":"${'*'.repeat(text.length)}"}`);
	});

	test('the token is overwritten in a file of UTF-16', () => {
		const text = `{"x":"${TOKEN}"}`;
		const masked = maskBytes(Buffer.from(text, 'utf16le'), TOKEN);
		expect(masked.toString('latin1').replaceAll('\0', '')).toBe(`{"x":"${'*'.repeat(10)}"}`);
		expect(masked).toHaveLength(text.length * 2);
	});

	test('bytes without the token come back the very same', () => {
		for (const bytes of [Buffer.alloc(0), Buffer.from([0, 255, 97]), Buffer.from(TOKEN.slice(1))]) {
			expect(maskBytes(bytes, TOKEN)).toBe(bytes);
		}
	});

	test('the bytes that are masked are not changed themselves', () => {
		const bytes = Buffer.from(`x${TOKEN}`);
		maskBytes(bytes, TOKEN);
		expect(bytes.toString()).toBe(`x${TOKEN}`);
	});

	test('the token is overwritten between any bytes, which all stay in their places', () => {
		// No byte of UTF-8 text above ASCII is a byte of a token.
		const others = fc.array(fc.integer({ min: 0x80, max: 0xff }), { maxLength: 20 });
		fc.assert(
			fc.property(anyToken, fc.array(others, { minLength: 1, maxLength: 5 }), (token, parts) => {
				const joined = (between: string) =>
					Buffer.concat(
						parts.flatMap((part, index) =>
							index === 0 ? [Buffer.from(part)] : [Buffer.from(between), Buffer.from(part)],
						),
					);
				const masked = maskBytes(joined(token), token);
				expect(masked.equals(joined('*'.repeat(token.length)))).toBe(true);
			}),
		);
	});

	test('no bytes hold the token afterwards, and their number stays', () => {
		fc.assert(
			fc.property(puzzle, ([token, text]) => {
				const bytes = Buffer.from(text + token);
				const masked = maskBytes(bytes, token);
				expect(masked.includes(token)).toBe(false);
				expect(masked).toHaveLength(bytes.length);
			}),
		);
	});
});

test.each<BufferEncoding>(['utf8', 'utf16le'])(
	'a token written in %s is overwritten',
	(encoding) => {
		const bytes = Buffer.from('a secret-token-123 b', encoding);
		const masked = maskBytes(bytes, 'secret-token-123');
		expect(masked).toHaveLength(bytes.length);
		expect(masked.toString('latin1').replaceAll('\0', '')).toMatch(/^a \*+ b$/);
	},
);

describe('maskParts', () => {
	const token = 'ABCDEFGHIJKLMNOP';

	test.each([
		['', ''],
		['nothing to hide', 'nothing to hide'],
		[token, MASK],
		['the value is "ABCDEFGHIJ…"', 'the value is "***…"'],
		['near "efghijkl"', 'near "***"'],
		['IJKLMNOP', MASK],
		['x ABCDEFGH y IJKLMNOP z', 'x *** y *** z'],
		['ABCDEFGHABCDEFGH', MASK],
		['ABCDEFGxHIJKLMNO', 'ABCDEFGx***'],
		['ABCDEFG', 'ABCDEFG'],
		['BCDEFGIJ', 'BCDEFGIJ'],
		['%41BCDEFGHIJKLMNOP', MASK],
	])('%j becomes %j', (text, shown) => {
		expect(maskParts(text, token)).toBe(shown);
		expect(maskParts({ [text]: [text] }, token)).toEqual({ [shown]: [shown] });
	});

	test('a token of less than eight signs has no parts', () => {
		expect(maskParts('ab and abcdefg', 'abcdefg')).toBe('ab and ***');
	});

	test('no eight signs of a token are left, and what has none of them stays', () => {
		const letters = fc.string({ unit: fc.constantFrom('a', 'B', '1'), maxLength: 40 });
		fc.assert(
			fc.property(
				fc.string({ unit: fc.constantFrom('a', 'B', '1'), minLength: 1 }),
				letters,
				(secret, text) => {
					const shown = maskParts(text, secret);
					const grams = Array.from({ length: Math.max(0, secret.length - 7) }, (_, at) =>
						secret.slice(at, at + 8).toLowerCase(),
					);
					const isHeld = (one: string) => grams.some((gram) => one.toLowerCase().includes(gram));
					expect(isHeld(shown)).toBe(false);
					if (!isHeld(text)) expect(shown).toBe(maskText(text, secret));
				},
			),
		);
	});
});

import fc from 'fast-check';

import { MASK, maskBytes, maskText } from '../../../nodes/TriggerFlow/rules/secrets/mask';
import { anyToken } from './tokens.mts';
import { makesItsOwnFinder } from './writings.mts';

beforeEach(makesItsOwnFinder);

/** How programs write one character in a text; the field's own ways, none of them the node's code. */
const WRITERS: Record<string, (sign: string) => string> = {
	bare: (sign) => sign,
	'upper case': (sign) => sign.toUpperCase(),
	percent: (sign) => `%${hex(sign)}`,
	'percent, lower case': (sign) => `%${hex(sign).toLowerCase()}`,
	'old percent': (sign) => `%u00${hex(sign)}`,
	'JSON unicode': (sign) => `\\u00${hex(sign)}`,
	'ES6 unicode': (sign) => `\\u{${hex(sign)}}`,
	'JavaScript hex': (sign) => `\\x${hex(sign)}`,
	'HTML decimal': (sign) => `&#${sign.charCodeAt(0)};`,
	'HTML decimal with zeros': (sign) => `&#000${sign.charCodeAt(0)};`,
	'HTML hex': (sign) => `&#x${hex(sign)};`,
	'HTML hex with zeros': (sign) => `&#X00${hex(sign)};`,
};

const hex = (sign: string) => sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');

/** How programs write a text of which the token is a part. */
const WRAPPERS: Record<string, (text: string) => string> = {
	'as it is': (text) => text,
	JSON: (text) => JSON.stringify(text).slice(1, -1),
	'JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
	'JSON with escaped slashes': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
	percent: (text) => encodeURIComponent(text),
	'percent of percent': (text) => encodeURIComponent(encodeURIComponent(text)),
	HTML: (text) =>
		text
			.replaceAll('&', '&amp;')
			.replaceAll('<', '&lt;')
			.replaceAll('>', '&gt;')
			.replaceAll('"', '&quot;')
			.replaceAll("'", '&apos;'),
	'HTML in HTML': (text) => WRAPPERS.HTML?.(WRAPPERS.HTML(text)) ?? '',
};

/** Tokens as they are used, and such that are hard to tell from their own encodings. */
const token = fc.oneof(
	anyToken,
	fc.string({ unit: fc.constantFrom(...'\\%&;#x25aupm/='), minLength: 4, maxLength: 24 }),
);

const around = fc.constantFrom('', ' ', '<p>', 'Bearer ', '"', ' 漢', '\n');

test('the token is found however its characters are written, each of them in its own way', () => {
	fc.assert(
		fc.property(
			token,
			fc.array(fc.constantFrom(...Object.values(WRITERS)), { minLength: 40, maxLength: 40 }),
			around,
			(secret, writers, beside) => {
				// A bare backslash in front of a letter is an escape by itself.
				const isPlain = !/[\\%&]/.test(secret);
				const written = [...secret]
					.map((sign, index) => (isPlain ? writers[index] : writers[0])?.(sign))
					.join('');
				// A backslash of the token in front of such a letter looks like the escape of it.
				fc.pre(isPlain || (writers[0] !== WRITERS.bare && !/\\[xu]/i.test(secret)));
				expect(maskText(`${beside}${written}<`, secret)).toBe(`${beside}***<`);
			},
		),
		{ numRuns: 500 },
	);
});

test.each(Object.entries(WRAPPERS))(
	'the token is found in a text that is written as %s',
	(_name, wrap) => {
		fc.assert(
			fc.property(token, around, (secret, beside) => {
				// Behind a backslash of its own, a text looks like a longer token.
				expect(maskText(`${beside}|${wrap(secret)}|`, secret)).toBe(`${beside}|***|`);
			}),
			// They look like zeros of UTF-16 that are written out.
			{
				examples: [
					['%00secret', ''],
					['secret&#0;', ''],
					['secret%00%2500', ''],
				],
			},
		);
	},
);

test.each([
	['00secret-1', 'x%00secret-1', 'x%***'],
	['secret-1%', 'secret-1%00', '***00'],
])('the token %s is found beside what makes a zero of UTF-16 of it', (secret, text, masked) => {
	expect(maskText(text, secret)).toBe(masked);
});

test('of few signs, that are like themselves, it is found where a search by hand finds it', () => {
	const fewSigns = (lengths: { minLength: number; maxLength: number }) =>
		fc.string({ unit: fc.constantFrom('a', 'b', 'A'), ...lengths });
	fc.assert(
		fc.property(
			fewSigns({ minLength: 2, maxLength: 9 }),
			fewSigns({ minLength: 0, maxLength: 60 }),
			(token, text) => {
				let byHand = '';
				for (let at = 0; at < text.length; ) {
					const isHere = text.slice(at, at + token.length).toLowerCase() === token.toLowerCase();
					byHand += isHere ? MASK : text.charAt(at);
					at += isHere ? token.length : 1;
				}
				expect(maskText(text, token)).toBe(byHand);
			},
		),
		{ numRuns: 500 },
	);
});

describe('the token within Base64', () => {
	test.each<BufferEncoding>(['base64', 'base64url'])('%s of anything that holds it', (encoding) => {
		fc.assert(
			fc.property(
				anyToken,
				fc.string({ maxLength: 9 }),
				fc.string({ maxLength: 9 }),
				(secret, before, after) => {
					const encoded = Buffer.from(before + secret + after).toString(encoding);
					const masked = maskText(`<${encoded}>`, secret);
					expect(masked).toContain('***');
					// At each end, a character that it shares with its neighbour may stay.
					const left = masked.split('***').join('');
					const bytes = Buffer.byteLength(before) + Buffer.byteLength(after);
					expect(left.length).toBeLessThanOrEqual(Math.ceil(bytes / 3) * 4 + 8);
					for (const part of masked.split('***')) {
						expect(Buffer.from(part, 'base64').toString('latin1')).not.toContain(
							secret.slice(0, 6),
						);
					}
				},
			),
		);
	});

	test.each(['', 'Bearer '])('of "%s<token>"', (scheme) => {
		const encoded = Buffer.from(`${scheme}secret-token-12345`).toString('base64');
		expect(maskText(encoded, 'secret-token-12345')).toMatch(/^.{0,10}\*\*\*.{0,3}$/);
	});
});

test.each<[string, BufferEncoding]>([
	['UTF-8', 'utf8'],
	['UTF-16', 'utf16le'],
])('the token is found in the bytes of %s', (_name, encoding) => {
	fc.assert(
		fc.property(anyToken, (secret) => {
			const masked = maskBytes(Buffer.from(`<${secret}>`, encoding), secret);
			expect(masked.toString('latin1').replaceAll('\0', '')).toMatch(/^<\*+>$/);
		}),
	);
});

describe('a token as long as those that hold what they are for', () => {
	// A random one, as signatures and claims in Base64 look: a pattern of it all was too large for V8.
	const long = fc.string({
		unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.'),
		minLength: 800,
		maxLength: 4_000,
	});
	const writers = Object.values(WRITERS);

	test('is found however it is written, and nothing is left of it', () => {
		fc.assert(
			fc.property(long, fc.constantFrom(...writers), (secret, write) => {
				const written = [...secret].map(write).join('');
				expect(maskText(`<${written}|${secret}>`, secret)).toBe(`<${MASK}|${MASK}>`);
				const packed = Buffer.from(`Bearer ${secret}`).toString('base64');
				expect(maskText(packed, secret)).toMatch(/^.{0,10}\*\*\*.{0,3}$/);
			}),
			{ numRuns: 20 },
		);
	});

	test('is not found where its last character is missing', () => {
		fc.assert(
			fc.property(long, (secret) => {
				const near = secret.slice(0, -1);
				fc.pre(near.length > 0 && !near.endsWith(secret.at(-1) ?? ''));
				expect(maskText(`${near}<`, secret)).toBe(`${near}<`);
			}),
			{ numRuns: 20 },
		);
	});
});

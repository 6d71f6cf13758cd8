import fc from 'fast-check';

import { bearer, readAccessToken } from '../../../nodes/TriggerFlow/rules/credential/accessToken';
import { anyText } from '../anyText.mts';
import { everythingSaid, refusalOf } from '../errors/refusal.mts';
import { anyToken } from '../secrets/tokens.mts';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.e30-_~+/==';

describe('what is pasted around a token is taken off', () => {
	test.each([
		TOKEN,
		`  ${TOKEN}`,
		`${TOKEN} `,
		`\t${TOKEN}\r\n`,
		`\n\n${TOKEN}\n`,
		`\u00a0${TOKEN}\u00a0`,
		`Bearer ${TOKEN}`,
		`bearer ${TOKEN}`,
		`BEARER ${TOKEN}`,
		`Bearer    ${TOKEN}`,
		`Bearer\t${TOKEN}`,
		`  Bearer ${TOKEN}\n`,
	])('%j is understood', (pasted) => {
		expect(readAccessToken(pasted)).toBe(TOKEN);
	});
});

test.each(['Bearer123', 'xBearer', 'Bearer-', 'bearer:abc', 'b', '!', '~'])(
	'"Bearer" is a prefix only as a word at the start, so %j is a token as it is',
	(token) => {
		expect(readAccessToken(token)).toBe(token);
	},
);

test.each([
	undefined,
	null,
	42,
	true,
	{},
	['abc'],
	'',
	'   ',
	'\r\n',
	'Bearer',
	'bearer  \n',
	' BEARER ',
])('%j is refused as empty', (pasted) => {
	const { message, description } = refusalOf(() => readAccessToken(pasted));
	expect(message).toBe('The access token in the credential is empty');
	expect(description).toContain('Start Event');
});

test.each([
	'abc\r\nX-Injected: 1',
	'abc\ndef',
	'abc\rdef',
	'abc\tdef',
	'abc\u0000def',
	'abc\u0000',
	'\u0001abc',
	'abc\u001fdef',
	'abc\u007fdef',
	'abc\u0080def',
	'abc\u0085def',
	'abc\u009fdef',
	'Bearer abc\ndef',
	'é\né',
])('%j is refused as having a control character', (pasted) => {
	expect(refusalOf(() => readAccessToken(pasted)).message).toBe(
		'The access token in the credential contains a line break or another control character',
	);
});

test.each([
	'abc def',
	'Bearer abc def',
	'Bearer Bearer abc',
	'Authorization: Bearer abc',
	'abc\u00a0def',
	'abc\u2028def',
	'abc\u200bdef',
	'abcé',
	'ключ',
	'abc😀',
	'“abc”',
])('%j is refused as having a sign that no token has', (pasted) => {
	expect(refusalOf(() => readAccessToken(pasted)).message).toBe(
		'The access token in the credential contains a space or a character that a token cannot have',
	);
});

test('every visible ASCII sign is let through', () => {
	const visible = Array.from({ length: 0x7e - 0x21 + 1 }, (_, at) =>
		String.fromCharCode(0x21 + at),
	);
	expect(readAccessToken(visible.join(''))).toBe(visible.join(''));
});

test('whatever is let through consists of visible ASCII alone', () => {
	const pasted = fc.oneof(
		anyText({ maxLength: 8 }),
		fc.string({ unit: fc.constantFrom(...'Bearer abc\n\r\t\u0000\u007f\u00a0é~!'), maxLength: 12 }),
	);
	fc.assert(
		fc.property(pasted, (text) => {
			let token: string;
			try {
				token = readAccessToken(text);
			} catch {
				return;
			}
			expect(token).not.toBe('');
			expect([...token].every((sign) => sign >= '!' && sign <= '~')).toBe(true);
			expect(text).toContain(token);
		}),
		{ numRuns: 1_000 },
	);
});

test('a token comes back the same, with or without white space and Bearer around it', () => {
	const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r', '\u00a0'), maxLength: 3 });
	fc.assert(
		fc.property(anyToken, space, space, fc.boolean(), (token, before, after, isPrefixed) => {
			fc.pre(!/^bearer$/i.test(token));
			const pasted = `${before}${isPrefixed ? 'Bearer ' : ''}${token}${after}`;
			expect(readAccessToken(pasted)).toBe(token);
		}),
	);
});

test('no refusal repeats any part of the token', () => {
	const flaw = fc.constantFrom(' ', '\n', '\r\n', '\u0000', '\u007f', 'é', '😀', '\u2028');
	fc.assert(
		fc.property(anyToken, flaw, anyToken, (first, between, second) => {
			const refusal = refusalOf(() => readAccessToken(`${first}${between}${second}`));
			expect(everythingSaid(refusal)).not.toContain(first);
			expect(everythingSaid(refusal)).not.toContain(second);
		}),
	);
});

test('the header names the Bearer scheme once, with one space', () => {
	expect(bearer('abc.def')).toBe('Bearer abc.def');
});

import fc from 'fast-check';

import { bearer, readAccessToken } from '../../../nodes/TriggerFlow/credential/access';
import { everythingSaid, refusalOf } from '../errors/refusal.mts';
import { anyToken } from '../secrets/tokens.mts';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.e30-_~+/==';

test.each([TOKEN, ` ${TOKEN}\r\n`, `Bearer ${TOKEN}`, `bearer\t${TOKEN}`, `\n BEARER  ${TOKEN} `])(
	'%j is the token, with or without the word Bearer',
	(pasted) => {
		expect(readAccessToken(pasted)).toBe(TOKEN);
	},
);

test.each(['Bearer123', 'xBearer', 'bearer:abc'])('%s is a token as it is', (token) => {
	expect(readAccessToken(token)).toBe(token);
});

test.each([undefined, null, 42, '', ' \n', 'Bearer', ' BEARER \n'])('%j is empty', (pasted) => {
	const { message, description } = refusalOf(() => readAccessToken(pasted));
	expect(message).toBe('The access token in the credential is empty');
	expect(description).toContain('Start Event');
});

test.each([
	...['<ACCESS_TOKEN>', 'abc>', '{{token}}', '${TOKEN}', '$TOKEN', 'abc def', 'your token here'],
	...['abc\r\nX-Injected: 1', 'Authorization: Bearer abc', 'Bearer Bearer abc'],
])('%j is a placeholder or more than a token', (pasted) => {
	expect(refusalOf(() => readAccessToken(pasted)).message).toMatch(/is a placeholder or more than/);
});

test.each(['abc\u0000def', 'abc\u007f', 'abcé', 'abc😀', '“abc”', 'abc\u200bdef'])(
	'%j has a character that no token has',
	(pasted) => {
		expect(refusalOf(() => readAccessToken(pasted)).message).toMatch(/character that no token has/);
	},
);

test('no refusal repeats any part of the token', () => {
	const flaw = fc.constantFrom(' ', '\n', '<', '{', '$', '\u0000', 'é', '😀');
	fc.assert(
		fc.property(anyToken, flaw, anyToken, (first, between, second) => {
			const refusal = refusalOf(() => readAccessToken(`${first}${between}${second}`));
			expect(everythingSaid(refusal)).not.toContain(first);
			expect(everythingSaid(refusal)).not.toContain(second);
		}),
	);
});

test('the header names the Bearer scheme once', () => {
	expect(bearer('abc.def')).toBe('Bearer abc.def');
});

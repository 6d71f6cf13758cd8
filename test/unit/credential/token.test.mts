import { parseAccessToken } from '../../../nodes/StartFlow/credential/token';
import { refusalOf } from '../refusal.mts';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.e30-_~+/==';

test.each([TOKEN, ` ${TOKEN}\r\n`, `Bearer ${TOKEN}`, `bearer\t${TOKEN}`, `\n BEARER  ${TOKEN} `])(
	'the access token is read with or without the word Bearer: %j',
	(pasted) => {
		expect(parseAccessToken(pasted)).toBe(TOKEN);
	},
);

test.each([undefined, null, 42, ' \n', ' BEARER \n'])(
	'the access token is refused if empty: %j',
	(pasted) => {
		const { message } = refusalOf(() => parseAccessToken(pasted));
		expect(message).toBe('The access token in the credential is empty');
	},
);

test.each([
	'<ACCESS_TOKEN>',
	'{{token}}',
	'$TOKEN',
	'abc>',
	'a}b',
	'abc def',
	'abc\r\nX-Injected: 1',
	'Bearer Bearer abc',
	'abc\0def',
	'abc\u007f',
	'abcé',
	'“abc”',
])(
	'the access token is refused as a placeholder, or because no header can contain it: %j',
	(pasted) => {
		const { message, description } = refusalOf(() => parseAccessToken(pasted));
		expect(message).toMatch(
			/contains a space, an unusual character, or a character of a placeholder/,
		);
		expect(description).toContain('Start Event');
		expect(message + description).not.toContain(pasted);
	},
);

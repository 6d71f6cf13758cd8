import { MASK, maskText } from '../../../nodes/TriggerFlow/rules/secrets/mask';
import { makesItsOwnFinder } from './writings.mts';

beforeEach(makesItsOwnFinder);

test.each([
	['abcdef', 'YWJjZGVm', MASK],
	['abcdef', 'xYWJjZGVmx', `x${MASK}x`],
	// Eight signs of Base64 are found, and fewer are not: they are in many words.
	['abcde', 'YWJjZGU=', 'YWJjZGU='],
	['???????', 'Pz8/Pz8/Pw==', `${MASK}w==`],
	['???????', 'Pz8_Pz8_Pw', `${MASK}w`],
	['>>>>>>>', 'Pj4+Pj4+Pg==', `${MASK}g==`],
	['>>>>>>>', 'Pj4-Pj4-Pg', `${MASK}g`],
])('of %s, %s becomes %s', (token, text, shown) => {
	expect(maskText(text, token)).toBe(shown);
});

test.each<BufferEncoding>(['base64', 'base64url'])(
	'in %s, all of a token is masked but what a sign shares with its neighbour',
	(encoding) => {
		for (const first of '>?~a+/-_') {
			for (const before of ['', 'x', 'xy', 'xyz']) {
				const token = `${first}?>~secret-1`;
				const text = Buffer.from(`${before}${token}z`).toString(encoding);
				const shown = maskText(text, token);
				expect([text, shown]).toEqual([text, expect.stringMatching(/^.{0,5}\*\*\*.{0,4}$/)]);
			}
		}
	},
);

test.each([
	['+/secret', '-_secret'],
	['-_secret', '+/secret'],
	['secret+/', 'secret-_'],
	['secret-_', 'secret+/'],
])(
	'%s, that may be Base64 itself, is found as that for addresses or the other one: %s',
	(token, text) => {
		expect(maskText(`<${text}>`, token)).toBe(`<${MASK}>`);
	},
);

import {
	isPlaceholder,
	isPlaceholderStart,
} from '../../../nodes/TriggerFlow/rules/startEvent/placeholder';

const WEB_TOKEN = 'eyJhbGciOiJIUzI1NiJ9';

describe('no token is', () => {
	test.each([
		...['*'.repeat(300), ' <a1> ', '<yourAccessTokenGoesHere>', 'ACME_TOKEN', 'MY-BIG-CO-SECRET'],
		...['your token.', '""<a1>""', '${{a1}}'],
		...['', ' ', '***', '…', '<>', '<ACCESS_TOKEN>', '<your token, 40 signs>', '&lt;TOKEN&gt;'],
		...['&LT;token&GT;', '%3CTOKEN%3E', '%7Btoken1%7D', '{token1}', '{{ token.v1 }}', '[token 1]'],
		...['(token 1)', '«token 1»', '%TOKEN_1%', '%_t1%', '!TOKEN1!', '#{token1}', '@@t1@@'],
		...[
			'@t1@',
			'__TOKEN1__',
			'$TOKEN1',
			'$env:TOKEN_1',
			'$a.b.c1',
			'${TOKEN1}',
			'${{ secrets.T1 }}',
		],
		...['$(cat token1)', '`cat token1`', '<a\nb1>'],
		...['xxxxxxxx', 'XXXX-XXXX', '....', '•••••', '____', '----', '***1234', 'ab12****', 'x***1'],
		...[
			'YOUR_TOKEN',
			'your-token-here',
			'yourTokenHere',
			'ACME_API_KEY',
			'MY-CO-SECRET',
			'A_PASSWORD',
		],
		...[
			'PUT_IT_HERE',
			'Your access token',
			'token',
			'TOKEN',
			'insert your secret here',
			'redacted',
		],
		...['"YOUR_TOKEN"', "'token'", '“YOUR_TOKEN”', '‘token’', '""TOKEN""', ' token ', 'changeme'],
	])('%j', (text) => {
		expect(isPlaceholder(text)).toBe(true);
		expect(isPlaceholderStart(text)).toBe(true);
	});
});

describe('a token may be', () => {
	test.each([
		...[
			'hunter MY_TOKEN',
			'your hunter',
			'tok"en',
			'@t1@ x',
			'x1@t1@',
			'$a b1',
			'${a1}x',
			'x${a1}',
		],
		...['abc', 'x9KfQ2vLw7TzR4mB8nYc', 'secret', 'hunter', 'mysecretword', 'Token1', 'v1'],
		...['YOUR_TOKEN_1', 'your token 2', 'acme_api_key', 'ACME_API_KEYS', 'ACMEAPIKEY', '1_TOKEN'],
		...['x <TOKEN>', '<TOKEN> x', 'a%3CTOKEN%3E', '%3CTOKEN%3Ea', 'a{b}', '{b}a', 'a[b]', '[b]a'],
		...['a(b)', '(b)a', 'a«b»', '«b»a', 'a%TOKEN_X%', '%A%b', '%1A%', 'a!TOKENX!', '!A!b'],
		...['a#{b}', '#{b}a', 'a@b', '@a b', 'a__T1__', '__T1__a', 'a$TOKENX', '$1', 'a${b}', '${b}a'],
		...['a&lt;b&gt;', '&lt;b&gt;a', 'a%7Bb%7D', '%7Bb%7Da', 'a$(b)', '$(b)a', 'a`b`', '`b`a'],
		...['***12345', 'abcde****', 'ab**', 'x', 'xx1'],
	])('%j', (text) => {
		expect(isPlaceholder(text)).toBe(false);
	});

	test.each([
		['a web token', `<${WEB_TOKEN}>`],
		['a web token behind a word', `{Bearer ${WEB_TOKEN}}`],
		['the beginning of a web token', '<eyJhbGciOiJ.x>'],
		['a UUID', '<0f3c9d52-2f3b-4c66-9a52-0d8f3c1b7e11>'],
		['a key with digits', '<abcdefghijkl1234>'],
		['a key with capitals and two digits', '[abcDEFghijklmn12]'],
		['the second of two', '<abcdefghijklmnop abcdefghijkl1234>'],
	])('what a machine made, between brackets: %s', (_what, text) => {
		expect(isPlaceholder(text)).toBe(false);
		expect(isPlaceholderStart(text)).toBe(false);
	});

	test.each([
		'<abcdefghijkl123>',
		'<abcdefghijklmn12>',
		'<ABCDEFGHIJKLMN12>',
		'<eyJabc>',
		'<xeyJhbGciOiJI>',
	])('%j is still one that a person wrote', (text) => {
		expect(isPlaceholder(text)).toBe(true);
	});

	test('nobody writes a placeholder of more than 200 signs', () => {
		expect(isPlaceholder(`<${'a '.repeat(99)}>`)).toBe(true);
		expect(isPlaceholder(`<${'a '.repeat(100)}>`)).toBe(false);
	});
});

test.each([
	...['<YOUR', '{{ token', '[your', '$TOKEN and', '%TOKEN', '#{token', '@token of', '&lt;your'],
	...['«your', '!TOKEN', ':token1'],
])('%j is the beginning of a placeholder', (text) => {
	expect(isPlaceholderStart(`${text} 1`)).toBe(true);
});

test.each(['abc1', '(abc1', 'a<b1', '-x1'])('%j is the beginning of none', (text) => {
	expect(isPlaceholderStart(text)).toBe(false);
});

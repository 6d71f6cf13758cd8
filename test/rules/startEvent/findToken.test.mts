import { findToken, refuseTokenIn } from '../../../nodes/TriggerFlow/rules/startEvent/findToken';
import { refusalOf } from '../errors/refusal.mts';

const REAL = 'x9KfQ2vLw7TzR4mB8nYc';

const find = (name: string, text: string) => findToken([{ name, value: { text, expands: false } }]);

describe('the options of a command', () => {
	test.each([
		['header', `Authorization: Bearer ${REAL}`, 'in the Authorization header'],
		['header', `AUTHORIZATION:${REAL}`, 'in the Authorization header'],
		['header', `Proxy-Authorization: Basic ${REAL}`, 'in the Authorization header'],
		['header', `X-Authorization: ${REAL}`, 'in the Authorization header'],
		['header', `My-Postman-Token: ${REAL}`, 'in a header'],
		['header', `Postman-Token-Key: ${REAL}`, 'in a header'],
		['header', `Authorization=Bearer:${REAL}`, 'in the Authorization header'],
		['header', ` authorization : bearer=${REAL}`, 'in the Authorization header'],
		['header', `Authorization: Bearer Bearer Bearer ${REAL}`, 'in the Authorization header'],
		['header', `Authorization: Bearer\n${REAL}`, 'in the Authorization header'],
		['proxy-header', `Proxy-Authorization: ${REAL}`, 'in the Authorization header'],
		['header', `X-Token: ${REAL}`, 'in a header'],
		['header', `Client-Secret: ${REAL}`, 'in a header'],
		['header', `X-Auth: ${REAL}`, 'in a header'],
		['header', `ApiKey: ${REAL}`, 'in a header'],
		['header', `Api-Key; ${REAL}`, 'in a header'],
		['header', `X-Key: Token ${REAL}`, 'in a header'],
		['header', `X_Key: ${REAL}`, 'in a header'],
		['header', `Key: ${REAL}`, 'in a header'],
		['header', `X-Password: ${REAL}`, 'in a header'],
		['header', `X-Credentials: ${REAL}`, 'in a header'],
		['header', `X-JWT: ${REAL}`, 'in a header'],
		['header', `Session-Id: ${REAL}`, 'in a header'],
		['header', `X-Signature: ${REAL}`, 'in a header'],
		['header', `Set-Cookie: ${REAL}`, 'in a header'],
		['header', `Cookie: a=***; b=${REAL}`, 'in a cookie'],
		['header', `cookie: ${REAL}`, 'in a cookie'],
		['cookie', `a=<TOKEN>;b=${REAL}`, 'in a cookie'],
		['user', `ada:${REAL}`, 'as user name and password'],
		['proxy-user', `<USER>:${REAL}`, 'as user name and password'],
		['oauth2-bearer', REAL, 'in the option --oauth2-bearer'],
		['pass', REAL, 'in the option --pass'],
		['proxy-pass', REAL, 'in the option --proxy-pass'],
		['tlspassword', REAL, 'in the option --tlspassword'],
		['proxy-tlspassword', REAL, 'in the option --proxy-tlspassword'],
		['url', `https://ada:${REAL}@flows.example.com`, 'in the web address'],
		['url', `//${REAL}@flows.example.com`, 'in the web address'],
		['proxy', `http://${REAL}@proxy:8080`, 'in the web address'],
		['preproxy', `socks5://<USER>:${REAL}@proxy`, 'in the web address'],
		['referer', `https://${REAL}@a.example/`, 'in the web address'],
	])('--%s %j holds a real token %s', (name, text, place) => {
		const { message, description } = refusalOf(() => find(name, text));
		expect(message).toBe(`The pasted request holds a real access token (${place})`);
		expect(description).toMatch(/ACCESS_TOKEN.* credential/);
		expect(message + description).not.toContain(REAL);
	});

	test.each([
		['header', 'Authorization: Bearer <ACCESS_TOKEN>'],
		['header', 'Authorization: Bearer'],
		['header', 'Authorization: Token <TOKEN>'],
		['header', 'Authorization: api-key $KEY'],
		['header', 'Authorization: Bearer Bearer <TOKEN1>'],
		['header', 'Authorization: Bearer  <TOKEN1>'],
		['header', 'Authorization: Negotiate'],
		['header', 'Authorization'],
		['header', 'Authorization:'],
		['header', 'X-Api-Key: YOUR_KEY'],
		['header', 'Cookie: a=***; b=<SESSION>'],
		['cookie', 'session=$SESSION'],
		['user', '<USER>:<PASSWORD>'],
		['oauth2-bearer', '$TOKEN'],
		['pass', '***'],
		['url', 'https://<USER>:<PASSWORD>@flows.example.com'],
	])('--%s %j holds a placeholder', (name, text) => {
		expect(find(name, text)).toBe('placeholder');
	});

	test.each([
		['header', 'Content-Type: application/json'],
		['header', `X-Request-Id: ${REAL}`],
		['header', `Postman-Token: ${REAL}`],
		['header', `Idempotency-Key: ${REAL}`],
		['header', `Sec-WebSocket-Key: ${REAL}`],
		['header', `Author: ${REAL}`],
		['header', `Keyboard: ${REAL}`],
		['header', `X-Keyboard: ${REAL}`],
		['header', `X-Monkey: ${REAL}`],
		['header', ''],
		['cookie', `${REAL}.txt`],
		['url', 'https://flows.example.com/ada@example.com'],
		['url', `https://flows.example.com/?mail=//${REAL}@example.com`],
		['url', `https://flows.example.com#//${REAL}@`],
		['user-agent', REAL],
		['data', `{"a":"${REAL}"}`],
	])('--%s %j holds none', (name, text) => {
		expect(find(name, text)).toBe('none');
	});

	test('an option without its value holds no real one', () => {
		expect(findToken([{ name: 'user', value: undefined }])).toBe('placeholder');
		expect(findToken([{ name: 'header', value: undefined }])).toBe('none');
		expect(findToken([])).toBe('none');
	});

	test('the first real one is told, behind any number of placeholders', () => {
		const options = ['Authorization: Bearer $TOKEN', `X-Token: ${REAL}`, `Cookie: a=${REAL}`];
		const { message } = refusalOf(() =>
			findToken(options.map((text) => ({ name: 'header', value: { text, expands: false } }))),
		);
		expect(message).toContain('(in a header)');
	});

	test('what is longer than any header is a token as a whole', () => {
		expect(find('cookie', `a=${'<a>;'.repeat(4_000)}`)).toBe('placeholder');
		expect(() => find('cookie', `a=${'<a>;'.repeat(6_000)}`)).toThrow(/in a cookie/);
	});
});

describe('a text that may be anything', () => {
	test.each([
		[`Authorization: Bearer ${REAL}`, 'in the Authorization header'],
		['authorization: bearer abc', 'in the Authorization header'],
		['Authorization: Basic abc', 'in the Authorization header'],
		['Authorization: digest abc', 'in the Authorization header'],
		['Authorization: JWT abc', 'in the Authorization header'],
		['Authorization: OAuth=abc', 'in the Authorization header'],
		['Authorization: ApiKey%20abc', 'in the Authorization header'],
		['Authorization: Token&nbsp;abc', 'in the Authorization header'],
		[`Authorization: ${REAL}`, 'in the Authorization header'],
		['Authorization: abcdefgh1', 'in the Authorization header'],
		[`"authorization": "Bearer ${REAL}"`, 'in the Authorization header'],
		[`'Authorization' => 'Bearer ${REAL}'`, 'in the Authorization header'],
		[`"Authorization"="Bearer ${REAL}"`, 'in the Authorization header'],
		[`("Authorization", "Bearer ${REAL}")`, 'in the Authorization header'],
		[`\\"Authorization\\": \\"Bearer ${REAL}\\"`, 'in the Authorization header'],
		[`^"Authorization: Bearer^ ${REAL}^"`, 'in the Authorization header'],
		[`Authorization%3A Bearer ${REAL}`, 'in the Authorization header'],
		[`“Authorization”: “Bearer ${REAL}”`, 'in the Authorization header'],
		[`the Bearer ${REAL}`, 'after the word Bearer'],
		['the bearer x9http:KfQ2vLw7TzR', 'after the word Bearer'],
		['the bearer abcdefg1', 'after the word Bearer'],
		['the bearer: abcdefghijklmnopqrst', 'after the word Bearer'],
		[`token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.x`, 'a JSON Web Token'],
	])('%j holds a real token', (text, place) => {
		expect(refusalOf(() => refuseTokenIn(text)).message).toContain(`(${place})`);
	});

	test.each([
		'Authorization: Bearer <ACCESS_TOKEN>',
		'Authorization: Bearer <YOUR TOKEN 1>',
		'Authorization: Bearer $TOKEN',
		'Authorization: required',
		'Authorization: https://flows.example.com/docs/1',
		'Authorization is explained on page 12',
		'the bearer abcdef1',
		'the bearer abcdefghijklmnopqrs',
		'the bearer https://flows.example.com/v1/start',
		'the bearer http://flows.example.com/v1/start',
		'forbearer x9KfQ2vLw7TzR4mB8nYc',
		'the bearers x9KfQ2vLw7TzR4mB8nYc',
		'heyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx',
		'eyJhbGciO.eyJzdWIiOiIx',
		'eyJhbGciOiJIUzI1NiJ9.short',
		'',
	])('%j holds none', (text) => {
		expect(() => refuseTokenIn(text)).not.toThrow();
	});
});

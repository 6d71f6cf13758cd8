import { isOnThisMachine, parseBaseUrl } from '../../../nodes/StartFlow/credential/address';
import { refusalOf } from '../refusal.mts';

describe('the endpoint URL', () => {
	test.each([
		'https://flows.example.com//v1/../start/./x/',
		'https://flows.example.com:443/start?tenant=7&x=%2F%20+',
		'HTTPS://Flows.Example.COM/Start?',
		'https://[2001:db8::1]:8443/start',
		'https://flows.example.com/@acme/start?by=ada@example.com',
		'https://bücher.example/straße',
	])('is used exactly as entered: %s', (baseUrl) => {
		expect(parseBaseUrl(baseUrl, false)).toBe(baseUrl);
	});

	const INVISIBLE = 'contains a space, a line break or an invisible character';
	const INCOMPLETE = 'is not a complete web address';

	test.each<[unknown, string]>([
		[undefined, 'is empty'],
		[42, 'is empty'],
		[' \n', 'is empty'],
		[' https://flows.example.com', INVISIBLE],
		['https://flows.example.com/start\u200b', INVISIBLE],
		['https:/flows.example.com/start', INCOMPLETE],
		['flows.example.com/v1/start', INCOMPLETE],
		['https://<HOST>/start', INCOMPLETE],
		['k7Qz2f6a90c4:d1b73e58', INCOMPLETE],
		['https://ada:secret@flows.example.com/', INCOMPLETE],
		['https://flows.example.com/start#top', INCOMPLETE],
	])('is refused, and the message does not repeat it: %j', (baseUrl, problem) => {
		const { message, description } = refusalOf(() => parseBaseUrl(baseUrl, true));
		expect(message).toBe(`The endpoint URL in the credential ${problem}`);
		expect(description).toContain("Copy the URL from the flow's Start Event");
		expect(message + description).not.toMatch(/secret|k7Qz|flows\.example/);
	});

	test.each([
		'http://localhost:5678/start',
		'http://flows.localhost/start',
		'http://127.255.255.255/',
		'http://0x7f000001/',
		'http://[::1]:8080/',
	])('may be plain http on this machine: %s', (baseUrl) => {
		expect(parseBaseUrl(baseUrl, false)).toBe(baseUrl);
	});

	test.each([
		'http://flows.example.com/',
		'http://localhost.evil.example/',
		'http://127.0.0.1.evil.example/',
		'http://evil-localhost/',
		'http://128.0.0.1/',
		'http://0.0.0.0/',
	])('may be plain http elsewhere only when that is allowed: %s', (baseUrl) => {
		const { message, description } = refusalOf(() => parseBaseUrl(baseUrl, false));
		expect(message).toMatch(/uses http:\/\/, which sends the access token unencrypted$/);
		expect(description).toContain('Allow Insecure HTTP');
		expect(parseBaseUrl(baseUrl, true)).toBe(baseUrl);
	});
});

test.each<[string, boolean]>([
	['localhost.', true],
	['0.0.0.0', true],
	['[::]', true],
	['[::ffff:127.0.0.1]', true],
	['[::ffff:0.0.0.0]', true],
	['0.0.0.0.example.com', false],
	['[::ffff:10.0.0.1]', false],
])('whether only this machine can reach %s: %j', (host, expected) => {
	expect(isOnThisMachine(new URL(`http://${host}`).hostname)).toBe(expected);
});

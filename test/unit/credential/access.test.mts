import { checkBaseUrl } from '../../../nodes/TriggerFlow/credential/access';
import { refusalOf } from '../errors/refusal.mts';

const refused = (baseUrl: unknown, allowInsecureHttp = false) =>
	refusalOf(() => checkBaseUrl(baseUrl, allowInsecureHttp));

test.each([
	'https://flows.example.com',
	'https://flows.example.com//v1/../start/./x/',
	'https://flows.example.com:443/start?tenant=7&x=%2F%20+',
	'HTTPS://Flows.Example.COM/Start?',
	'https://10.0.0.5/start',
	'https://[2001:db8::1]:8443/start',
	'https://bücher.example/straße',
	'https://flows.example.com/a@b:c?mail=ada@example.com',
])('%s is used exactly as given', (baseUrl) => {
	expect(checkBaseUrl(baseUrl, false)).toBe(baseUrl);
});

test.each<[unknown, RegExp]>([
	[undefined, /is empty$/],
	[42, /is empty$/],
	[' \n', /is empty$/],
	[' https://flows.example.com', /white space or a line break$/],
	['https://flows.example.com\n', /white space or a line break$/],
	['https://flows.example.com/a b', /white space or a line break$/],
	['https://flows.example.com/\u0000', /white space or a line break$/],
	[`curl -X PUT 'https://flows.example.com'`, /white space or a line break$/],
	['flows.example.com/v1/start', /not a complete web address$/],
	['//flows.example.com/start', /not a complete web address$/],
	['https://', /not a complete web address$/],
	['https://flows.example.com:99999/', /not a complete web address$/],
	['https://<HOST>/start', /not a complete web address$/],
	[`https://${'a'.repeat(2_000)}/`, /not a complete web address$/],
	['ftp://flows.example.com/', /does not start with https:\/\/$/],
	['localhost:3000/start', /does not start with https:\/\/$/],
	['k7Qz2f6a90c4:d1b73e58', /does not start with https:\/\/$/],
	['https://ada:secret@flows.example.com/', /user name or password$/],
	['https://ada@flows.example.com/', /user name or password$/],
	['http://:@localhost/', /user name or password$/],
	['https://flows.example.com/start#top', /contains a "#"$/],
	['https://flows.example.com#', /contains a "#"$/],
])('%j is refused, also where http is allowed, and not repeated', (baseUrl, problem) => {
	for (const allowInsecureHttp of [false, true]) {
		const { message, description } = refused(baseUrl, allowInsecureHttp);
		expect(message).toMatch(problem);
		expect(description).toContain("Copy the URL from the flow's Start Event");
		expect(message + description).not.toMatch(/secret|k7Qz|flows\.example/);
	}
});

test('for a whole request, the way to paste it is shown', () => {
	expect(refused(`curl -X PUT 'https://a.example'`).description).toMatch(/Connect With/);
});

describe('plain http', () => {
	const loopback = [
		'http://localhost:5678/start',
		'http://LOCALHOST/start',
		'http://flows.localhost/start',
		'http://127.0.0.1:8080',
		'http://127.255.255.255/',
		'http://0x7f000001/',
		'http://[::1]:8080/',
	];
	const elsewhere = [
		'http://flows.example.com/',
		'HTTP://FLOWS.EXAMPLE.COM/',
		'http://localhost.evil.example/',
		'http://127.0.0.1.evil.example/',
		'http://evil.example/127.0.0.1?localhost',
		'http://evil-localhost/',
		'http://128.0.0.1/',
		'http://10.127.0.0/',
		'http://0.0.0.0/',
		'http://[::2]/',
	];

	test.each(loopback)('%s is this machine', (baseUrl) => {
		expect(checkBaseUrl(baseUrl, false)).toBe(baseUrl);
	});

	test.each(elsewhere)('%s is refused unless it is allowed', (baseUrl) => {
		const { message, description } = refused(baseUrl);
		expect(message).toMatch(/uses http:\/\/, which sends the access token unencrypted$/);
		expect(description).toContain('Allow Insecure HTTP');
		expect(checkBaseUrl(baseUrl, true)).toBe(baseUrl);
	});
});

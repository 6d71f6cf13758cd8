import {
	createAuthorization,
	requireBaseUrl,
	parseAccessToken,
} from '../../../nodes/StartFlow/credential/access';
import { refusalOf } from '../refusal.mts';

describe('the access token', () => {
	const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.e30-_~+/==';

	test.each([
		TOKEN,
		` ${TOKEN}\r\n`,
		`Bearer ${TOKEN}`,
		`bearer\t${TOKEN}`,
		`\n BEARER  ${TOKEN} `,
	])('is read with or without the word Bearer: %j', (pasted) => {
		expect(parseAccessToken(pasted)).toBe(TOKEN);
		expect(createAuthorization(parseAccessToken(pasted))).toBe(`Bearer ${TOKEN}`);
	});

	const wrong: Array<[string, unknown[]]> = [
		['is empty', [undefined, null, 42, ' \n', ' BEARER \n']],
		[
			'contains spaces or placeholder characters (< > { } $)',
			[
				'<ACCESS_TOKEN>',
				'abc>',
				'{{token}}',
				'${TOKEN}',
				'$TOKEN',
				'abc def',
				'a}b',
				'abc\r\nX-Injected: 1',
				'Authorization: Bearer abc',
				'Bearer Bearer abc',
			],
		],
		[
			'contains a character that is not allowed in a token',
			['abc\0def', 'abc\u007f', 'abcé', '“abc”'],
		],
	];

	test.each(wrong.flatMap(([problem, all]) => all.map((pasted) => [problem, pasted] as const)))(
		'%s: %j',
		(problem, pasted) => {
			const { message, description } = refusalOf(() => parseAccessToken(pasted));
			expect(message).toBe(`The access token in the credential ${problem}`);
			expect(description).toContain('Start Event');
		},
	);
});

const INVISIBLE = 'contains a space, a line break or an invisible character';

describe('the endpoint URL', () => {
	const refused = (baseUrl: unknown, allowInsecureHttp = false) =>
		refusalOf(() => requireBaseUrl(baseUrl, allowInsecureHttp));

	test.each([
		'https://flows.example.com',
		'https://flows.example.com//v1/../start/./x/',
		'https://flows.example.com:443/start?tenant=7&x=%2F%20+',
		'HTTPS://Flows.Example.COM/Start?',
		'https://[2001:db8::1]:8443/start',
		'https://bücher.example/straße',
	])('is used exactly as entered: %s', (baseUrl) => {
		expect(requireBaseUrl(baseUrl, false)).toBe(baseUrl);
	});

	test.each<[unknown, string]>([
		[undefined, 'is empty'],
		[42, 'is empty'],
		[' \n', 'is empty'],
		[' https://flows.example.com', INVISIBLE],
		['https://flows.example.com\n', INVISIBLE],
		['https://flows.example.com/\u0000', INVISIBLE],
		['https://flows.example.com/start\u200b', INVISIBLE],
		['\ufeffhttps://flows.example.com', INVISIBLE],
		['https:/flows.example.com/start', 'is not a complete web address'],
		['https:flows.example.com', 'is not a complete web address'],
		['https:\\\\flows.example.com', 'is not a complete web address'],
		['flows.example.com/v1/start', 'is not a complete web address'],
		['https://flows.example.com:99999/', 'is not a complete web address'],
		['https://<HOST>/start', 'is not a complete web address'],
		['ftp://flows.example.com/', 'is not a complete web address'],
		['localhost:3000/start', 'is not a complete web address'],
		['k7Qz2f6a90c4:d1b73e58', 'is not a complete web address'],
		['https://ada:secret@flows.example.com/', 'contains a user name or password'],
		['https://flows.example.com/start#top', 'contains a "#"'],
	])('is refused, and the message does not repeat it: %j', (baseUrl, problem) => {
		for (const allowInsecureHttp of [false, true]) {
			const { message, description } = refused(baseUrl, allowInsecureHttp);
			expect(message).toBe(`The endpoint URL in the credential ${problem}`);
			expect(description).toContain("Copy the URL from the flow's Start Event");
			expect(message + description).not.toMatch(/secret|k7Qz|flows\.example/);
		}
	});

	test.each([
		'http://localhost:5678/start',
		'http://LOCALHOST/start',
		'http://flows.localhost/start',
		'http://127.255.255.255/',
		'http://0x7f000001/',
		'http://[::1]:8080/',
	])('may be plain http on this machine: %s', (baseUrl) => {
		expect(requireBaseUrl(baseUrl, false)).toBe(baseUrl);
	});

	test.each([
		'http://flows.example.com/',
		'http://localhost.evil.example/',
		'http://127.0.0.1.evil.example/',
		'http://evil-localhost/',
		'http://128.0.0.1/',
		'http://0.0.0.0/',
		'http://[::2]/',
	])('may be plain http elsewhere only when that is allowed: %s', (baseUrl) => {
		const { message, description } = refused(baseUrl);
		expect(message).toMatch(/uses http:\/\/, which sends the access token unencrypted$/);
		expect(description).toContain('Allow Insecure HTTP');
		expect(requireBaseUrl(baseUrl, true)).toBe(baseUrl);
	});
});

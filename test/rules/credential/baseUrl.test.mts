import fc from 'fast-check';

import { checkBaseUrl } from '../../../nodes/TriggerFlow/rules/credential/baseUrl';
import { refusalOf } from '../errors/refusal.mts';

const refused = (baseUrl: unknown, allowInsecureHttp = false) =>
	refusalOf(() => checkBaseUrl(baseUrl, allowInsecureHttp));

describe('a complete https address is used exactly as given', () => {
	test.each([
		'https://flows.example.com',
		'https://flows.example.com/',
		'https://flows.example.com/v1/start',
		'https://flows.example.com/v1/start/',
		'https://flows.example.com//v1//start//',
		'https://flows.example.com/v1/../start/./x',
		'https://flows.example.com/?',
		'https://flows.example.com/start?tenant=7&x=%2F%20+',
		'https://flows.example.com:443/start',
		'https://flows.example.com:8443/start',
		'HTTPS://Flows.Example.COM/Start',
		'https://10.0.0.5/start',
		'https://[2001:db8::1]/start',
		'https://bücher.example/straße',
		'https://flows.example.com/a@b:c',
		'https://flows.example.com/?mail=ada@example.com',
		'https://flows.example.com/?to=mailto:ada@example.com',
	])('%s', (baseUrl) => {
		expect(checkBaseUrl(baseUrl, false)).toBe(baseUrl);
		expect(checkBaseUrl(baseUrl, true)).toBe(baseUrl);
	});
});

test.each([undefined, null, 42, {}, ['https://flows.example.com'], '', ' ', '\n\t'])(
	'%j is refused as empty',
	(baseUrl) => {
		const { message, description } = refused(baseUrl);
		expect(message).toBe('The endpoint URL in the credential is empty');
		expect(description).toBe("Copy the URL from the flow's Start Event into the credential.");
	},
);

test.each([
	' https://flows.example.com',
	'https://flows.example.com ',
	'https://flows.example.com\n',
	'https://flows.example.com/a b',
	'https://flows.example.com/a\r\nHost:x',
	'https://flows.exa\tmple.com',
	'https://flows.example.com/\u0000',
	'https://flows.example.com/\u0001',
	'https://flows.example.com/\u007f',
	'https://flows.example.com/\u0085',
	'https://flows.example.com/\u00a0',
	'https://flows.example.com/\u2028',
	'\ufeffhttps://flows.example.com/',
])('%j is refused for its white space', (baseUrl) => {
	expect(refused(baseUrl).message).toBe(
		'The endpoint URL in the credential contains white space or a line break',
	);
});

describe('a whole request is told which part of it is the URL', () => {
	const address = 'https://qa.flows.example/v1/start';
	const rest = `-H 'Authorization: Bearer k7Qz-2f6a90c4d1b73e58' -d '{"slug":"order-1","context":{"site":"https://ada.example"}}'`;

	test.each([
		['as it was copied', `curl -X PUT '${address}' \\\n  ${rest}`, address],
		['on one line, as the field keeps it', `curl -X PUT ${address} \\  ${rest}`, address],
		['with a query', `curl -X PUT "${address}?key=k-1" ${rest}`, `${address}?…`],
		[
			'with a password',
			`curl -X PUT https://ada:k-1@qa.flows.example/ ${rest}`,
			/flows\.example\/ /,
		],
		['from JavaScript', `fetch("${address}", { method: "PUT" })`, address],
	])('%s', (_what, baseUrl, shown) => {
		const { message, description } = refused(baseUrl);
		expect(message).toBe('The endpoint URL in the credential holds more than a URL');
		const cure = 'Paste only the URL of the request: ';
		if (typeof shown === 'string') expect(description).toContain(`${cure}${shown} `);
		else expect(description).toMatch(shown);
		expect(description).toContain('the whole request into Access Token');
		expect(description).not.toMatch(/k7Qz|k-1|ada/);
	});

	test.each([
		'curl -X PUT https://<HOST>/start',
		'the one of QA',
		`curl https://${'a'.repeat(2_000)}`,
	])('without an address in it, it is white space: %#', (baseUrl) =>
		expect(refused(baseUrl).message).toMatch(/contains white space/),
	);
});

test.each([
	'flows.example.com',
	'flows.example.com/v1/start',
	'/v1/start',
	'//flows.example.com/start',
	'https://',
	'https://?x',
	'https://flows.example.com:99999/',
	'https://flows.exa<mple.com/',
	'https://[::1/',
	'http://127.0.0.1.1.1/',
])('%s is refused as not a complete web address', (baseUrl) => {
	const { message, description } = refused(baseUrl);
	expect(message).toBe('The endpoint URL in the credential is not a complete web address');
	expect(description).toMatch(/starts with https:\/\/ .* Start Event/);
});

test.each([
	'ftp://flows.example.com/',
	'ws://flows.example.com/',
	'wss://flows.example.com/',
	'file:///etc/passwd',
	'javascript:alert(1)',
	'data:text/plain,x',
	'localhost:3000/start',
	'httpss://flows.example.com/',
	'k7Qz2f6a90c4:d1b73e58',
])('%s is refused even when http is allowed, and not repeated', (baseUrl) => {
	for (const allowInsecureHttp of [false, true]) {
		const { message, description } = refused(baseUrl, allowInsecureHttp);
		expect(message).toBe('The endpoint URL in the credential does not start with https://');
		expect(description).toMatch(/^Copy the URL/);
	}
});

test.each([
	'https://ada:secret@flows.example.com/',
	'https://ada@flows.example.com/',
	'https://:secret@flows.example.com/',
	'http://ada:secret@localhost/',
	// Empty, and still user info: what stands before the @ of the authority (RFC 3986, 3.2.1).
	'https://@flows.example.com/',
	'https://:@flows.example.com/',
])('%s is refused for its user info', (baseUrl) => {
	const { message, description } = refused(baseUrl, true);
	expect(message).toBe('The endpoint URL in the credential contains a user name or password');
	expect(description).toMatch(/between \/\/ and @.*access token/);
	expect(message + description).not.toContain('secret');
});

test.each([
	'https://flows.example.com/#start',
	'https://flows.example.com/start?x=1#a?b',
	'https://flows.example.com/start#',
	'https://flows.example.com#',
])('%s is refused for its fragment', (baseUrl) => {
	const { message, description } = refused(baseUrl);
	expect(message).toBe('The endpoint URL in the credential contains a "#"');
	expect(description).toMatch(/^Remove the #/);
});

describe('plain http', () => {
	const loopback = [
		'http://localhost',
		'http://localhost:5678/start',
		'http://LOCALHOST/start',
		'http://flows.localhost/start',
		'http://a.b.localhost:8080/',
		'http://127.0.0.1/start',
		'http://127.0.0.1:8080',
		'http://127.1.2.3/',
		'http://127.255.255.255/',
		'http://127.1/',
		'http://0x7f000001/',
		'http://[::1]/start',
		'http://[::1]:8080/',
		'http://[0:0:0:0:0:0:0:1]/',
	];
	const elsewhere = [
		'http://flows.example.com/',
		'http://localhost.evil.example/',
		'http://127.0.0.1.evil.example/',
		'http://evil.example/127.0.0.1',
		'http://evil.example/?localhost',
		'http://evil-localhost/',
		'http://localhosts/',
		'http://notlocalhost/',
		'http://localhost-x/',
		'http://126.255.255.255/',
		'http://128.0.0.1/',
		'http://10.127.0.0/',
		'http://1.127.0.0/',
		'http://0.0.0.0/',
		'http://192.168.0.1/',
		'http://[::2]/',
		'http://[::]/',
		'http://[2001:db8::1]/',
		'http://127.0.0.1.nip.io/',
		'HTTP://FLOWS.EXAMPLE.COM/',
	];

	test.each(loopback)('%s is this machine, so it is let through as given', (baseUrl) => {
		expect(checkBaseUrl(baseUrl, false)).toBe(baseUrl);
	});

	test.each(elsewhere)('%s is refused', (baseUrl) => {
		const { message, description } = refused(baseUrl);
		expect(message).toMatch(/uses http:\/\/, which sends the access token unencrypted$/);
		expect(description).toMatch(/Use https:\/\/.*"Allow Insecure HTTP"/);
	});

	test.each([...loopback, ...elsewhere])('%s is let through as given when allowed', (baseUrl) => {
		expect(checkBaseUrl(baseUrl, true)).toBe(baseUrl);
	});

	test('of all IPv4 hosts, those in 127.0.0.0/8 alone are let through', () => {
		const octet = fc.oneof(fc.nat(255), fc.constantFrom(0, 126, 127, 128, 255));
		fc.assert(
			fc.property(octet, octet, octet, octet, (...octets) => {
				const baseUrl = `http://${octets.join('.')}/`;
				if (octets[0] === 127) expect(checkBaseUrl(baseUrl, false)).toBe(baseUrl);
				else expect(refused(baseUrl).message).toMatch(/unencrypted/);
			}),
		);
	});
});

const webUrl = fc.webUrl({
	validSchemes: ['http', 'https', 'ftp'],
	withQueryParameters: true,
	withFragments: true,
	authoritySettings: { withPort: true, withUserInfo: true, withIPv4: true, withIPv6: true },
});

test('whatever is accepted comes back identical, and is a web address without user info or fragment', () => {
	const padding = fc.constantFrom('', '', '', ' ', '\n', '#', '/', '?');
	const baseUrls = fc
		.tuple(padding, webUrl, padding)
		.map(([before, url, after]) => before + url + after);
	fc.assert(
		fc.property(baseUrls, fc.boolean(), (baseUrl, allowInsecureHttp) => {
			let accepted: string;
			try {
				accepted = checkBaseUrl(baseUrl, allowInsecureHttp);
			} catch {
				return;
			}
			expect(accepted).toBe(baseUrl);
			const { protocol, username, password, hash } = new URL(accepted);
			expect({ username, password, hash }).toEqual({ username: '', password: '', hash: '' });
			expect(protocol).toMatch(allowInsecureHttp ? /^https?:$/ : /^https:$/);
			expect(accepted).not.toMatch(/[\s#]/);
		}),
		{ numRuns: 1_000 },
	);
});

test('every https address without user info and fragment is accepted', () => {
	const good = fc.webUrl({
		validSchemes: ['https'],
		withQueryParameters: true,
		authoritySettings: { withPort: true, withIPv4: true, withIPv6: true },
	});
	fc.assert(
		fc.property(good, (baseUrl) => {
			expect(checkBaseUrl(baseUrl, false)).toBe(baseUrl);
		}),
	);
});

import type { FlowCredential } from '../../../nodes/TriggerFlow/rules/credential/flowCredential';
import { requestFor } from '../../../nodes/TriggerFlow/rules/credential/requestFor';
import { refusalOf } from '../errors/refusal.mts';

const credentialFor = (baseUrl: string): FlowCredential => ({
	environment: 'qa',
	baseUrl,
	accessToken: 'secret-token-123',
});

const requestTo = (url: string, slug = 'demo-1') => ({ url, slug, context: {} });

test.each([
	['the very same', 'https://flows.example.com/start?a=1', 'https://flows.example.com/start?a=1'],
	['another case of the host', 'https://Flows.Example.com/', 'https://flows.example.com/'],
	['the default port', 'https://flows.example.com:443/start', 'https://flows.example.com/start'],
	['dot segments', 'https://flows.example.com/v1/../start', 'https://flows.example.com/start'],
	['no slash behind the host', 'https://flows.example.com', 'https://flows.example.com/'],
])('%s is the same address', (_what, url, baseUrl) => {
	const request = requestTo(url);
	expect(requestFor(credentialFor(baseUrl), [request])).toBe(request);
});

test.each([
	['host', 'https://qa.example.com/start'],
	['port', 'https://flows.example.com:8443/start'],
	['path', 'https://flows.example.com/start/'],
	['case of the path', 'https://flows.example.com/Start'],
	['query', 'https://flows.example.com/start?tenant=7'],
	['scheme', 'http://flows.example.com/start'],
])('another %s is another address', (_what, url) => {
	const credential = credentialFor('https://flows.example.com/start');
	expect(() => requestFor(credential, [requestTo(url)])).toThrow('another address');
});

test("of several requests, the one for the credential's address is used, wherever it stands", () => {
	const qa = requestTo('https://qa.example.com/', 'qa-1');
	const production = requestTo('https://www.example.com/', 'production-1');
	for (const requests of [
		[qa, production],
		[production, qa],
	]) {
		expect(requestFor(credentialFor(qa.url), requests)).toBe(qa);
		expect(requestFor(credentialFor(production.url), requests)).toBe(production);
	}
});

test('the same flow twice at an address is that flow', () => {
	const requests = [requestTo('https://qa.example.com/'), requestTo('https://QA.example.com')];
	expect(requestFor(credentialFor('https://qa.example.com/'), requests)).toBe(requests[0]);
});

test('two flows at the address are refused: nobody can tell which one is meant', () => {
	const requests = ['a-1', 'b-2'].map((slug) => requestTo('https://qa.example.com/', slug));
	const { message, description } = refusalOf(() =>
		requestFor(credentialFor('https://qa.example.com/'), requests),
	);
	expect(message).toMatch(/more than one flow .* QA credential/);
	expect(description).toMatch(/Leave the request of the flow/);
});

test('the refusal names all addresses and the environment, and no query', () => {
	const { message, description } = refusalOf(() =>
		requestFor(credentialFor('https://qa.example.com/start'), [
			requestTo('https://flows.example.com:8443/start?key=secret-1'),
			requestTo('https://www.example.com/'),
			requestTo('https://www.example.com/'),
		]),
	);
	expect(message).toContain('QA credential');
	expect(description).toContain(
		'goes to https://flows.example.com:8443/start?… and https://www.example.com/, ',
	);
	expect(description).toContain('credential to https://qa.example.com/start. ');
	expect(description).toContain('for QA.');
	expect(description).not.toContain('secret-1');
});

test('long and many addresses are cut', () => {
	const urls = Array.from(
		{ length: 50 },
		(_, n) => `https://f${n}.example.com/${'a'.repeat(5_000)}`,
	);
	const { description } = refusalOf(() =>
		requestFor(
			credentialFor('https://qa.example.com/'),
			urls.map((url) => requestTo(url)),
		),
	);
	expect(description.length).toBeLessThan(700);
});

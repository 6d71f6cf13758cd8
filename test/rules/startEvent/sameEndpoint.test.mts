import type { FlowCredential } from '../../../nodes/TriggerFlow/rules/credential/flowCredential';
import { requireSameEndpoint } from '../../../nodes/TriggerFlow/rules/startEvent/sameEndpoint';
import { refusalOf } from '../errors/refusal.mts';

const credentialFor = (baseUrl: string): FlowCredential => ({
	environment: 'qa',
	baseUrl,
	accessToken: 'secret-token-123',
});

test.each([
	['the very same', 'https://flows.example.com/start?a=1', 'https://flows.example.com/start?a=1'],
	['another case of the host', 'https://Flows.Example.com/', 'https://flows.example.com/'],
	['the default port', 'https://flows.example.com:443/start', 'https://flows.example.com/start'],
	['dot segments', 'https://flows.example.com/v1/../start', 'https://flows.example.com/start'],
	['no slash behind the host', 'https://flows.example.com', 'https://flows.example.com/'],
])('%s is the same address', (_what, url, baseUrl) => {
	expect(() => requireSameEndpoint(url, credentialFor(baseUrl))).not.toThrow();
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
	expect(() => requireSameEndpoint(url, credential)).toThrow('another address');
});

test('the refusal names both addresses and the environment, and no query', () => {
	const { message, description } = refusalOf(() =>
		requireSameEndpoint(
			'https://flows.example.com:8443/start?key=secret-1',
			credentialFor('https://qa.example.com/start'),
		),
	);
	expect(message).toContain('QA credential');
	expect(description).toContain('goes to https://flows.example.com:8443/start?…, ');
	expect(description).toContain('credential to https://qa.example.com/start. ');
	expect(description).toContain('for QA.');
	expect(description).not.toContain('secret-1');
});

test('a long address is cut', () => {
	const { description } = refusalOf(() =>
		requireSameEndpoint(
			`https://flows.example.com/${'a'.repeat(5_000)}`,
			credentialFor('https://qa.example.com/'),
		),
	);
	expect(description.length).toBeLessThan(500);
});

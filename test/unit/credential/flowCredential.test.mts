import {
	parseAccessToken,
	parseCredential,
} from '../../../nodes/StartFlow/credential/flowCredential';
import { refusalOf } from '../refusal.mts';
import { curl, QA, TOKEN } from './requests.mts';

const context = { email: 'ada@example.com' };

const READ = {
	environment: 'qa',
	baseUrl: QA,
	accessToken: TOKEN,
	examples: new Map([['order-1', context]]),
};

const byRequest = { environment: 'qa', request: curl('order-1', { context }) };
const byFields = { environment: 'qa', connectWith: 'fields', baseUrl: QA, accessToken: TOKEN };

test('reads URL, token, slug and example from a Start Event Request, and then no other field', () => {
	expect(parseCredential({ ...byRequest, baseUrl: 'x', accessToken: 'y' })).toEqual(READ);
});

test('reads URL and token from their fields, and ignores a request that n8n still stores', () => {
	const url = 'https://other.example/';
	const request = curl('order-1', { url, token: 'another-token-1' });
	const read = parseCredential({ ...byFields, request });
	expect(read).toEqual({ ...READ, examples: new Map() });
});

describe('More Flows', () => {
	const readWith = (moreFlows: unknown) => parseCredential({ ...byRequest, moreFlows });

	test.each<[string, unknown, string[]]>([
		['blanks', ' \n', ['order-1']],
		['several requests', `${curl('mail-2')}\n${curl('bill-3')}`, ['order-1', 'mail-2', 'bill-3']],
		['the same flow once more', curl('order-1'), ['order-1']],
		['a URL in capitals', curl('a', { url: 'HTTPS://QA.flows.example/start' }), ['order-1', 'a']],
	])('adds the flows of %s', (_what, moreFlows, slugs) => {
		expect([...readWith(moreFlows).examples.keys()]).toEqual(slugs);
	});

	test('uses the last of two requests for one slug', () => {
		const moreFlows = [1, 2].map((n) => curl('order-1', { context: { n } })).join('\n');
		expect(readWith(moreFlows).examples).toEqual(new Map([['order-1', { n: 2 }]]));
	});

	test.each(['another-token-1', '<ACCESS_TOKEN>', ''])('ignores the token "%s"', (token) => {
		const moreFlows = curl('mail-2', { token });
		for (const fields of [byRequest, byFields]) {
			expect(parseCredential({ ...fields, moreFlows }).accessToken).toBe(TOKEN);
		}
	});

	test.each([byRequest, byFields])('refuses another address, and shows both: %#', (fields) => {
		const other = curl('bill-3', { url: `${QA}?env=prod&key=${TOKEN}` });
		const moreFlows = `${curl('mail-2')}\n${other}`;
		const { message, description } = refusalOf(() => parseCredential({ ...fields, moreFlows }));
		expect(message).toContain('another address');
		expect(description).toContain(`${QA}?env=prod&key=***, but the credential is for ${QA}.`);
	});
});

test.each<[string, Record<string, unknown>, RegExp]>([
	['no request', { environment: 'qa' }, /^Start Event Request in the credential: ./],
	['two requests', { request: `${curl('a')}\n${curl('b')}` }, /contains more than one request/],
	['no curl command', { request: 'some words' }, /^Start Event Request .*: .*not a curl command/],
	['no token in it', { request: curl('a', { token: '' }), accessToken: TOKEN }, /token .* empty/],
	['no environment', { ...byRequest, environment: '' }, /^No environment is chosen/],
	['no URL', { ...byFields, baseUrl: undefined }, /URL .* is empty/],
	['no token', { ...byFields, accessToken: 42 }, /^The access token in the credential is empty/],
	['the word Bearer alone', { ...byFields, accessToken: ' BEARER \n' }, /token .* is empty/],
	['words in More Flows', { ...byRequest, moreFlows: 'words' }, /^More Flows .*not a curl/],
])('refuses a credential with %s', (_what, fields, message) => {
	expect(refusalOf(() => parseCredential(fields)).message).toMatch(message);
});

test('allows plain http only with Allow Insecure HTTP', () => {
	const fields = { ...byFields, baseUrl: 'http://flows.example/' };
	expect(parseCredential({ ...fields, allowInsecureHttp: true }).baseUrl).toBe(fields.baseUrl);
	for (const allowInsecureHttp of [undefined, false, 'true', 1]) {
		expect(() => parseCredential({ ...fields, allowInsecureHttp })).toThrow(/unencrypted/);
	}
});

const JWT = 'eyJhbGciOiJIUzI1NiJ9.e30-_~+/==';

test.each([JWT, `bearer\t${JWT}`, `\n BEARER  ${JWT} `])('reads the access token %j', (pasted) => {
	expect(parseAccessToken(pasted)).toBe(JWT);
});

test.each(['a<b', 'a>b', 'a{b', 'a}b', 'a$b', 'a b', 'a\r\nX-Injected: 1', 'a\u007f', 'abcé'])(
	'the access token is refused as a placeholder, or because no header can contain it: %j',
	(pasted) => {
		const { message, description } = refusalOf(() => parseAccessToken(pasted));
		expect(message).toMatch(/contains a space, an unusual character or a placeholder/);
		expect(description).toContain('Start Event');
		expect(message + description).not.toContain(pasted);
	},
);

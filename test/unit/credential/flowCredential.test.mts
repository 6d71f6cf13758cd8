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
		['nothing', undefined, ['order-1']],
		['blanks', ' \n', ['order-1']],
		['several requests', `${curl('mail-2')}\n${curl('bill-3')}`, ['order-1', 'mail-2', 'bill-3']],
		['text between them', `Mails:\n${curl('mail-2')}\n---\n`, ['order-1', 'mail-2']],
		['the same flow once more', curl('order-1'), ['order-1']],
		[
			'the same address, written otherwise',
			curl('a', { url: QA.toUpperCase().replace('/START', '/start') }),
			['order-1', 'a'],
		],
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

	test('refuses a request for another address, and shows both addresses', () => {
		const other = curl('bill-3', { url: `${QA}?env=prod&key=${TOKEN}` });
		const { message, description } = refusalOf(() => readWith(`${curl('mail-2')}\n${other}`));
		expect(message).toContain(`another address. It is for ${QA}?env=prod&key=***`);
		expect(description).toContain(`This credential is for ${QA}.`);
	});
});

test.each<[string, Record<string, unknown>, RegExp]>([
	['no request', { environment: 'qa' }, /^Start Event Request in the credential: ./],
	['two requests', { request: `${curl('a')}\n${curl('b')}` }, /contains more than one request/],
	['no curl command', { request: 'some words' }, /^Start Event Request .*: .*not a curl command/],
	[
		'no token in the request',
		{ request: curl('a').replace('Authorization', 'X-Other'), accessToken: TOKEN },
		/token .* is empty/,
	],
	['no environment', { ...byRequest, environment: '' }, /^No environment is chosen/],
	['no URL', { ...byFields, baseUrl: undefined }, /URL .* is empty/],
	['no token field', { ...byFields, accessToken: '' }, /token .* is empty/],
	[
		'no curl in More Flows',
		{ ...byRequest, moreFlows: 'words' },
		/^More Flows .*: .*not a curl command/,
	],
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

test.each([JWT, ` ${JWT}\r\n`, `Bearer ${JWT}`, `bearer\t${JWT}`, `\n BEARER  ${JWT} `])(
	'the access token is read with or without the word Bearer: %j',
	(pasted) => {
		expect(parseAccessToken(pasted)).toBe(JWT);
	},
);

test.each([undefined, null, 42, ' \n', ' BEARER \n'])(
	'the access token is refused if empty: %j',
	(pasted) => {
		const { message } = refusalOf(() => parseAccessToken(pasted));
		expect(message).toMatch(/^The access token in the credential is empty, or contains /);
	},
);

test.each([
	'<ACCESS_TOKEN>',
	'{{token}}',
	'$TOKEN',
	'abc>',
	'a}b',
	'abc def',
	'abc\r\nX-Injected: 1',
	'Bearer Bearer abc',
	'abc\0def',
	'abc\u007f',
	'abcé',
	'“abc”',
])(
	'the access token is refused as a placeholder, or because no header can contain it: %j',
	(pasted) => {
		const { message, description } = refusalOf(() => parseAccessToken(pasted));
		expect(message).toMatch(/contains a space, an unusual character or a placeholder/);
		expect(description).toContain('Start Event');
		expect(message + description).not.toContain(pasted);
	},
);

import { readFlowCredential } from '../../../nodes/TriggerFlow/rules/credential/flowCredential';
import {
	aboutFlows,
	flowName,
	flowOf,
	flowsOf,
} from '../../../nodes/TriggerFlow/rules/credential/flows';
import { everythingSaid, refusalOf } from '../errors/refusal.mts';

const QA = 'https://qa.flows.example/start';
const PRODUCTION = 'https://www.flows.example/start';
const TOKEN = 'k7Qz-2f6a90c4d1b73e58';

const request = (slug: string, { url = QA, token = TOKEN, context = {} } = {}) =>
	`curl -X PUT '${url}' -H 'Authorization: Bearer ${token}' -d '${JSON.stringify({ slug, context })}'`;

const credential = (accessToken: string, startEvents?: unknown) =>
	readFlowCredential({ environment: 'qa', baseUrl: QA, accessToken, startEvents });

const slugsOf = (...fields: Parameters<typeof credential>) =>
	flowsOf(credential(...fields)).flows.map(({ slug }) => slug);

test.each([
	['a token alone', [TOKEN], []],
	['a request', [request('a-1')], ['a-1']],
	['empty Start Events', [request('a-1'), ' \n'], ['a-1']],
	[
		'further ones, in their order',
		[request('b-1'), `${request('c-1')}\n${request('a-1')}`],
		['b-1', 'c-1', 'a-1'],
	],
	['a token and Start Events', [TOKEN, `${request('c-1')}\n${request('a-1')}`], ['c-1', 'a-1']],
	[
		'text between them',
		[TOKEN, `Orders:\n${request('c-1')}\n---\nMails:\n${request('a-1')}\n`],
		['c-1', 'a-1'],
	],
	['without their tokens', [TOKEN, request('c-1', { token: '<ACCESS_TOKEN>' })], ['c-1']],
	[
		'the same flow once more',
		[request('a-1'), `${request('b-1')}\n${request('a-1')}`],
		['a-1', 'b-1'],
	],
	[
		'another address',
		[request('a-1'), `${request('b-1', { url: PRODUCTION })}\n${request('c-1')}`],
		['a-1', 'c-1'],
	],
] as Array<[string, [string, string?], string[]]>)(
	'the flows of a credential: %s',
	(_what, fields, slugs) => {
		expect(slugsOf(...fields)).toEqual(slugs);
	},
);

test('of two requests for a flow, the one that was pasted later counts', () => {
	const old = request('a-1', { context: { old: 1 } });
	const later = request('a-1', { context: { later: 1 } });
	expect(flowOf(credential(old, later), '').context).toEqual({ later: 1 });
});

test("another customer's request is refused, and neither token is repeated", () => {
	const other = 'zz9Z8y7X6w5V4u3T2s';
	for (const url of [QA, PRODUCTION]) {
		const found = refusalOf(() =>
			flowsOf(credential(TOKEN, request('b-1', { url, token: other }))),
		);
		expect(found.message).toContain('another token than the credential');
		expect(found.description).toMatch(/a credential of its own\. Remove it here/);
		expect(everythingSaid(found)).not.toMatch(new RegExp(`${other}|${TOKEN}`));
	}
});

test.each([
	['its slug', request(`order-${TOKEN}`)],
	['its context', request('order-1', { context: { deep: [{ key: TOKEN }] } })],
	['a name of its context', request('order-1', { context: { [TOKEN]: 1 } })],
])('a request with the token in %s is refused, and the token is not repeated', (_what, asked) => {
	for (const fields of [[asked], [TOKEN, asked]] as Array<[string, string?]>) {
		const found = refusalOf(() => flowsOf(credential(...fields)));
		expect(found.message).toMatch(/holds the token in its slug or its context$/);
		expect(found.description).toMatch(/^Write an example value in its place/);
		expect(everythingSaid(found)).not.toContain(TOKEN.slice(0, 9));
	}
});

test('what cannot be read is refused, and says where it stands', () => {
	expect(refusalOf(() => flowsOf(credential(TOKEN, 'some words'))).message).toBe(
		'Start Events in the credential: The pasted text is not a curl command',
	);
});

describe('the flow that is started', () => {
	const two = credential(request('order-1'), request('mail-2'));

	test('is the one that was chosen', () => {
		expect(flowOf(two, 'mail-2').slug).toBe('mail-2');
	});

	test('is the only one there is, where none was chosen', () => {
		expect(flowOf(credential(request('order-1')), '').slug).toBe('order-1');
	});

	test.each([
		['several, and none chosen', two, '', /several flows/, /order-1, mail-2/],
		[
			'one that is not there',
			two,
			'call-3',
			/QA credential does not hold the flow "call-3"/,
			/holds order-1, mail-2/,
		],
		['a part of a slug', two, 'order', /does not hold/, /order-1/],
		[
			'the only one is another',
			credential(request('order-1')),
			'mail-2',
			/does not hold/,
			/order-1/,
		],
		['none at all', credential(TOKEN), '', /holds no flow/, /into Access Token/],
		[
			'none at all, and one was chosen',
			credential(TOKEN),
			'order-1',
			/holds no flow/,
			/into Access Token/,
		],
	])('is refused: %s', (_what, held, slug, message, description) => {
		const found = refusalOf(() => flowOf(held, slug));
		expect(found.message).toMatch(message);
		expect(found.description).toMatch(description);
	});

	test('is refused without the token in it, where that was pasted for a slug', () => {
		expect(everythingSaid(refusalOf(() => flowOf(two, TOKEN)))).not.toContain(TOKEN);
	});
});

test.each([
	['a name beside slug and context', `{"slug":"b-1","context":{},"${TOKEN}":1}`],
	['a name twice', `{"slug":"b-1","context":{"${TOKEN}":1,"${TOKEN}":2}}`],
	['a long name', `{"slug":"b-1","context":{},"${'a'.repeat(85)}${TOKEN}":1}`],
])('what is wrong in Start Events is said without the token in %s', (_what, body) => {
	const startEvents = `curl -X PUT '${QA}' -d '${body}'`;
	const said = everythingSaid(refusalOf(() => flowsOf(credential(TOKEN, startEvents))));
	expect(said).toContain('Start Events in the credential: The body of the request');
	expect(said).not.toContain(TOKEN.slice(0, 8));
});

test.each([
	['newsletter-sign-up-8f3k2m', 'Newsletter sign up (newsletter-sign-up-8f3k2m)'],
	['order_list_2b6x8j', 'Order list (order_list_2b6x8j)'],
	['order-1', 'Order (order-1)'],
	['--order--_list--2b6x8j', 'Order list (--order--_list--2b6x8j)'],
	['8f3k2m', '8f3k2m'],
	['42-8f3k2m', '42-8f3k2m'],
	['größe-1a', 'Größe (größe-1a)'],
])('%s is shown as %s', (slug, name) => {
	expect(flowName({ slug, url: QA, context: {} })).toBe(name);
});

test.each([
	[[TOKEN], `QA at ${QA}.`],
	[[request('a-1', { token: TOKEN })], `QA at ${QA}, 1 flow: a-1.`],
	[[TOKEN, request('b-1', { token: 'ACCESS_TOKEN' })], `QA at ${QA}, 1 flow: b-1.`],
	[
		[request('a-1'), request('b-1', { url: PRODUCTION, token: 'ACCESS_TOKEN' })],
		`QA at ${QA}, 1 flow: a-1. Start Events holds 1 request for another address, which this credential does not use.`,
	],
	[
		[
			request('a-1'),
			['b-1', 'c-1']
				.map((slug) => request(slug, { url: PRODUCTION, token: 'ACCESS_TOKEN' }))
				.join('\n'),
		],
		`QA at ${QA}, 1 flow: a-1. Start Events holds 2 requests for another address, which this credential does not use.`,
	],
	[
		[request('a-1'), request('b-1')],
		`QA at ${QA}, 2 flows: a-1, b-1. Start Events shows the token to everybody who may edit the credential: remove it there.`,
	],
] as Array<[[string, string?], string]>)('what a credential gives is said: %#', (fields, said) => {
	expect(aboutFlows(credential(...fields))).toBe(said);
});

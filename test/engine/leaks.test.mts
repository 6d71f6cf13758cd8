/** The token never leaves the node, whether a service sends it back or a person puts it into a wrong field. */
import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';

import type { INode, INodeParameters } from 'n8n-workflow';

import { findToken } from '../leaks/findToken.mts';
import { FORMS, listForms, PLACES, plant, TOKENS } from '../leaks/plantToken.mts';
import { bySlug, fromList } from '../../tools/n8n/parameters.mts';
import { contextOf, reply, serviceForEach, type Behaviour } from './faultyService.mts';
import {
	callBack,
	CONTINUE_ON_ERROR,
	runNode,
	TOKEN,
	RETRY_ON_FAIL,
	type Execution,
} from './harness.mts';

const service = serviceForEach((response, body) => response.writeHead(404).end(body));

/** A value as text, with the hidden properties of errors. */
const everythingIn = (value: unknown) =>
	inspect(value, { depth: Infinity, showHidden: true, maxStringLength: Infinity });

test.each(TOKENS)(
	'the search finds %s in every form, so that finding none means something',
	(token) => {
		for (const [form, encode] of Object.entries(FORMS)) {
			const text = JSON.stringify({ a: `x ${encode(token)} y` });
			expect([form, findToken(text, token)]).toEqual([form, expect.any(String)]);
		}
	},
);

describe('a token that a service sends back', () => {
	/** Starts a flow for each of these answers, and looks for the token in everything that n8n saves. */
	async function leak(token: string, place: string, forms: string[], settings: Partial<INode>) {
		const answers = [200, 400].flatMap((status) =>
			forms.map((form): [number, string] => [status, form]),
		);
		service.answers((response, request) => {
			const [status, form] = answers[contextOf(request).n as number] ?? [200, ''];
			response.socket?.end(plant(token, status, place, form));
		});
		const { run } = await runNode({
			url: service.url,
			items: answers.map((_, n) => ({ n })),
			parameters: { options: { fullResponse: true, maxRetries: 0 } },
			credential: { accessToken: token },
			settings,
		});
		expect(service.received.length).toBeGreaterThan(answers.length / 4);
		const saved = JSON.stringify(run);
		const files = [...saved.matchAll(/"(?:data|body)":"([A-Za-z0-9+/]{4,}={0,2})"/g)];
		const contents = [saved, ...files.map(([, data = '']) => Buffer.from(data, 'base64'))];
		return contents.map((content) => findToken(content, token)).find(Boolean);
	}

	const ALL = Object.keys(FORMS);
	/** The token with all characters that encodings change. */
	const HARDEST = TOKENS.at(-1) as string;

	test.each(Object.keys(PLACES))('is masked in %s, in any form', async (place) => {
		const forms = listForms(HARDEST, place);
		expect(forms.length).toBeGreaterThan(1);
		expect(await leak(HARDEST, place, forms, CONTINUE_ON_ERROR)).toBeUndefined();
	});

	test.each(TOKENS)('is masked for any kind of token: %s', async (token) => {
		for (const place of ['a header', 'a key of JSON', 'a file', 'a long page that is cut']) {
			expect(await leak(token, place, ALL, CONTINUE_ON_ERROR)).toBeUndefined();
			service.received.splice(0);
		}
	});

	// In such a run, the earlier answers are in the memory of starts.
	test('is masked in a run that ends with an error', async () => {
		expect(await leak(HARDEST, 'text', ALL, {})).toBeUndefined();
	});

	test.each(['text/plain', 'application/json', 'application/pdf'])(
		'is masked in a callback of %s, in its body and its headers',
		async (type) => {
			service.answers(reply(200, '{}'));
			const waiting = await runNode({
				url: service.url,
				items: [{}],
				parameters: { operation: 'startAndWait', options: { fullResponse: true } },
			});
			const { output } = await callBack(waiting, {
				url: String(service.contexts()[0]?.callbackUrl),
				body: `{"a":"x ${TOKEN} y"}`,
				headers: { 'content-type': type, 'x-token': `Bearer ${TOKEN}` },
			});
			const shown = JSON.stringify(output);
			expect(shown).toContain('x-token');
			expect(findToken(shown, TOKEN)).toBeUndefined();
		},
	);

	test('is masked in the reason of a broken connection, where it is a part of the host', async () => {
		const { error } = await runNode({
			url: `https://${TOKEN}.invalid/start`,
			parameters: { options: { maxRetries: 0 } },
		});
		expect(error?.description).toMatch(/Technical reason: .*\*\*\*\.invalid/);
		expect(everythingIn(error).toLowerCase()).not.toContain(TOKEN.toLowerCase());
	});

	test.each<[string, Behaviour]>([
		['an error body', reply(422, JSON.stringify({ message: `bad token ${TOKEN}` }))],
		[
			'a body that breaks off',
			(response) => {
				response.writeHead(200, { 'content-length': 1000 });
				response.write(`{"a":"${TOKEN}"`, () => response.destroy());
			},
		],
		['an answer that is not HTTP', (response) => response.socket?.end(`${TOKEN}\r\n\r\n`)],
	])('is nowhere in errors and their hidden properties: %s', async (_place, behave) => {
		service.answers(behave);
		for (const settings of [{}, CONTINUE_ON_ERROR, RETRY_ON_FAIL]) {
			const { run, error, outputs } = await runNode({
				url: service.url,
				items: [{ n: 1 }, { n: 2 }],
				parameters: { options: { fullResponse: true, includeInput: true, maxRetries: 0 } },
				settings,
			});
			expect(service.received.length).toBeGreaterThan(0);
			expect(JSON.stringify(run) + everythingIn([run, error, outputs])).not.toContain(TOKEN);
		}
	});
});

/** The node's own output. The input item, which holds the token, comes from n8n. */
function ownOutputOf({ outputs, hints, error }: Execution): string {
	const items = outputs.flat().map(({ json: { token: _token, ...own } }) => own);
	return everythingIn([items, hints, error]);
}

const json = (contextJson: string): INodeParameters => ({ contextMode: 'json', contextJson });
const field = (type: string, name = 'n', value = '={{ $json.token }}'): INodeParameters => ({
	contextMode: 'fields',
	contextFields: { assignments: [{ id: '1', name, type, value }] },
});
const option = (name: string, value: string): INodeParameters => ({ options: { [name]: value } });

/** A JSON Web Token is this long. Messages quote less of a value. */
const LONG_TOKEN = randomBytes(1_200).toString('base64url');

/** Fields into which a person may put the token by mistake. A message quotes the wrong value. */
test.each<[string, INodeParameters]>([
	['the slug', { flow: bySlug('={{ "order-" + $json.token }}') }],
	['the slug, with a blank behind it', { flow: bySlug('={{ $json.token + " " }}') }],
	['the flow of the list', { flow: fromList('={{ "Bearer " + $json.token }}') }],
	['the context, in a preview', { operation: 'preview', ...json('={{ { a: [$json.token] } }}') }],
	['a number', field('number')],
	['a list', field('array', 'n', '={{ "[" + $json.token }}')],
	['an object', field('object')],
	['the name of a field', field('number', "={{ 'n'.repeat(150) + $json.token }}", 'x')],
	['the name of a field with an empty part', field('string', '={{ $json.token + "..a" }}')],
	['the key of a value that JSON cannot hold', json('={{ { [$json.token]: NaN } }}')],
	['the path of an option', option('idempotencyKeyField', '={{ $json.token + ".." }}')],
	['an option', option('retryUnknown', '={{ $json.token }}')],
	['the time to wait', { operation: 'startAndWait', waitLimit: '={{ $json.token }}' }],
])('the output of the node holds no part of a token in %s', async (_place, parameters) => {
	for (const settings of [{}, CONTINUE_ON_ERROR]) {
		const output = ownOutputOf(
			await runNode({
				url: service.url,
				items: [{ token: LONG_TOKEN }],
				parameters,
				credential: { accessToken: LONG_TOKEN },
				settings,
			}),
		);
		const parts = Array.from({ length: LONG_TOKEN.length - 7 }, (_, at) =>
			LONG_TOKEN.slice(at, at + 8),
		);
		expect(parts.filter((part) => output.includes(part))).toEqual([]);
	}
});

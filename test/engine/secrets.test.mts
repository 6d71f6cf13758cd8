/**
 * The access token is nowhere in what leaves the node: not in items, errors and their causes, hints, stack traces, or
 * anything else that n8n would save. `leaks.test` has more ways in which a service may send it back.
 */
import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';

import type { INode, INodeParameters } from 'n8n-workflow';

import { bySlug, fromList } from '../parameters.mts';
import { reply, serviceForEach, type Behaviour } from './faultyService.mts';
import { runNode, TOKEN, type RunResult } from './harness.mts';

const service = serviceForEach((response, body) => response.writeHead(404).end(body));

const SETTINGS: Array<Partial<INode>> = [
	{ onError: 'stopWorkflow' },
	{ onError: 'continueRegularOutput' },
	{ onError: 'continueErrorOutput' },
	{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
];

/** With the hidden properties of errors. */
const everythingIn = (value: unknown) =>
	inspect(value, { depth: Infinity, showHidden: true, maxStringLength: Infinity });

describe.each<[string, Behaviour]>([
	['a header of an answer', reply(200, '{}', { 'x-echo': `Bearer ${TOKEN}` })],
	['an error body', reply(422, JSON.stringify({ message: `bad token ${TOKEN}` }))],
	[
		'a body that breaks off',
		(response) => {
			response.writeHead(200, { 'content-length': 1000 });
			response.write(`{"a":"${TOKEN}"`, () => response.destroy());
		},
	],
	['what is not HTTP', (response) => response.socket?.end(`${TOKEN}\r\n\r\n`)],
])('the token in %s', (_place, behave) => {
	test.each(SETTINGS)('is nowhere with %j', async (settings) => {
		service.answers(behave);
		const result = await runNode({
			url: service.url,
			items: [{ n: 1 }, { n: 2 }],
			parameters: { options: { fullResponse: true, includeInput: true, maxRetries: 0 } },
			settings,
		});
		expect(service.taken.length).toBeGreaterThan(0);
		expect(JSON.stringify(result.run) + everythingIn(result)).not.toContain(TOKEN);
	});
});

/** What the node itself says: the input item, where it holds the token, is n8n's. */
function saidIn({ outputs, hints, error }: RunResult): string {
	const items = outputs.flat().map(({ json: { token: _token, ...own } }) => own);
	return everythingIn([items, hints, error]);
}

const json = (contextJson: string): INodeParameters => ({ contextMode: 'json', contextJson });
const field = (type: string, name = 'n', value = '={{ $json.token }}'): INodeParameters => ({
	contextMode: 'fields',
	contextFields: { assignments: [{ id: '1', name, type, value }] },
});
const option = (name: string, value: string): INodeParameters => ({ options: { [name]: value } });

/** A JSON Web Token is that long. Messages quote less than that of what they are about. */
const LONG_TOKEN = randomBytes(1_200).toString('base64url');

/** Where a person may put the token by mistake. A message quotes the place of the mistake. */
test.each<[string, INodeParameters]>([
	['the slug', { flow: bySlug('={{ "order-" + $json.token }}') }],
	['the slug, with a blank behind it', { flow: bySlug('={{ $json.token + " " }}') }],
	['the flow of the list', { flow: fromList('={{ "Bearer " + $json.token }}') }],
	['the context, in a preview', { operation: 'preview', ...json('={{ { a: [$json.token] } }}') }],
	['a number', field('number')],
	['a list', field('array', 'n', '={{ "[" + $json.token }}')],
	['a boolean', field('boolean')],
	['an object', field('object')],
	['the name of a field', field('number', "={{ 'n'.repeat(150) + $json.token }}", 'x')],
	['the name of a field with an empty part', field('string', '={{ $json.token + "..a" }}')],
	['the key of a value that JSON cannot hold', json('={{ { [$json.token]: NaN } }}')],
	['the path of an option', option('idempotencyKeyField', '={{ $json.token + ".." }}')],
	['an option', option('retryUnknown', '={{ $json.token }}')],
	['the time to wait', { operation: 'startAndWait', waitLimit: '={{ $json.token }}' }],
])('no part of the token in %s is in what the node says', async (_place, parameters) => {
	for (const settings of SETTINGS) {
		const result = await runNode({
			url: service.url,
			items: [{ token: LONG_TOKEN }],
			parameters,
			credential: { accessToken: LONG_TOKEN },
			settings,
		});
		const said = saidIn(result);
		expect(said).toContain('***');
		for (let at = 0; at + 8 <= LONG_TOKEN.length; at++) {
			expect(said.includes(LONG_TOKEN.slice(at, at + 8))).toBe(false);
		}
	}
});

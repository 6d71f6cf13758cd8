/** The token never leaves the node, whether a service sends it back or a person puts it into a wrong field. */
import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';

import type { INode, INodeParameters } from 'n8n-workflow';

import { HARD_TOKEN, listForms, PLACES, plant } from '../leaks/plantToken.mts';
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
import { ENGINE } from './parts/engine.mts';

const service = serviceForEach((response, body) => response.writeHead(404).end(body));

/** A value as text, with the hidden properties of errors. */
const everythingIn = (value: unknown) =>
	inspect(value, { depth: Infinity, showHidden: true, maxStringLength: Infinity });

/** All keys and strings in a value, each also decoded as a file is. */
function listTexts(value: unknown): string {
	const texts: string[] = [];
	JSON.stringify(value, (key, inner: unknown) => {
		texts.push(key);
		if (typeof inner === 'string')
			texts.push(inner, Buffer.from(inner, 'base64').toString('latin1'));
		return inner;
	});
	return texts.join('\n');
}

describe('a token that a service sends back', () => {
	/** Starts a flow for each form at this place, and looks for the forms in everything that n8n saves. */
	async function leak(place: string, settings: Partial<INode>) {
		const forms = listForms(place);
		expect(forms.length).toBeGreaterThan(1);
		const answers = [200, 400].flatMap((status) => forms.map((form) => plant(status, place, form)));
		service.answers((response, request) => {
			response.socket?.end(answers[contextOf(request).n as number] ?? '');
		});
		const { run } = await runNode({
			url: service.url,
			items: answers.map((_, n) => ({ n })),
			parameters: { options: { fullResponse: true, maxRetries: 0 } },
			credential: { accessToken: HARD_TOKEN },
			settings,
		});
		expect(service.received.length).toBeGreaterThan(answers.length / 4);
		const saved = listTexts(run);
		// A form may become another one when it is decoded.
		return listForms('text').filter((form) => saved.includes(form));
	}

	test.each(Object.keys(PLACES))('is masked in %s, in any form', async (place) => {
		expect(await leak(place, CONTINUE_ON_ERROR)).toEqual([]);
	});

	// In such a run, the earlier answers are in the memory of starts.
	test('is masked in a run that ends with an error', async () => {
		expect(await leak('text', {})).toEqual([]);
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
			const shown = listTexts(output);
			expect(shown).toContain('x-token');
			expect(shown).not.toContain(TOKEN);
		},
	);

	test('is masked in the reason of a broken connection, where it is a part of the host', async () => {
		const { error } = await runNode({
			url: `https://${TOKEN}.invalid/start`,
			parameters: { options: { maxRetries: 0 } },
		});
		const reason = ENGINE.keepsCausesOfErrors ? /Technical reason: .*\*\*\*\.invalid/ : /reason: ./;
		expect(error?.description).toMatch(reason);
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
const OTHER_FIELD = { id: '2', name: 'other', type: 'string', value: 'x' };
const field = (type: string, name = 'n', value = '={{ $json.token }}'): INodeParameters => ({
	contextMode: 'fields',
	contextFields: { assignments: [{ id: '1', name, type, value }, OTHER_FIELD] },
});

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
	['the name of an empty field', field('string', '={{ $json.token }}', '={{ $json.none }}')],
	['the name of a field with an empty part', field('string', '={{ $json.token + "..a" }}')],
	['the key of a value that JSON cannot hold', json('={{ { [$json.token]: NaN } }}')],
	['an option', { options: { retryUnknown: '={{ $json.token }}' } }],
	['the time to wait', { operation: 'startAndWait', waitLimit: '={{ $json.token }}' }],
])('the output of the node holds no part of a token in %s', async (_place, parameters) => {
	for (const settings of [{}, CONTINUE_ON_ERROR]) {
		const output = ownOutputOf(
			await runNode({
				url: service.url,
				items: [{ token: LONG_TOKEN }],
				parameters,
				credential: { accessToken: LONG_TOKEN },
				mode: 'manual',
				settings,
			}),
		);
		const parts = Array.from({ length: LONG_TOKEN.length - 7 }, (_, at) =>
			LONG_TOKEN.slice(at, at + 8),
		);
		expect(parts.filter((part) => output.includes(part))).toEqual([]);
	}
});

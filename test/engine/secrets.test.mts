/**
 * The access token is nowhere in what leaves the node: not in items, errors and their causes, hints,
 * stack traces, or anything else that n8n would save, wherever the service puts it.
 */
import { createHash } from 'node:crypto';
import { inspect } from 'node:util';

import nock from 'nock';
import type { INode, INodeParameters } from 'n8n-workflow';

import { faultyHttp, type Behaviour } from './faultyService.mts';
import { runNode } from './harness.mts';

const TOKEN = 'secret-token-1234567890';

beforeAll(() => nock.restore());

const answer =
	(status: number, body: string, headers: Record<string, string> = {}): Behaviour =>
	(response) =>
		response.writeHead(status, headers).end(body);

/** Where the service has the token; `leaks.test` has far more places. */
const PLANTED: Record<string, Behaviour> = {
	'a header of an answer': answer(200, '{}', { 'x-echo': `Bearer ${TOKEN}` }),
	'an error body': answer(422, JSON.stringify({ message: `bad token ${TOKEN}` })),
	'a body that breaks off': (response) => {
		response.writeHead(200, { 'content-length': 1000 });
		response.write(`{"a":"${TOKEN}"`, () => response.destroy());
	},
	'what is not HTTP': (response) => response.socket?.end(`${TOKEN}\r\n\r\n`),
};

const SETTINGS: Record<string, Partial<INode>> = {
	'stops on errors': { onError: 'stopWorkflow' },
	continues: { onError: 'continueRegularOutput' },
	'has an error branch': { onError: 'continueErrorOutput' },
	'is retried': { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
};

const OPTIONS: INodeParameters[] = [
	{},
	{ fullResponse: true, includeInput: true },
	{ responseFormat: 'file' },
];

/** All that a run leaves, errors with their hidden properties included, and files as bytes. */
function everythingOf(result: Awaited<ReturnType<typeof runNode>>): string {
	const saved = JSON.stringify(result.run);
	const files = [...saved.matchAll(/"data":"([A-Za-z0-9+/]{4,}={0,2})"/g)].map(([, base64]) =>
		Buffer.from(base64 ?? '', 'base64').toString('latin1'),
	);
	const shown = inspect(result, { depth: Infinity, showHidden: true, maxStringLength: Infinity });
	return [saved, shown, ...files].join('\n');
}

describe.each(Object.entries(PLANTED))('the token in %s', (_place, behave) => {
	test.each(Object.entries(SETTINGS))('of a node that %s', async (_setting, settings) => {
		// n8n waits a second between two tries.
		for (const options of settings.retryOnFail ? [{}] : OPTIONS) {
			const service = await faultyHttp(behave);
			const result = await runNode({
				items: [{ n: 1 }, { n: 2 }],
				parameters: {
					flow: 'slug',
					slug: 'order-1',
					contextMode: 'input',
					options: { ...options, maxRetries: 0 },
				},
				credential: { environment: 'qa', baseUrl: service.url, accessToken: TOKEN },
				settings,
			});
			await service.close();
			expect(service.taken.length).toBeGreaterThan(0);
			expect(everythingOf(result)).not.toContain(TOKEN);
		}
	});
});

/** What a person has put into the wrong place: in the parameters it is n8n's, and refused here. */
const MISPLACED: Record<string, INodeParameters> = {
	'the slug': { flow: 'slug', slug: `={{ "order-" + $json.token }}`, contextMode: 'none' },
	'the slug, beside a context that is refused': {
		flow: 'slug',
		slug: `={{ "order-" + $json.token }}`,
		contextMode: 'json',
		contextJson: '[]',
	},
	'the context, in a preview': {
		operation: 'preview',
		flow: 'slug',
		slug: 'order-1',
		contextMode: 'json',
		contextJson: `={{ { a: [$json.token] } }}`,
	},
	'a field that is no number': {
		flow: 'slug',
		slug: 'order-1',
		contextMode: 'fields',
		contextFields: {
			assignments: [{ id: '1', name: 'n', type: 'number', value: `={{ $json.token }}` }],
		},
	},
	'a text that is no JSON': {
		flow: 'slug',
		slug: 'order-1',
		contextMode: 'json',
		contextJson: `={{ "{" + $json.token + "}" }}`,
	},
	'the pasted request': {
		flow: 'startEvent',
		startEventRequest: `curl -X PUT 'https://flows.example.com/' -H 'Authorization: Bearer ${TOKEN}' -d '{"slug":"order-1","context":{}}'`,
		contextMode: 'none',
	},
};

test.each(Object.entries(MISPLACED))(
	'the token in %s is not in what the node says',
	async (_place, parameters) => {
		const service = await faultyHttp((response, body) => response.writeHead(404).end(body));
		for (const settings of Object.values(SETTINGS)) {
			const { outputs, error, hints } = await runNode({
				items: [{ token: TOKEN }],
				parameters,
				credential: { environment: 'qa', baseUrl: service.url, accessToken: TOKEN },
				settings,
			});
			// The input item holds it here, and n8n puts that beside a failed item on the error branch.
			const said = outputs.flat().map(({ json: { token: _token, ...own } }) => own);
			const shown = inspect([said, hints, error], { depth: Infinity, showHidden: true });
			expect(shown.replaceAll(/startEventRequest: .*/g, '')).not.toContain(TOKEN);
		}
		await service.close();
	},
);

/** Longer than what a message quotes, and unlike any word. */
const LONG_TOKEN = createHash('sha512').update(TOKEN).digest('base64url');

const asField = (type: string, name = 'n', value = '={{ $json.token }}'): INodeParameters => ({
	contextMode: 'fields',
	contextFields: { assignments: [{ id: '1', name, type, value }] },
});

const A_DATE = 'a date of which the form knows';

/** Where a message quotes the beginning of a text, or the place of a mistake in it. */
const QUOTED: Record<string, INodeParameters> = {
	'the slug, with a blank behind it': { slug: '={{ $json.token + " " }}' },
	'the slug, behind a header': { slug: '={{ "Authorization: Bearer " + $json.token + " " }}' },
	'a number': asField('number'),
	'a list': asField('array', 'n', '={{ "[" + $json.token }}'),
	'a switch': asField('boolean'),
	'an object': asField('object'),
	'the name of a field': asField('number', `={{ 'n'.repeat(150) + $json.token }}`, 'x'),
	'the name of a field, in front of an empty segment': asField(
		'string',
		'={{ $json.token + "..a" }}',
	),
	[A_DATE]: asField('dateTime'),
	'JSON, without quotes': {
		contextMode: 'json',
		contextJson: '={{ "{\\"a\\": " + $json.token + "}" }}',
	},
	'JSON, behind what is read of it': {
		contextMode: 'json',
		contextJson: '={{ "{\\"a\\": 1" + $json.token + "}" }}',
	},
	'the key of a value that JSON cannot hold': {
		contextMode: 'json',
		contextJson: `={{ { ['a'.repeat(280) + $json.token]: NaN } }}`,
	},
	'JSON, in braces': { contextMode: 'json', contextJson: '={{ "{" + $json.token + "}" }}' },
	'a key alone': { contextMode: 'json', contextJson: '={{ { [$json.token]: NaN } }}' },
	'an option, in front of an empty segment': {
		options: { startKeyField: '={{ $json.token + ".." }}' },
	},
	'an option': { options: { startKeyField: `={{ '.' + 'a'.repeat(150) + $json.token }}` } },
	'a switch among the options': { options: { splitArray: '={{ $json.token }}' } },
	'the time to wait': {
		operation: 'startAndWait',
		waitLimit: '={{ $json.token }}',
		waitUnit: 'hours',
	},
	'the flow of the list': {
		flow: 'list',
		listedFlow: {
			__rl: true,
			mode: 'list',
			value: '={{ "Authorization: Bearer " + $json.token }}',
		},
	},
};

test.each(Object.entries(QUOTED))(
	'no part of the token in %s is in what the node says',
	async (place, parameters) => {
		const pasted = `curl -X PUT 'https://flows.example/' -H 'Authorization: Bearer ${LONG_TOKEN}' -d '{"slug":"order-1","context":{}}'`;
		for (const settings of Object.values(SETTINGS)) {
			const { outputs, error, hints } = await runNode({
				items: [{ token: LONG_TOKEN }],
				parameters: { flow: 'slug', slug: 'order-1', contextMode: 'none', ...parameters },
				credential: { environment: 'qa', accessToken: pasted },
				settings,
			});
			const said = outputs.flat().map(({ json: { token: _token, ...own } }) => own);
			expect(error?.message ?? said[0]?.error).toEqual(expect.any(String));
			const shown = inspect([said, hints, error], { depth: Infinity, showHidden: true });
			// Of a date, only its kind is told.
			expect(shown.includes('***')).toBe(place !== A_DATE);
			for (let at = 0; at + 8 <= LONG_TOKEN.length; at++) {
				expect(shown).not.toContain(LONG_TOKEN.slice(at, at + 8));
			}
		}
	},
);

const REQUEST = (url: string, context = '{}') =>
	`curl -X PUT '${url}' -H 'Authorization: Bearer <ACCESS_TOKEN>' -d '{"slug":"order-1","context":${context}}'`;

/** Where a careless copy has the credential's own token, in a request that is in order otherwise. */
const PASTED: Record<string, (url: string) => string> = {
	'a comment behind the command': (url) => `${REQUEST(url)} # ${TOKEN}`,
	'another header': (url) => REQUEST(url).replace(' -d ', ` -H 'X-Api: ${TOKEN}' -d `),
	braces: (url) => REQUEST(url).replace('<ACCESS_TOKEN>', `{${TOKEN}}`),
	'the context': (url) => REQUEST(url, `{"a":"${TOKEN}"}`),
	// Not by quotes: two in a row are an apostrophe, so that this is not the token any more.
	'the context, taken apart by the carets of cmd': (url) =>
		`curl -X PUT ^"${url}^" -d ^"{^\\^"slug^\\^":^\\^"order-1^\\^",^\\^"context^\\^":{^\\^"a^\\^":^\\^"${TOKEN.replace(/./g, '^$&')}^\\^"}}^"`,
	'the context, escaped for a shell': (url) =>
		REQUEST(url)
			.replace(" -d '", () => " -d $'")
			.replace('"context":{}', `"context":{"a":"\\163${TOKEN.slice(1)}"}`),
	'the page above the command': (url) => `Your token: ${TOKEN}\n\n${REQUEST(url)}`,
	'the page above the command, in capitals': (url) => `${TOKEN.toUpperCase()}\n\n${REQUEST(url)}`,
	'the page above the command, as Base64': (url) =>
		`Basic ${Buffer.from(`x:${TOKEN}`).toString('base64')}\n\n${REQUEST(url)}`,
	'an address of the page': (url) =>
		`https://x.example/?t=${encodeURIComponent(TOKEN)}\n${REQUEST(url)}`,
};

test.each(Object.entries(PASTED))(
	"a pasted request is refused with the credential's token in %s",
	async (_place, pasted) => {
		const service = await faultyHttp((response) => response.end('{}'));
		const { error } = await runNode({
			items: [{}],
			parameters: {
				flow: 'startEvent',
				startEventRequest: pasted(service.url),
				contextMode: 'none',
			},
			credential: { environment: 'qa', baseUrl: service.url, accessToken: TOKEN },
		});
		await service.close();
		expect(service.taken).toEqual([]);
		expect(error?.message).toMatch(/^The pasted request holds/);
		expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain(TOKEN);
	},
);

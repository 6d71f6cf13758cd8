/** Wherever and however a service sends the token back: it is in nothing that n8n saves of the run. */
import fc from 'fast-check';
import nock from 'nock';
import type { INodeParameters, IRun } from 'n8n-workflow';

import { findToken } from '../leaks/findToken.mts';
import { FORMS, PLACES, plant, recipes, TOKENS, type Recipe } from '../leaks/plantToken.mts';
import { faultyHttp } from './faultyService.mts';
import { runNode, type RunOptions } from './harness.mts';

beforeAll(() => nock.restore());

type Settings = NonNullable<RunOptions['settings']>;

/** Starts a flow for each of the answers, and gives all that n8n saves of that. */
async function runWith(
	token: string,
	answers: Recipe[],
	options: INodeParameters,
	settings: Settings,
): Promise<IRun> {
	const service = await faultyHttp((response, request) => {
		const { n } = (JSON.parse(request) as { context: { n: number } }).context;
		response.socket?.end(plant(token, answers[n] as Recipe));
	});
	try {
		const { run } = await runNode({
			items: answers.map((_, n) => ({ n })),
			parameters: {
				flow: 'slug',
				slug: 'order-1',
				contextMode: 'input',
				options: { ...options, maxRetries: 0, timeout: 20_000 },
			},
			credential: { environment: 'qa', baseUrl: service.url, accessToken: token },
			settings,
		});
		expect(service.taken.length).toBeGreaterThan(0);
		return run;
	} finally {
		await service.close();
	}
}

/** Where the token is in what n8n saves, and in the files in it as they are. */
function leakIn(run: IRun, token: string): string | undefined {
	const saved = JSON.stringify(run);
	const files = [...saved.matchAll(/"data":"([A-Za-z0-9+/]{4,}={0,2})"/g)].map(([, data = '']) =>
		Buffer.from(data, 'base64'),
	);
	return [saved, ...files].map((content) => findToken(content, token)).find(Boolean);
}

/** The answers of a run that leaked, each tried alone, with what leaked of it. */
async function leaksOf(
	token: string,
	answers: Recipe[],
	options: INodeParameters,
	settings: Settings,
): Promise<string[]> {
	if (leakIn(await runWith(token, answers, options, settings), token) === undefined) return [];
	const leaks = ['all together'];
	for (const answer of answers) {
		const leak = leakIn(await runWith(token, [answer], options, settings), token);
		if (leak !== undefined) leaks.push(`${JSON.stringify([answer, options])}: ${leak}`);
	}
	return leaks;
}

test('the search finds a token in every form, so that finding none means something', () => {
	for (const token of TOKENS) {
		for (const [form, encode] of Object.entries(FORMS)) {
			const text = JSON.stringify({ a: `x ${encode(token)} y` });
			expect([form, findToken(text, token)]).toEqual([form, expect.any(String)]);
		}
	}
});

const CONTINUES: Settings = { onError: 'continueRegularOutput' };

describe.each(TOKENS)('the token %s', (token) => {
	test.each(Object.keys(PLACES))('is not let through from %s, in any form', async (place) => {
		const answers = [200, 400].flatMap((status) =>
			Object.keys(FORMS).map((form) => ({
				status,
				parts: [{ place, texts: [{ before: '', form }] }],
			})),
		);
		expect(await leaksOf(token, answers, { fullResponse: true }, CONTINUES)).toEqual([]);
	});
});

const ANSWERS = 10_000;
const PER_RUN = 100;

const options: fc.Arbitrary<INodeParameters> = fc.record({
	responseFormat: fc.constantFrom('auto', 'json', 'text', 'file'),
	splitArray: fc.boolean(),
	fullResponse: fc.boolean(),
	responseField: fc.constantFrom('', 'answer'),
	includeInput: fc.boolean(),
});

const settings = fc.constantFrom<Settings>(
	CONTINUES,
	{ onError: 'continueErrorOutput' },
	// The first failure ends the run: what was answered by then is in the memory of starts.
	{ onError: 'stopWorkflow' },
);

test.each(TOKENS)(
	'no answer lets the token %s through, whatever it is made of',
	async (token) => {
		const runs = fc.sample(
			fc.tuple(fc.array(recipes, { minLength: PER_RUN, maxLength: PER_RUN }), options, settings),
			Math.ceil(ANSWERS / PER_RUN / TOKENS.length),
		);
		for (const [answers, layout, onError] of runs) {
			expect(await leaksOf(token, answers, layout, onError)).toEqual([]);
		}
	},
	600_000,
);

/** Wherever and however a service sends the token back: it is in nothing that n8n saves of the run. */
import { findToken } from '../leaks/findToken.mts';
import { FORMS, PLACES, plant, TOKENS } from '../leaks/plantToken.mts';
import { contextOf, serviceForEach } from './faultyService.mts';
import { runNode, type RunOptions } from './harness.mts';

const service = serviceForEach();

/** By number; the failures come last. */
const ANSWERS = [200, 400].flatMap((status) =>
	Object.keys(FORMS).map((form): [number, string] => [status, form]),
);

/** Starts a flow for each of the answers, and finds the token in all that n8n saves of that. */
async function leak(
	token: string,
	place: string,
	settings: RunOptions['settings'],
): Promise<string | undefined> {
	service.answers((response, request) => {
		const [status, form] = ANSWERS[contextOf(request).n as number] ?? [200, ''];
		response.socket?.end(plant(token, status, place, form));
	});
	const { run } = await runNode({
		url: service.url,
		items: ANSWERS.map((_, n) => ({ n })),
		parameters: { options: { fullResponse: true, maxRetries: 0 } },
		credential: { accessToken: token },
		settings,
	});
	expect(service.taken.length).toBeGreaterThan(ANSWERS.length / 4);
	const saved = JSON.stringify(run);
	const files = [...saved.matchAll(/"(?:data|body)":"([A-Za-z0-9+/]{4,}={0,2})"/g)];
	const contents = [saved, ...files.map(([, data = '']) => Buffer.from(data, 'base64'))];
	return contents.map((content) => findToken(content, token)).find(Boolean);
}

test.each(TOKENS)(
	'the search finds %s in every form, so that finding none means something',
	(token) => {
		for (const [form, encode] of Object.entries(FORMS)) {
			const text = JSON.stringify({ a: `x ${encode(token)} y` });
			expect([form, findToken(text, token)]).toEqual([form, expect.any(String)]);
		}
	},
);

describe.each(TOKENS)('the token %s', (token) => {
	test.each(Object.keys(PLACES))('is not let through from %s, in any form', async (place) => {
		expect(await leak(token, place, { onError: 'continueRegularOutput' })).toBeUndefined();
	});

	// Then what was answered before is in the memory of starts.
	test('is not let through by a run that ends with an error', async () => {
		expect(await leak(token, 'a text', {})).toBeUndefined();
	});
});

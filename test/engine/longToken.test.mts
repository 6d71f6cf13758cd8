/** Tokens that hold what they are for (JSON Web Tokens) are thousands of characters long. */
import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';

import nock from 'nock';
import type { INodeParameters } from 'n8n-workflow';

import { faultyHttp } from './faultyService.mts';
import { runNode } from './harness.mts';

beforeAll(() => nock.restore());

const tokenOf = (length: number) => randomBytes(length).toString('base64url').slice(0, length);

const NAMED = { flow: 'slug', slug: 'order-1', contextMode: 'none' };

const field = (own: { name?: string; type?: string; value?: string }): INodeParameters => {
	const row = { id: '1', name: 'n', type: 'number', value: '={{ $json.token }}', ...own };
	return { ...NAMED, contextMode: 'fields', contextFields: { assignments: [row] } };
};

const json = (contextJson: string) => ({ ...NAMED, contextMode: 'json', contextJson });

/** Where a person has put it by mistake, and a message quotes the beginning of what stands there. */
const QUOTED: Record<string, INodeParameters> = {
	'a slug with a blank': { ...NAMED, slug: '={{ $json.token + " " }}' },
	'a number': field({}),
	'a list': field({ type: 'array', value: '={{ "[" + $json.token }}' }),
	"a field's name": field({ name: '={{ $json.token + "..a" }}', type: 'string' }),
	'JSON with a mistake': json('={{ "{" + $json.token + "}" }}'),
	'a key of what JSON cannot hold': json('={{ { [$json.token]: NaN } }}'),
	'an option': { ...NAMED, options: { splitArray: '={{ $json.token }}' } },
	'the name of the start key': {
		...NAMED,
		options: { startKeyField: '={{ $json.token + ".." }}' },
	},
	'the wait': { ...NAMED, operation: 'startAndWait', waitLimit: '={{ $json.token }}' },
};

test.each(Object.entries(QUOTED))(
	'where it stands as %s, not even its beginning is in what the node says',
	async (_place, parameters) => {
		const accessToken = tokenOf(400);
		const { error } = await runNode({
			items: [{ token: accessToken }],
			parameters,
			credential: { environment: 'qa', baseUrl: 'http://127.0.0.1:9/', accessToken },
		});
		const said = inspect(error, { depth: Infinity, showHidden: true, maxStringLength: Infinity });
		expect(said).toContain('***');
		const places = [...Array(accessToken.length - 11).keys()];
		expect(places.filter((at) => said.includes(accessToken.slice(at, at + 12)))).toEqual([]);
	},
);

test.each([800, 1_500, 8_000])(
	'a token of %i characters starts a flow, and stands in nothing that n8n saves',
	async (length) => {
		const accessToken = tokenOf(length);
		const service = await faultyHttp((response, _body, nth) => {
			response.writeHead(nth === 1 ? 200 : 400, { 'content-type': 'application/json' });
			response.end(
				JSON.stringify({ token: accessToken, encoded: encodeURIComponent(accessToken) }),
			);
		});
		const { error, outputs, run } = await runNode({
			items: [{}, {}],
			parameters: {
				flow: 'slug',
				slug: 'order-1',
				contextMode: 'none',
				options: { concurrency: 1 },
			},
			credential: { environment: 'qa', baseUrl: service.url, accessToken },
			settings: { onError: 'continueRegularOutput' },
		});
		await service.close();
		expect(error).toBeUndefined();
		expect(service.taken).toHaveLength(2);
		const masked = { token: '***', encoded: '***' };
		expect(outputs[0]?.map(({ json }) => json)).toEqual([
			masked,
			expect.objectContaining({ details: expect.objectContaining({ body: masked }) }),
		]);
		const saved = JSON.stringify(run);
		for (let at = 0; at + 12 <= length; at += 12) {
			expect(saved).not.toContain(accessToken.slice(at, at + 12));
		}
	},
);

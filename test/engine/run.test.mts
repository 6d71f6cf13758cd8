/** What belongs to a whole run: one credential for all items or one for each, and what is told. */
import nock from 'nock';
import type { INodeParameters } from 'n8n-workflow';

import { faultyHttp, type FaultyService } from './faultyService.mts';
import { runNode } from './harness.mts';

const TOKEN = 'secret-token-12345';

let services: FaultyService[];

beforeAll(() => nock.restore());

beforeEach(() => {
	services = [];
});

afterEach(async () => {
	for (const service of services) await service.close();
});

async function open(...behaviour: Parameters<typeof faultyHttp>): Promise<FaultyService> {
	const service = await faultyHttp(...behaviour);
	services.push(service);
	return service;
}

const BY_ITEM: INodeParameters = { flow: 'slug', slug: 'order-1', contextMode: 'input' };

describe('the credential', () => {
	test('is read once for all items when none of its fields uses the item', async () => {
		const { url } = await open((response) => response.end('{}'));
		const { credentialReads, error } = await runNode({
			items: Array.from({ length: 50 }, (_, n) => ({ n })),
			parameters: BY_ITEM,
			credential: { environment: 'qa', baseUrl: url, accessToken: TOKEN },
		});
		expect(error).toBeUndefined();
		expect(credentialReads).toBe(1);
	});

	test('is read once when its expressions use only secrets and variables', async () => {
		const { url } = await open((response) => response.end('{}'));
		const { credentialReads } = await runNode({
			items: [{ n: 1 }, { n: 2 }],
			parameters: BY_ITEM,
			credential: {
				environment: 'qa',
				baseUrl: url,
				accessToken: `={{ $vars.token ?? "${TOKEN}" }}`,
			},
		});
		expect(credentialReads).toBe(1);
	});

	test.each(['$json.', '$input.item.json.', '$("Start").item.json.'])(
		"that uses the item (%s) takes each item to its own customer's service",
		async (item) => {
			const [ada, grace] = [
				await open((response) => response.end('"ada"')),
				await open((response) => response.end('"grace"')),
			];
			const { outputs, error } = await runNode({
				items: Array.from({ length: 20 }, (_, n) => ({
					n,
					url: n % 3 === 0 ? ada.url : grace.url,
				})),
				parameters: BY_ITEM,
				credential: { environment: 'qa', baseUrl: `={{ ${item}url }}`, accessToken: TOKEN },
			});
			expect(error).toBeUndefined();
			const numbers = (service: FaultyService) =>
				service.taken
					.map((body) => (JSON.parse(body) as { context: { n: number } }).context.n)
					.sort((a, b) => a - b);
			expect(numbers(ada)).toEqual([0, 3, 6, 9, 12, 15, 18]);
			expect(numbers(grace)).toEqual([1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19]);
			expect(outputs[0]).toHaveLength(20);
		},
	);
});

describe('the output panel', () => {
	const run = async (statuses: number[]) => {
		const { url } = await open((response, body) => {
			const { n } = (JSON.parse(body) as { context: { n: number } }).context;
			response.writeHead(statuses[n] ?? 200).end('{}');
		});
		return await runNode({
			items: statuses.map((_, n) => ({ n })),
			parameters: { ...BY_ITEM, options: { maxRetries: 0 } },
			credential: { environment: 'qa', baseUrl: url, accessToken: TOKEN },
			settings: { onError: 'continueRegularOutput' },
		});
	};

	test('says how many were started and what became of the others', async () => {
		const { hints } = await run([200, 422, 200, 429, 500]);
		expect(hints).toEqual(['QA: 2 started, 1 rejected, 1 not started, 1 may have started']);
	});

	test('says nothing when all went well', async () => {
		expect((await run([200, 204])).hints).toEqual([]);
	});
});

test('2,000 answers come out in input order, whatever their own order', async () => {
	const { url } = await open((response, body) => {
		// Every seventh answer comes after those behind it.
		const { n } = (JSON.parse(body) as { context: { n: number } }).context;
		const answer = () => response.end(`{"n":${n}}`);
		if (n % 7 === 0) setTimeout(answer, 5);
		else answer();
	});
	const { outputs, error } = await runNode({
		items: Array.from({ length: 2_000 }, (_, n) => ({ n })),
		parameters: BY_ITEM,
		credential: { environment: 'qa', baseUrl: url, accessToken: TOKEN },
	});
	expect(error).toBeUndefined();
	expect(outputs[0]?.map(({ json }) => json.n)).toEqual(Array.from({ length: 2_000 }, (_, n) => n));
}, 120_000);

test('an answer of 200,000 elements becomes as many items: the flow has started', async () => {
	const { url } = await open((response) => response.end(JSON.stringify(Array(200_000).fill(1))));
	const { outputs, error } = await runNode({
		items: [{}],
		parameters: BY_ITEM,
		credential: { environment: 'qa', baseUrl: url, accessToken: TOKEN },
	});
	expect(error).toBeUndefined();
	expect(outputs[0]).toHaveLength(200_000);
}, 60_000);

describe('Protect Production', () => {
	const run = async (
		environment: 'production' | 'qa',
		mode: 'manual' | 'evaluation' | 'trigger' | 'retry' | 'integrated',
		parameters: INodeParameters = {},
	) => {
		const { url } = await open((response) => response.end('{}'));
		const result = await runNode({
			items: [{ n: 1 }],
			parameters: { ...BY_ITEM, options: { protectProduction: true }, ...parameters },
			credential: { environment, baseUrl: url, accessToken: TOKEN },
			mode,
		});
		return { ...result, starts: services.at(-1)?.taken.length };
	};

	// n8n takes both for tests: it uses what is pinned.
	test.each(['manual', 'evaluation'] as const)(
		'stops a run of mode %s before anything is sent, and says how to go on',
		async (mode) => {
			const { error, starts } = await run('production', mode);
			expect(error?.message).toMatch(/started by hand/);
			expect(error?.description).toMatch(/select a QA credential.*Nothing was sent/);
			expect(starts).toBe(0);
		},
	);

	test.each([
		['production', 'trigger'],
		['production', 'retry'],
		['production', 'integrated'],
		['qa', 'manual'],
	] as const)('lets %s run with mode %s', async (environment, mode) => {
		const { error, starts } = await run(environment, mode);
		expect(error).toBeUndefined();
		expect(starts).toBe(1);
	});

	test('lets a manual run preview the production request', async () => {
		const { error, outputs, starts } = await run('production', 'manual', { operation: 'preview' });
		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]?.json.environment).toBe('Production');
		expect(starts).toBe(0);
	});

	test('is off unless it is turned on', async () => {
		const { starts } = await run('production', 'manual', { options: {} });
		expect(starts).toBe(1);
	});
});

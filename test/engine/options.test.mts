/** An option that holds an expression is each item's own, as n8n's own nodes have it. */
import nock from 'nock';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { faultyHttp, type FaultyService } from './faultyService.mts';
import { runNode } from './harness.mts';

let service: FaultyService | undefined;

beforeAll(() => nock.restore());

afterEach(async () => {
	await service?.close();
	service = undefined;
});

interface Case {
	items: IDataObject[];
	options: INodeParameters;
	settings?: Partial<INode>;
	environment?: 'production' | 'qa';
	mode?: 'manual' | 'trigger';
}

async function run(
	{ items, options, environment = 'qa', ...others }: Case,
	...behaviour: Parameters<typeof faultyHttp>
) {
	service = await faultyHttp(...behaviour);
	return await runNode({
		items,
		parameters: { flow: 'slug', slug: 'order-1', contextMode: 'input', options },
		credential: { environment, baseUrl: service.url, accessToken: 'secret-token-12345' },
		...others,
	});
}

const contexts = () =>
	(service?.taken ?? []).map((body) => (JSON.parse(body) as { context: IDataObject }).context);

const startsOf = (name: string) => contexts().filter((context) => context.name === name).length;

const CONTINUE: Partial<INode> = { onError: 'continueRegularOutput' };

test('Retry Unknown sends again only the starts of the items that say so', async () => {
	const { outputs } = await run(
		{
			items: [
				{ name: 'safe', again: true },
				{ name: 'order', again: false },
			],
			options: { retryUnknown: '={{ $json.again }}', maxRetries: 1 },
			settings: CONTINUE,
		},
		(response) => response.writeHead(500).end(),
	);
	expect(startsOf('safe')).toBe(2);
	expect(startsOf('order')).toBe(1);
	expect(outputs[0]).toHaveLength(2);
});

test("Retry Unknown of the first item does not send the others' starts again under Retry On Fail", async () => {
	await run(
		{
			items: [
				{ name: 'safe', again: true },
				{ name: 'order', again: false },
			],
			options: { retryUnknown: '={{ $json.again }}', maxRetries: 0 },
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		},
		(response) => response.writeHead(500).end(),
	);
	expect(startsOf('order')).toBeLessThanOrEqual(1);
});

test('Max Retries is as many as the item says', async () => {
	await run(
		{
			items: [
				{ name: 'once', retries: 0 },
				{ name: 'twice', retries: 1 },
			],
			options: { maxRetries: '={{ $json.retries }}' },
			settings: CONTINUE,
		},
		(response) => response.writeHead(429).end(),
	);
	expect(service?.taken.length).toBe(3);
	expect(startsOf('twice')).toBe(2);
});

test('Timeout is as long as the item says', async () => {
	// The patient one is answered when the other has given up: with one time-out for both it cannot be.
	const { outputs } = await run(
		{
			items: [
				{ name: 'patient', timeout: 60_000 },
				{ name: 'hasty', timeout: 500 },
			],
			options: { timeout: '={{ $json.timeout }}' },
			settings: CONTINUE,
		},
		(() => {
			let answerPatient = () => {};
			let isGivenUp = false;
			return (response, body) => {
				const { name } = (JSON.parse(body) as { context: IDataObject }).context;
				if (name === 'patient') {
					answerPatient = () => response.end('{"patient":true}');
					if (isGivenUp) answerPatient();
				} else {
					const giveUp = () => {
						isGivenUp = true;
						answerPatient();
					};
					// On a busy machine it may have gone already.
					if (response.destroyed) giveUp();
					else response.on('close', giveUp);
				}
			};
		})(),
	);
	expect(outputs[0]?.map(({ json }) => json)).toEqual([
		{ patient: true },
		{
			error: expect.stringContaining('did not answer in time'),
			details: { outcome: 'unknown', slug: 'order-1', attempts: 1 },
		},
	]);
});

test('the answer is laid out as the item says', async () => {
	const { outputs } = await run(
		{
			items: [
				{ field: 'ada', format: 'text' },
				{ field: 'grace', format: 'json' },
			],
			options: { responseField: '={{ $json.field }}', responseFormat: '={{ $json.format }}' },
		},
		(response) => response.end('{"n":1}'),
	);
	expect(outputs[0]?.map(({ json }) => json)).toEqual([{ ada: '{"n":1}' }, { grace: { n: 1 } }]);
});

test('the start key stands where the item says', async () => {
	await run(
		{
			items: [{ at: 'a.key' }, { at: 'b.key' }],
			options: { startKeyField: '={{ $json.at }}' },
		},
		(response) => response.end('{}'),
	);
	expect(contexts().sort((one, other) => String(one.at).localeCompare(String(other.at)))).toEqual([
		{ at: 'a.key', a: { key: expect.stringMatching(/^[\da-f]{64}$/) } },
		{ at: 'b.key', b: { key: expect.stringMatching(/^[\da-f]{64}$/) } },
	]);
});

test('Protect Production refuses the items that say so', async () => {
	const { outputs } = await run(
		{
			items: [{ name: 'test' }, { name: 'real' }],
			options: { protectProduction: '={{ $json.name === "test" }}' },
			environment: 'production',
			mode: 'manual',
			settings: CONTINUE,
		},
		(response) => response.end('{}'),
	);
	expect(contexts()).toEqual([{ name: 'real' }]);
	expect(outputs[0]?.[0]?.json).toMatchObject({ details: { outcome: 'notSent' } });
});

test('the text "false" of Retry Unknown sends nothing again, and the text "true" does', async () => {
	await run(
		{
			items: [
				{ name: 'safe', again: 'true' },
				{ name: 'order', again: 'false' },
				{ name: 'nothing', again: null },
				{ name: 'unclear', again: 'no' },
			],
			options: { retryUnknown: '={{ $json.again }}', maxRetries: 1 },
			settings: CONTINUE,
		},
		(response) => response.writeHead(500).end(),
	);
	expect(['safe', 'order', 'nothing', 'unclear'].map(startsOf)).toEqual([2, 1, 1, 0]);
});

test('the text "false" of Split Array keeps a list together', async () => {
	const { outputs } = await run(
		{ items: [{}], options: { splitArray: "={{ 'false' }}" } },
		(response) => response.writeHead(200, { 'content-type': 'application/json' }).end('[1,2]'),
	);
	expect(outputs[0]).toHaveLength(1);
});

test('the text "false" of Protect Production protects nothing', async () => {
	await run(
		{
			items: [{}],
			options: { protectProduction: "={{ 'false' }}" },
			environment: 'production',
			mode: 'manual',
		},
		(response) => response.end('{}'),
	);
	expect(contexts()).toHaveLength(1);
});

describe('a number that is none', () => {
	const items = [{ retries: 'many' }, { retries: 0 }, { retries: -1 }];
	const options = { maxRetries: '={{ $json.retries }}' };

	test('fails its item, and the others are started', async () => {
		const { outputs } = await run({ items, options, settings: CONTINUE }, (response) =>
			response.end('{}'),
		);
		expect(contexts()).toEqual([{ retries: 0 }]);
		const refused = (found: string) => ({
			error: `The option Max Retries is ${found}, but has to be a number of 0 or more`,
			details: { outcome: 'notSent', slug: 'order-1', attempts: 0 },
		});
		expect(outputs[0]?.map(({ json }) => json)).toEqual([
			refused('the text "many"'),
			{},
			refused('the number -1'),
		]);
	});

	test('stops the run before anything is sent, where the node does not continue', async () => {
		const { error } = await run({ items: items.slice(1), options }, (response) =>
			response.end('{}'),
		);
		expect(error?.message).toMatch(/^The option Max Retries is the number -1/);
		expect(error?.context.itemIndex).toBe(1);
		expect(contexts()).toEqual([]);
	});
});

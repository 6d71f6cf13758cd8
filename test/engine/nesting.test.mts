/** Contexts and answers that are nested far deeper than a person's: refused, or as they are, and never a full stack. */
import nock from 'nock';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { faultyHttp } from './faultyService.mts';
import { runNode } from './harness.mts';

beforeAll(() => nock.restore());

const LEVELS = [99, 100, 101, 2_500, 10_000, 100_000];

/** The levels in it, the outermost object among them, and no white space. */
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const lists = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

const field = (name: string, type: string, value: string): INodeParameters => ({
	contextMode: 'fields',
	contextFields: { assignments: [{ id: '1', name, type, value }] },
});

const pasted = (context: string): INodeParameters => ({
	flow: 'startEvent',
	startEventRequest: `curl -X PUT 'https://flows.example.com/' -d '{"slug":"order-1","context":${context}}'`,
	contextMode: 'startEvent',
	contextMapping: { mappingMode: 'autoMapInputData', value: null } as unknown as INodeParameters,
});

/** Each way in: the item and the parameters for a context of so many levels. */
const WAYS: Array<
	[string, (levels: number) => { item?: IDataObject; parameters: INodeParameters }]
> = [
	[
		'the input item',
		(levels) => ({
			item: JSON.parse(objects(levels)) as IDataObject,
			parameters: { contextMode: 'input' },
		}),
	],
	['JSON', (levels) => ({ parameters: { contextMode: 'json', contextJson: objects(levels) } })],
	['JSON lists', (levels) => ({ parameters: { contextMode: 'json', contextJson: lists(levels) } })],
	['a field', (levels) => ({ parameters: field('a', 'object', objects(levels - 1)) })],
	[
		'the name of a field',
		(levels) => ({ parameters: field(`${'a.'.repeat(levels - 1)}a`, 'number', '1') }),
	],
	[
		'the start key',
		(levels) => ({
			parameters: {
				contextMode: 'none',
				options: { startKeyField: `${'a.'.repeat(levels - 1)}a` },
			},
		}),
	],
];

async function run(levels: number, way: (typeof WAYS)[number][1], operation: string) {
	const service = await faultyHttp((response) => response.end('{}'));
	const { item = {}, parameters } = way(levels);
	const { error, outputs } = await runNode({
		items: [item],
		parameters: { operation, flow: 'slug', slug: 'order-1', ...parameters },
		credential: { environment: 'qa', baseUrl: service.url, accessToken: 'secret-token-12345' },
	});
	await service.close();
	return { error, outputs, starts: service.taken.length };
}

describe.each(WAYS)('a context of many levels from %s', (_name, way) => {
	describe.each(['start', 'preview'])('%s', (operation) => {
		test.each(LEVELS)('%i levels', async (levels) => {
			const { error, outputs, starts } = await run(levels, way, operation);
			const isTaken = levels <= 100;
			expect(error?.message).toBe(
				isTaken ? undefined : 'The context is nested too deeply: it has more than 100 levels',
			);
			expect(starts).toBe(isTaken && operation === 'start' ? 1 : 0);
			expect(outputs[0] ?? []).toHaveLength(isTaken ? 1 : 0);
		});
	});
});

test.each(LEVELS)('a pasted example of %i levels is a form, or refused', async (levels) => {
	const item = { a: JSON.parse(objects(levels - 1)) as IDataObject };
	const { error, starts } = await run(
		levels,
		() => ({ item, parameters: pasted(objects(levels)) }),
		'start',
	);
	expect(starts).toBe(0);
	expect(error?.message).toMatch(
		levels <= 100
			? /for another address/
			: levels <= 10_000
				? /nested too deeply/
				: /longer than 200 kB/,
	);
});

describe.each([200, 400])('an answer with status %i', (status) => {
	test.each(LEVELS)('of %i levels does not fail', async (levels) => {
		const service = await faultyHttp((response) => {
			response.writeHead(status, { 'content-type': 'application/json' }).end(objects(levels));
		});
		const { error, outputs } = await runNode({
			items: [{}],
			parameters: { flow: 'slug', slug: 'order-1', contextMode: 'none' },
			credential: { environment: 'qa', baseUrl: service.url, accessToken: 'secret-token-12345' },
			settings: { onError: 'continueRegularOutput' },
		});
		await service.close();
		expect(error).toBeUndefined();
		expect(service.taken).toHaveLength(1);
		expect(outputs[0]).toHaveLength(1);
	});
});

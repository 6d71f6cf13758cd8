/** What is evaluated together is what n8n gives for each field by itself. */
import fc from 'fast-check';
import nock from 'nock';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { formReader, rowsReader } from '../../nodes/TriggerFlow/n8n/joinedReader';
import { faultyHttp } from './faultyService.mts';
import { executeContext, runNode } from './harness.mts';
import { item, usual, written } from './writtenValues.mts';

/** The value, or what was thrown. */
function outcome(read: () => unknown): unknown {
	try {
		return { value: read() };
	} catch (error) {
		return { thrown: String(error) };
	}
}

/** How many runs: each has some twenty expressions. */
const numRuns = 300;

async function contextWith(items: IDataObject[], parameters: INodeParameters) {
	const all = items.map((json, index) => ({ json, pairedItem: { item: index } }));
	return await executeContext(new AbortController().signal, { items: all, parameters });
}

test('a form has the values that n8n gives for each of its fields', async () => {
	const values = fc.array(written, { minLength: 1, maxLength: 6 });
	await fc.assert(
		fc.asyncProperty(
			values,
			fc.array(item, { minLength: 1, maxLength: 3 }),
			async (fields, items) => {
				const value = Object.fromEntries(fields.map((one, index) => [`/f${index}`, one]));
				const contextMapping = { mappingMode: 'defineBelow', value, schema: [] };
				const context = await contextWith(items, { contextMapping } as unknown as INodeParameters);
				const read = formReader(context);
				for (const index of items.keys()) {
					const whole = outcome(() => context.getNodeParameter('contextMapping', index));
					expect(outcome(() => read(index))).toEqual(whole);
				}
			},
		),
		{ numRuns },
	);
}, 120_000);

test('what was dragged has the values that n8n gives for each field, and n8n is asked once', async () => {
	const values = fc.array(usual.written, { minLength: 1, maxLength: 8 });
	const counts = { joined: 0, all: 0 };
	await fc.assert(
		fc.asyncProperty(values, usual.item, async (fields, json) => {
			const value = Object.fromEntries(fields.map((one, index) => [`/f${index}`, one]));
			const contextMapping = { mappingMode: 'defineBelow', value, schema: [] };
			const context = await contextWith([json], { contextMapping } as unknown as INodeParameters);
			const whole = outcome(() => context.getNodeParameter('contextMapping', 0));
			const asked = jest.spyOn(context, 'getNodeParameter');
			expect(outcome(() => formReader(context)(0))).toEqual(whole);
			counts.all++;
			if (asked.mock.calls.length === 0) counts.joined++;
		}),
		{ numRuns },
	);
	expect(counts.joined).toBeGreaterThan(counts.all / 10);
}, 120_000);

test('rows have the values that n8n gives for each of them', async () => {
	const name = fc.constantFrom('name', 'a.b', '={{ $json.a }}');
	const row = fc.record({ name, type: fc.constant('string'), value: written });
	await fc.assert(
		fc.asyncProperty(fc.array(row, { maxLength: 8 }), item, async (assignments, json) => {
			const parameters = {
				contextMode: 'fields',
				contextFields: { assignments },
			} as unknown as INodeParameters;
			const context = await contextWith([json], parameters);
			const whole = outcome(
				() => (context.getNodeParameter('contextFields', 0) as IDataObject).assignments,
			);
			expect(outcome(() => rowsReader(context)(0))).toEqual(whole);
		}),
		{ numRuns },
	);
}, 120_000);

test('what was dragged in is evaluated once for an item, however many fields there are', async () => {
	const dragged = ['$json.a', '$json["a b"]', '$json.missing.deep', '$json.list[0].x'];
	const value = Object.fromEntries([
		...dragged.map((one) => [`/${one}`, `={{ ${one} }}`]),
		['/text', '=Hello {{ $json.a }} and {{ $json.none }}!'],
		['/own', '={{ $json.a.toTitleCase() }}'],
	]) as IDataObject;
	const context = await contextWith([{ a: 'ada', 'a b': 2, list: [{ x: { y: [1] } }] }], {
		contextMapping: { mappingMode: 'defineBelow', value, schema: [] },
	} as unknown as INodeParameters);
	const evaluated = jest.spyOn(context, 'evaluateExpression');
	const whole = jest.spyOn(context, 'getNodeParameter');
	expect(formReader(context)(0).value).toEqual({
		'/$json.a': 'ada',
		'/$json["a b"]': 2,
		'/$json.missing.deep': undefined,
		'/$json.list[0].x': { y: [1] },
		'/text': 'Hello ada and !',
		'/own': 'Ada',
	});
	expect(evaluated).toHaveBeenCalledTimes(2);
	expect(whole).not.toHaveBeenCalled();
});

test('a preview shows the values that are sent', async () => {
	nock.restore();
	const service = await faultyHttp((response) => response.end('{}'));
	const example = { name: 'Ada', text: '', nested: { isNew: true, size: 1 }, missing: '' };
	const request = `curl -X PUT '${service.url}' -d '${JSON.stringify({ slug: 'order-1', context: example })}'`;
	const value = {
		'/name': '={{ $json.name }}',
		'/text': '=Hello {{ $json.name }}, {{ $json.missing.deep }}{{ $json.size }}!',
		'/nested/isNew': '={{ $json.nested.isNew }}',
		'/nested/size': '={{ $json.size }}',
		'/missing': '={{ $json.missing.deep }}',
	};
	const run = async (operation: string) =>
		await runNode({
			items: [
				{ name: 'Grace', size: 2, nested: { isNew: false } },
				{ name: 'Alan', size: 0, nested: { isNew: true } },
			],
			parameters: {
				operation,
				flow: 'startEvent',
				startEventRequest: request,
				contextMode: 'startEvent',
				contextMapping: { mappingMode: 'defineBelow', value, schema: [] },
				options: { concurrency: 1 },
			} as unknown as INodeParameters,
			credential: { environment: 'qa', baseUrl: service.url, accessToken: 'secret-token-12345' },
		});
	const { outputs } = await run('preview');
	expect(service.taken).toEqual([]);
	await run('start');
	const shown = outputs[0]?.map(({ json }) => json.body);
	expect(shown).toEqual(service.taken.map((body) => JSON.parse(body) as object));
	expect(shown).toMatchObject([
		{
			context: { name: 'Grace', text: 'Hello Grace, 2!', nested: { isNew: false, size: 2 } },
		},
		{ context: { name: 'Alan', text: 'Hello Alan, 0!', nested: { isNew: true, size: 0 } } },
	]);
	await service.close();
});

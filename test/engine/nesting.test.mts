/** Items, contexts and answers that are nested deeper than the stack: refused or passed on, never a crash. */
import nock from 'nock';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { faultyHttp } from './faultyService.mts';
import { runNode } from './harness.mts';

beforeAll(() => nock.restore());

const DEEP = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
const FIELD = { assignments: [{ id: '1', name: 'b', type: 'number', value: 1 }] };

async function run(parameters: INodeParameters, { item = {} as IDataObject, status = 200 } = {}) {
	const service = await faultyHttp((response) => {
		response.writeHead(status, { 'content-type': 'application/json' }).end(DEEP);
	});
	const { error, outputs } = await runNode({
		items: [item],
		parameters: { flow: { __rl: true, mode: 'slug', value: 'order-1' }, ...parameters },
		credential: {
			connectWith: 'fields',
			environment: 'qa',
			baseUrl: service.url,
			accessToken: 'secret-token-12345',
		},
		settings: { onError: 'continueRegularOutput' },
	});
	await service.close();
	expect(error).toBeUndefined();
	expect(outputs[0]).toHaveLength(1);
	return { starts: service.taken.length, json: outputs[0]?.[0]?.json };
}

test.each([
	['JSON', { contextMode: 'json', contextJson: DEEP }, {}],
	['the input item', { contextMode: 'input' }, JSON.parse(DEEP) as IDataObject],
])('a deep context from %s is refused', async (_way, parameters, item) => {
	const { starts, json } = await run(parameters, { item });
	expect(json?.error).toMatch(/^The context is nested too deeply/);
	expect(starts).toBe(0);
});

test.each([200, 400])('a deep item starts, and a deep answer (%i) comes back', async (status) => {
	const item = JSON.parse(DEEP) as IDataObject;
	const { starts } = await run({ contextMode: 'fields', contextFields: FIELD }, { item, status });
	expect(starts).toBe(1);
});

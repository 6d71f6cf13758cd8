/** A form that was filled otherwise before Retry: what it says decides, and not how it is written. */
import nock from 'nock';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { execute, retry } from './executions.mts';
import { faultyHttp, type FaultyService } from './faultyService.mts';

let service: FaultyService;

beforeAll(() => nock.restore());

beforeEach(async () => {
	service = await faultyHttp((response, body) => {
		const { context } = JSON.parse(body) as { context: { n: number } };
		response.writeHead(context.n === 1 ? 422 : 200).end('{}');
	});
});

afterEach(async () => await service.close());

const EXAMPLE = { n: 0, tags: ['red', 'blue'], extra: {}, day: '2026-01-31', phone: 'x' };

/** As n8n's editor saved a form of version 0.1.0 that nobody had touched, but for two fields. */
const OLD = {
	'/n': '={{ $json.n }}',
	'/tags': ['["red","blue"]'],
	'/extra': '{}',
	'/day': '2026-01-31',
	'/phone': '={{ $json.phone }}',
};

const workflow = (value: object, options: IDataObject = {}) => ({
	node: {
		parameters: {
			flow: 'startEvent',
			startEventRequest: `curl -X PUT ${service.url} -d '${JSON.stringify({ slug: 'order-1', context: EXAMPLE })}'`,
			contextMode: 'startEvent',
			contextMapping: {
				mappingMode: 'defineBelow',
				value,
				schema: Object.keys(value).map((id) => ({ id })),
			},
			options: { concurrency: 1, ...options },
		} as unknown as INodeParameters,
	},
});

const items = [0, 1, 2].map((n) => ({ n, phone: '' }));

const sent = () =>
	service.taken.map((body) => (JSON.parse(body) as { context: { n: number } }).context.n);

test.each<[string, object, IDataObject]>([
	['as it was', OLD, {}],
	[
		'with its lists and objects as they are',
		{ ...OLD, '/tags': ['red', 'blue'], '/extra': {}, '/day': ['2026-01-31'] },
		{},
	],
	['with its list typed by hand', { ...OLD, '/tags': 'red, blue' }, {}],
	['with its empty fields left out', OLD, { leaveOutEmpty: true }],
])('%s, Retry starts only what was not started', async (_how, value, options) => {
	const credentials = {
		test: { environment: 'qa', baseUrl: service.url, accessToken: 'secret-token-12345' },
	};
	const failed = await execute(workflow(OLD), credentials, { items, mode: 'trigger' });
	expect(sent()).toEqual([0, 1]);
	await retry(failed, credentials, { current: workflow(value, options) });
	expect(sent()).toEqual([0, 1, 1]);
});

test('with another example in the credential by then, Retry starts only what was not started', async () => {
	const credentials = (example: object) => ({
		test: {
			environment: 'qa',
			baseUrl: '',
			accessToken: `curl -X PUT ${service.url} -H 'Authorization: Bearer secret-token-12345' -d '${JSON.stringify({ slug: 'order-1', context: example })}'`,
		},
	});
	const value = { ...OLD, '/phone': '={{ $now.toISO() }}', '/note': ['as it was'] };
	const { node } = workflow(value);
	const listed = { node: { parameters: { ...node.parameters, flow: 'list' } } };
	const before = credentials({ ...EXAMPLE, note: 'as it was' });
	const failed = await execute(listed, before, { items, mode: 'trigger' });
	expect(sent()).toEqual([0, 1]);
	const after = credentials({ ...EXAMPLE, tags: ['green'], note: 'another one' });
	await retry(failed, after, { current: listed });
	expect(sent()).toEqual([0, 1, 1]);
});

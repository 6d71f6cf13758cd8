/** Which flow a start is for: chosen from the credential's list, or named by its slug. */
import type { INodeParameters } from 'n8n-workflow';

import { startEventRequest } from '../../stand-in/startEvent.mts';
import { bySlug, fromList } from '../parameters.mts';
import { serviceForEach } from './faultyService.mts';
import { runNode, TOKEN, type RunOptions } from './harness.mts';

const service = serviceForEach();

/** A credential that holds two flows. */
const holding = () => ({
	connectWith: 'request',
	request: startEventRequest(service.url, 'order-1', {}, TOKEN),
	moreFlows: startEventRequest(service.url, 'order-2', {}),
});

const run = async (flow: INodeParameters | undefined, options: RunOptions = {}) =>
	await runNode({
		credential: holding(),
		parameters: { ...(flow && { flow }), options: { concurrency: 1 } },
		...options,
	});

const slugs = () => service.taken.map((body) => (JSON.parse(body) as { slug: string }).slug);

const items = ['order-2', 'order-1'].map((flow) => ({ flow }));

test.each<[string, INodeParameters, string[]]>([
	['a flow of the list', fromList('order-2'), ['order-2', 'order-2']],
	['a flow of the list by expression', fromList('={{ $json.flow }}'), ['order-2', 'order-1']],
	['any slug', bySlug('order-3'), ['order-3', 'order-3']],
	['a slug of each item', bySlug('=x-{{ $json.flow }}'), ['x-order-2', 'x-order-1']],
])('%s is started', async (_what, flow, expected) => {
	expect((await run(flow, { items })).error).toBeUndefined();
	expect(slugs()).toEqual(expected);
});

test('a flow of the list that the credential does not hold is refused, and those it holds are named', async () => {
	const { error } = await run(fromList('order-3'));
	expect(error?.message).toBe('The selected QA credential does not contain the flow "order-3"');
	expect(error?.description).toMatch(/^It contains order-1, order-2\. .*choose By Slug\./);
	expect(slugs()).toEqual([]);
});

test('a credential without flows says so', async () => {
	const { error } = await run(fromList('order-3'), { url: service.url, credential: {} });
	expect(error?.description).toMatch(/^It contains no flow\./);
});

test.each(['={{ $json.missing }}', '={{ "" }}', '={{ null }}', ' '])(
	'where %j gives no flow, nothing is started, also where there is only one',
	async (written) => {
		for (const flow of [fromList(written), bySlug(written)]) {
			expect((await run(flow)).error?.message).toMatch(/^No flow is chosen/);
		}
		expect(slugs()).toEqual([]);
	},
);

test.each([
	['={{ 5 }}', ['5']],
	['={{ {} }}', []],
])('a slug by expression is text or a number: %s', async (written, expected) => {
	await run(bySlug(written));
	expect(slugs()).toEqual(expected);
});

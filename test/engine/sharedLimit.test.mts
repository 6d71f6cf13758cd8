/** All runs of this n8n share what a service turns away. */
import type { INodeParameters } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { bySlug } from '../../tools/n8n/parameters.mts';
import { reply, serviceForEach } from './faultyService.mts';
import { runNode } from './harness.mts';

const service = serviceForEach();

test('a Retry-After holds back a later execution of the flow, too, and a hint says so', async () => {
	// What is known of a flow lasts longer than a test.
	const flow = bySlug(`order-${randomUUID()}`);
	const run = async (n: number, options: INodeParameters = {}) =>
		await runNode({ url: service.url, items: [{ n }], parameters: { flow, options } });
	service.answers((response, body, nth) => {
		const tooMany = reply(429, '{}', { 'retry-after': '2' });
		(nth === 1 ? tooMany : reply(200))(response, body, nth);
	});
	const turnedAway = await run(1, { maxRetries: 0 });
	const heldBack = await run(2);
	expect(service.numbers()).toEqual([1, 2]);
	expect(turnedAway.hints).toEqual([]);
	expect(heldBack.hints[0]).toMatch(/the service held the run back for [12] s/);
});

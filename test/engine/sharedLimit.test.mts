/** All runs of this n8n share what a service turns away. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { bySlug } from '../../tools/n8n/parameters.mts';
import { reply, serviceForEach } from './faultyService.mts';
import { runNode } from './harness.mts';

const service = serviceForEach();

test('a Retry-After holds back other executions of the flow, too, and a hint says so', async () => {
	// What is known of a flow lasts longer than a test.
	const flow = bySlug(`order-${randomUUID()}`);
	const run = async (n: number) =>
		await runNode({ url: service.url, items: [{ n }], parameters: { flow } });
	const arrivedAt: number[] = [];
	service.answers((response, body, nth) => {
		arrivedAt.push(performance.now());
		const tooMany = reply(429, '{}', { 'retry-after': '1' });
		(nth === 1 ? tooMany : reply(200))(response, body, nth);
	});
	const first = run(1);
	while (arrivedAt.length === 0) await sleep(1);
	// Its answer is on its way.
	await sleep(50);
	const [one, other] = await Promise.all([first, run(2)]);
	expect(service.numbers().sort()).toEqual([1, 1, 2]);
	const [turnedAwayAt = 0, ...later] = arrivedAt;
	// Timers may be a little early.
	for (const at of later) expect(at - turnedAwayAt).toBeGreaterThan(980);
	expect(one.hints[0]).toContain('the service turned away 1 attempt and held the run back for 1 s');
	expect(other.hints[0]).toContain('the service held the run back for 1 s');
});

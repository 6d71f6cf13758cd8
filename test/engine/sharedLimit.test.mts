/** All runs of this n8n share what a service turns away. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { bySlug } from '../parameters.mts';
import { contextOf, reply, serviceForEach } from './faultyService.mts';
import { runAndStop, runNode } from './harness.mts';

const service = serviceForEach();

const PAUSE_S = 1;
const tooMany = reply(429, '{}', { 'retry-after': String(PAUSE_S) });

/** Each test has a flow of its own, because what is known of a flow lasts longer than a test. */
function createRuns() {
	const flow = bySlug(`order-${randomUUID()}`);
	const options = (n: number) => ({ url: service.url, items: [{ n }], parameters: { flow } });
	return {
		run: async (n: number) => await runNode(options(n)),
		runAndStop: async (n: number, pressed: Promise<unknown>) =>
			await runAndStop(options(n), pressed),
	};
}

/** The numbers of the items and when they arrived. */
function recordArrivals() {
	const arrivals: Array<{ n: unknown; at: number }> = [];
	service.answers((response, body, nth) => {
		arrivals.push({ n: contextOf(body).n, at: performance.now() });
		(nth === 1 ? tooMany : reply(200))(response, body, nth);
	});
	return arrivals;
}

async function waitForFirst(arrivals: unknown[]): Promise<void> {
	while (arrivals.length === 0) await sleep(1);
	// Its answer is on its way.
	await sleep(50);
}

test('a Retry-After holds back other executions of the flow, too, and a hint says so', async () => {
	const arrivals = recordArrivals();
	const { run } = createRuns();
	const first = run(1);
	await waitForFirst(arrivals);
	const [one, other] = await Promise.all([first, run(2)]);
	expect(arrivals.map(({ n }) => n).sort()).toEqual([1, 1, 2]);
	const [turnedAway, ...later] = arrivals.map(({ at }) => at);
	// Timers may be a little early.
	for (const at of later) expect(at - (turnedAway ?? 0)).toBeGreaterThan(PAUSE_S * 1_000 - 20);
	expect(one.hints[0]).toContain('the service turned away 1 attempt and held the run back for 1 s');
	expect(other.hints[0]).toContain('the service held the run back for 1 s');
});

test('a run that is stopped while it waits gives back its turn', async () => {
	const arrivals = recordArrivals();
	const { run, runAndStop: runAndStopAt } = createRuns();
	const first = run(1);
	await waitForFirst(arrivals);
	const stopped = await runAndStopAt(2, sleep(50));
	const last = run(3);
	expect(stopped.error?.message).toContain('canceled');
	await Promise.all([first, last]);
	expect(arrivals.map(({ n }) => n).sort()).toEqual([1, 1, 3]);
});

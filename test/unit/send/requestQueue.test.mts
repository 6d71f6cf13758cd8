import { RequestQueue } from '../../../nodes/StartFlow/send/requestQueue';
import { openWindow } from '../../../nodes/StartFlow/send/window';
import { VirtualClock } from './virtualClock.mts';

const NEUTRAL = { load: 'neutral' } as const;

/** A queue on a virtual clock, and requests of a certain length. */
function openQueue(limit: number) {
	const clock = new VirtualClock();
	const over = new AbortController();
	const queue = new RequestQueue(openWindow(limit), over.signal, clock.wait, clock.now);
	const sent: string[] = [];
	const send = async (name: string, isRetry = false, latency = 10) => {
		const sendOnce = async () => {
			sent.push(`${name} at ${clock.elapsed}`);
			return await new Promise<typeof NEUTRAL>((done) => clock.in(latency, () => done(NEUTRAL)));
		};
		return await queue.enqueue(sendOnce, { isFurtherAttempt: isRetry });
	};
	return { clock, over, queue, send, sent };
}

test('sends requests in their order, and retries before new starts', async () => {
	const { clock, send, sent } = openQueue(2);
	const all = [send('a'), send('b'), send('c'), send('d'), send('again', true)];
	expect(await clock.run(Promise.all(all))).toEqual(all.map(() => NEUTRAL));
	expect(sent).toEqual(['a at 0', 'b at 0', 'again at 10', 'c at 10', 'd at 20']);
});

describe('a pause', () => {
	test('holds back all requests except those in flight, and is counted', async () => {
		const { clock, queue, send, sent } = openQueue(5);
		const all = [send('a', false, 50)];
		await clock.pass(20);
		void queue.pauseFor(1000);
		all.push(send('c'), send('b', true));
		await clock.run(Promise.all(all));
		expect(sent).toEqual(['a at 0', 'b at 1020', 'c at 1020']);
		expect(queue.pausedMs).toBe(1000);
	});

	test('can be extended but not shortened, and each moment counts once', async () => {
		const { clock, queue, send, sent } = openQueue(5);
		void queue.pauseFor(1000);
		void queue.pauseFor(10);
		const waiting = send('a');
		await clock.pass(600);
		void queue.pauseFor(1000);
		await clock.run(waiting);
		void queue.pauseFor(500);
		await clock.run(send('b'));
		expect(sent).toEqual(['a at 1600', 'b at 2110']);
		expect(queue.pausedMs).toBe(2100);
	});

	test('ends at once when the run is over, and sends nothing', async () => {
		const { clock, over, queue, send, sent } = openQueue(5);
		void queue.pauseFor(300_000);
		const all = Array.from({ length: 1000 }, async () => await send('a'));
		await clock.pass(2000);
		over.abort();
		expect(await clock.run(Promise.all(all))).toEqual(all.map(() => undefined));
		await clock.runOut();
		expect([clock.elapsed, queue.pausedMs, sent]).toEqual([2000, 2000, []]);
		expect(clock.waits).toBeLessThan(5);
	});
});

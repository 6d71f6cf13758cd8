import { RequestQueue } from '../../../nodes/StartFlow/send/requestQueue';
import { openWindow } from '../../../nodes/StartFlow/send/window';
import { VirtualClock } from './virtualClock.mts';

const NEUTRAL = { load: 'neutral' } as const;

type Result = typeof NEUTRAL & { retryAfterMs?: number };

/** A queue on a virtual clock, and requests of a certain length. */
function openQueue(limit: number) {
	const clock = new VirtualClock();
	const over = new AbortController();
	const queue = new RequestQueue(openWindow(limit), over.signal, clock.wait, clock.now);
	const sent: string[] = [];
	const send = async (name: string, isRetry = false, latency = 10, result: Result = NEUTRAL) => {
		const sendOnce = async () => {
			sent.push(`${name} at ${clock.elapsed}`);
			return await new Promise<Result>((done) => clock.in(latency, () => done(result)));
		};
		return await queue.enqueue(sendOnce, { isRetry });
	};
	return { clock, over, queue, send, sent };
}

test('sends requests in their order, and retries before new starts', async () => {
	const { clock, send, sent } = openQueue(2);
	const all = [send('a'), send('b'), send('c'), send('d'), send('again', true)];
	expect(await clock.run(Promise.all(all))).toEqual(all.map(() => NEUTRAL));
	expect(sent).toEqual(['a at 0', 'b at 0', 'again at 10', 'c at 10', 'd at 20']);
});

/** The result of a request whose answer asks all starts to wait. */
const asksToWait = (retryAfterMs: number): Result => ({ ...NEUTRAL, retryAfterMs });

describe('a pause', () => {
	test('holds back all requests except those in flight, and is counted', async () => {
		const { clock, queue, send, sent } = openQueue(5);
		const all = [send('a', false, 50), send('busy', false, 20, asksToWait(1000))];
		await clock.pass(20);
		all.push(send('c'), send('b', true));
		await clock.run(Promise.all(all));
		expect(sent).toEqual(['a at 0', 'busy at 0', 'b at 1020', 'c at 1020']);
		expect(queue.pausedMs).toBe(1000);
	});

	test('can be extended but not shortened, and each moment counts once', async () => {
		const { clock, queue, send, sent } = openQueue(5);
		void send('busy', false, 0, asksToWait(1000));
		void send('less busy', false, 0, asksToWait(10));
		void send('still busy', false, 600, asksToWait(1000));
		await clock.pass(1);
		await clock.run(send('a'));
		void send('busy again', false, 0, asksToWait(500));
		await clock.pass(1);
		await clock.run(send('b'));
		expect(sent.slice(3)).toEqual(['a at 1600', 'busy again at 1610', 'b at 2110']);
		expect(queue.pausedMs).toBe(2100);
	});

	test('ends at once when the run is over, and sends nothing', async () => {
		const { clock, over, queue, send, sent } = openQueue(5);
		void send('busy', false, 0, asksToWait(300_000));
		await clock.pass(1);
		const all = Array.from({ length: 1000 }, async () => await send('a'));
		await clock.pass(1999);
		over.abort();
		expect(await clock.run(Promise.all(all))).toEqual(all.map(() => undefined));
		await clock.runOut();
		expect([clock.elapsed, queue.pausedMs, sent]).toEqual([2000, 2000, ['busy at 0']]);
		expect(clock.waits).toBeLessThan(5);
	});
});

test('a request that fails gives back its place', async () => {
	const { clock, queue, send, sent } = openQueue(1);
	const bug = new TypeError('a bug');
	const failing = queue.enqueue(async () => await Promise.reject(bug), { isRetry: false });
	const waiting = send('next');
	await expect(failing).rejects.toBe(bug);
	await clock.run(waiting);
	expect(sent).toEqual(['next at 0']);
});

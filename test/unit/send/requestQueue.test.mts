import type { Attempt } from '../../../nodes/TriggerFlow/http/attempt';
import { RequestQueue, type Wait } from '../../../nodes/TriggerFlow/send/requestQueue';
import { openWindow } from '../../../nodes/TriggerFlow/send/window';
import { answered } from './modelService.mts';
import { VirtualClock } from './virtualClock.mts';

const NEUTRAL = answered(404);

const itself = (attempt: Attempt): Attempt => attempt;

/** A queue on a virtual clock, and requests that take their time. */
function openQueue(limit: number, changeWait = (wait: Wait): Wait => wait) {
	const clock = new VirtualClock();
	const over = new AbortController();
	const queue = new RequestQueue(openWindow(limit), over.signal, changeWait(clock.wait), clock.now);
	const sent: Array<[name: string, at: number]> = [];
	const send = async (name: string, isRetry = false, latency = 10) => {
		const request = async () => {
			sent.push([name, clock.elapsed]);
			return await new Promise<Attempt>((done) => clock.in(latency, () => done(NEUTRAL)));
		};
		return await queue.send(isRetry, request, itself);
	};
	return { clock, over, queue, send, sent };
}

test('lets requests out in their order, and what is tried again before what is new', async () => {
	const { clock, send, sent } = openQueue(2);
	const all = [...['a', 'b', 'c', 'd'].map(async (name) => await send(name)), send('again', true)];
	expect(await clock.run(Promise.all(all))).toEqual(all.map(() => NEUTRAL));
	expect(sent).toEqual([
		...[
			['a', 0],
			['b', 0],
			['again', 10],
			['c', 10],
			['d', 20],
		],
	]);
});

describe('a pause', () => {
	test('lets nothing out, leaves what is in flight alone, and is counted', async () => {
		const { clock, queue, send, sent } = openQueue(5);
		const all = [send('a', false, 50)];
		await clock.pass(20);
		queue.holdUp(1000);
		all.push(send('c'), send('b', true));
		await clock.run(Promise.all(all));
		expect(sent).toEqual([
			['a', 0],
			['b', 1020],
			['c', 1020],
		]);
		expect(queue.heldUp).toBe(1000);
	});

	test('is prolonged while it lasts, never shortened, and every moment counts once', async () => {
		const { clock, queue, send, sent } = openQueue(5);
		queue.holdUp(1000);
		queue.holdUp(10);
		const waiting = send('a');
		await clock.pass(600);
		queue.holdUp(1000);
		await clock.run(waiting);
		queue.holdUp(500);
		await clock.run(send('b'));
		expect(sent).toEqual([
			['a', 1600],
			['b', 2110],
		]);
		expect(queue.heldUp).toBe(2100);
	});

	test('of no time is none', async () => {
		const { clock, queue, send, sent } = openQueue(5);
		queue.holdUp(0);
		await clock.run(send('a'));
		expect(sent).toEqual([['a', 0]]);
		expect(queue.heldUp).toBe(0);
	});

	test('lasts its whole time with a timer that fires too early', async () => {
		const early =
			(wait: Wait): Wait =>
			async (ms, over) =>
				await wait(Math.max(1, ms - 3), over);
		const { clock, queue, send, sent } = openQueue(5, early);
		queue.holdUp(1000);
		await clock.run(send('a'));
		expect(sent).toEqual([['a', 1000]]);
	});
});

describe('when the run is over', () => {
	test('what waits is let go with nothing, and what is in flight comes back', async () => {
		const { clock, over, send, sent } = openQueue(1);
		const [first, second] = [send('a', false, 100), send('b')];
		await clock.pass(50);
		over.abort();
		expect(await clock.run(second)).toBeUndefined();
		expect(clock.elapsed).toBe(50);
		expect(await clock.run(first)).toBe(NEUTRAL);
		expect(await clock.run(send('c'))).toBeUndefined();
		expect(sent).toEqual([['a', 0]]);
	});

	test('a pause ends at once, and counts only as long as it lasted', async () => {
		const { clock, over, queue, send, sent } = openQueue(5);
		queue.holdUp(300_000);
		const all = Array.from({ length: 1000 }, async () => await send('a'));
		await clock.pass(2000);
		over.abort();
		expect(await clock.run(Promise.all(all))).toEqual(all.map(() => undefined));
		await clock.runOut();
		expect([clock.elapsed, queue.heldUp, sent]).toEqual([2000, 2000, []]);
		expect(clock.waits).toBeLessThan(5);
	});
});

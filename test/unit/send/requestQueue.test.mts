import { RequestQueue } from '../../../nodes/StartFlow/send/requestQueue';
import { ServiceLimit, type ReturnedRequest } from '../../../nodes/StartFlow/send/serviceLimit';
import { openWindow } from '../../../nodes/StartFlow/send/window';
import { VirtualClock } from './virtualClock.mts';

const HANDLED: ReturnedRequest = { load: 'handled' };

/** A service on a virtual clock, and runs that send requests of a certain length to it. */
function openService() {
	const clock = new VirtualClock();
	const limit = new ServiceLimit(clock);
	const sent: string[] = [];
	const openRun = (concurrency: number) => {
		const queue = new RequestQueue(3, openWindow(concurrency), limit, clock);
		const send = async (name: string, result = HANDLED, latency = 10, isFurtherAttempt = false) => {
			const sendOnce = async () => {
				sent.push(`${name} at ${clock.elapsed}`);
				await new Promise<void>((done) => clock.in(latency, done));
				return result;
			};
			return await queue.enqueue(sendOnce, { isFurtherAttempt }, (returned) => returned);
		};
		return { queue, send };
	};
	return { clock, limit, sent, openRun };
}

const turnedAway = (retryAfterMs = 0): ReturnedRequest => ({ load: 'turnedAway', retryAfterMs });

test('sends nothing if the run ends while its request waits for a turn of the event loop', async () => {
	const { clock, sent, openRun } = openService();
	const { queue, send } = openRun(1);
	jest.spyOn(clock, 'waitForEventLoop').mockImplementation(async () => queue.end());
	expect(await clock.run(send('a'))).toBeUndefined();
	expect(sent).toEqual([]);
});

describe('a pause that the service asks for', () => {
	test('holds back the requests of all runs, and is counted in each', async () => {
		const { clock, sent, openRun } = openService();
		const [one, other] = [openRun(5), openRun(5)];
		const all = [one.send('busy', turnedAway(1_000))];
		await clock.pass(10);
		all.push(one.send('c'), other.send('d'), one.send('b', HANDLED, 10, true));
		await clock.run(Promise.all(all));
		expect(sent).toEqual(['busy at 0', 'd at 1010', 'b at 1020', 'c at 1020']);
		expect(one.queue.slowdown).toEqual({ turnedAwayCount: 1, heldBackMs: 1_010 });
		expect(other.queue.slowdown).toEqual({ turnedAwayCount: 0, heldBackMs: 1_000 });
	});

	test('is counted for a request that has waited for the window before', async () => {
		const { clock, openRun } = openService();
		const { queue, send } = openRun(1);
		await clock.run(Promise.all([send('busy', turnedAway(1_000)), send('next')]));
		expect(queue.slowdown).toEqual({ turnedAwayCount: 1, heldBackMs: 1_000 });
	});

	test('ends at once for a run that is over, which costs the others nothing', async () => {
		const { clock, limit, sent, openRun } = openService();
		const [stopped, other] = [openRun(2_000), openRun(5)];
		void stopped.send('busy', turnedAway(60_000), 0);
		await clock.pass(1);
		const all = Array.from({ length: 9 }, async () => await stopped.send('never'));
		const waiting = other.send('other');
		await clock.pass(1_999);
		stopped.queue.end();
		expect(await clock.run(Promise.all(all))).toEqual(all.map(() => undefined));
		expect([clock.elapsed, stopped.queue.slowdown.heldBackMs]).toEqual([2_000, 1_999]);
		await clock.run(waiting);
		expect(sent).toEqual(['busy at 0', 'other at 60000']);
		other.queue.end();
		expect(limit.isIdle).toBe(true);
		expect(clock.waits).toBe(1);
	});
});

test('what is in flight when a start is turned away is what all runs together send from then on, in turns', async () => {
	const { clock, sent, openRun } = openService();
	const [one, other] = [openRun(10), openRun(10)];
	const all = [
		one.send('a', HANDLED, 100),
		one.send('b', HANDLED, 100),
		one.send('too many', turnedAway(), 10),
	];
	await clock.pass(10);
	all.push(one.send('c', HANDLED, 50), one.send('d'), one.send('e'), other.send('single call'));
	await clock.run(Promise.all(all));
	expect(sent.slice(3)).toEqual(['single call at 100', 'c at 100', 'd at 110', 'e at 120']);
});

test('a run finds out nothing about its window while it is held back', async () => {
	const { clock, openRun } = openService();
	const { queue, send } = openRun(500);
	const taken: ReturnedRequest = { load: 'success' };
	const all = [send('a', taken, 100), send('too many', turnedAway(), 10)];
	await clock.pass(20);
	for (let count = 0; count < 20; count++) all.push(send('next', taken, 100));
	await clock.run(Promise.all(all));
	expect(queue.window).toMatchObject({ size: 10, hasNews: false });
});

test('a request whose run has ended is not sent, and waits for no other one', async () => {
	const { clock, limit, sent, openRun } = openService();
	const { queue, send } = openRun(1);
	const inFlight = send('slow', HANDLED, 1_000);
	const waiting = send('never');
	await clock.pass(1);
	queue.end();
	expect([await waiting, await send('never')]).toEqual([undefined, undefined]);
	await clock.run(inFlight);
	expect([sent, limit.isIdle]).toEqual([['slow at 0'], true]);
});

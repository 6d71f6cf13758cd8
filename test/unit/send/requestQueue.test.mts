import fc from 'fast-check';

import type { Attempt } from '../../nodes/TriggerFlow/http/attempt';
import { Traffic, type Wait } from '../../nodes/TriggerFlow/send/requestQueue';
import { afterAnswer, loadOf, openWindow, type Load } from '../../nodes/TriggerFlow/send/window';
import { answered } from './modelService.mts';
import { settle, VirtualClock } from './virtualClock.mts';

const ATTEMPTS: Record<Load, Attempt> = {
	success: answered(200),
	overload: answered(500),
	neutral: answered(404),
};

const itself = (attempt: Attempt): Attempt => attempt;

/** Traffic on a virtual clock, and requests that take their time. */
function openTraffic(limit: number, changeWait = (wait: Wait): Wait => wait) {
	const clock = new VirtualClock();
	const over = new AbortController();
	const traffic = new Traffic(openWindow(limit), over.signal, changeWait(clock.wait), clock.now);
	const sent: string[] = [];
	const times: number[] = [];
	const send = async (
		name: string,
		{ latency = 10, load = 'success' as Load, turn = 'first' as 'again' | 'first' } = {},
	) =>
		await traffic.send(
			turn,
			async () => {
				sent.push(name);
				times.push(clock.elapsed);
				return await new Promise<Attempt>((done) => clock.in(latency, () => done(ATTEMPTS[load])));
			},
			itself,
		);
	return { clock, over, traffic, send, sent, times };
}

const names = (count: number) => Array.from({ length: count }, (_, index) => String(index));

describe('requests', () => {
	test('go out in the order in which they ask, as soon as there is room', async () => {
		const { clock, send, sent, times } = openTraffic(2);
		const all = names(5).map(async (name) => await send(name));
		expect(await clock.run(Promise.all(all))).toEqual(names(5).map(() => ATTEMPTS.success));
		expect(sent).toEqual(names(5));
		expect(times).toEqual([0, 0, 10, 10, 20]);
	});

	test('give back the very attempt that they came to', async () => {
		const { clock, send } = openTraffic(3);
		const all = [send('a', { load: 'neutral' }), send('b'), send('c', { load: 'overload' })];
		const attempts = await clock.run(Promise.all(all));
		expect(attempts[0]).toBe(ATTEMPTS.neutral);
		expect(attempts[1]).toBe(ATTEMPTS.success);
		expect(attempts[2]).toBe(ATTEMPTS.overload);
	});

	test('that are tried again go before those that are new', async () => {
		const { clock, send, sent } = openTraffic(1);
		await clock.run(
			Promise.all([
				send('in flight'),
				send('new 1'),
				send('new 2'),
				send('again 1', { turn: 'again' }),
				send('new 3'),
				send('again 2', { turn: 'again' }),
			]),
		);
		expect(sent).toEqual(['in flight', 'again 1', 'again 2', 'new 1', 'new 2', 'new 3']);
	});

	test('are never more at once than the window allows', async () => {
		const plan = fc.array(
			fc.record({
				latency: fc.nat(40),
				load: fc.constantFrom<Load>('success', 'success', 'success', 'overload', 'neutral'),
				turn: fc.constantFrom<'again' | 'first'>('again', 'first'),
			}),
			{ maxLength: 60 },
		);
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 1, max: 30 }), plan, async (limit, requests) => {
				const clock = new VirtualClock();
				const over = new AbortController();
				const traffic = new Traffic(openWindow(limit), over.signal, clock.wait, clock.now);
				let window = openWindow(limit);
				let [sent, inFlight] = [0, 0];
				const all = requests.map(async ({ latency, load, turn }) =>
					traffic.send(
						turn,
						async () => {
							const number = sent++;
							const begin = clock.elapsed;
							expect(++inFlight).toBeLessThanOrEqual(window.size);
							return await new Promise<Attempt>((done) =>
								clock.in(latency, () => {
									inFlight--;
									const time = clock.elapsed - begin;
									window = afterAnswer(window, {
										load: loadOf(ATTEMPTS[load]),
										number,
										sent,
										time,
									});
									done(ATTEMPTS[load]);
								}),
							);
						},
						itself,
					),
				);
				await clock.run(Promise.all(all));
				expect(sent).toBe(requests.length);
			}),
			{ numRuns: 60 },
		);
	});

	test('all get their turn after an overload', async () => {
		const { clock, send, sent, times } = openTraffic(50);
		const first = names(10).map(async (name) => await send(name, { load: 'overload' }));
		const rest = names(15).map(async (name) => await send(name, { load: 'neutral' }));
		await clock.run(Promise.all([...first, ...rest]));
		expect(sent).toHaveLength(25);
		// Ten, then five by five.
		expect(times.slice(10)).toEqual([10, 20, 30].flatMap((time) => names(5).map(() => time)));
	});
});

describe('a pause', () => {
	test('lets nothing out, neither what is new nor what is tried again', async () => {
		const { clock, traffic, send, times } = openTraffic(5);
		traffic.holdUp(1000);
		const all = [send('a'), send('b', { turn: 'again' }), send('c')];
		await clock.pass(999);
		expect(times).toEqual([]);
		await clock.run(Promise.all(all));
		expect(times).toEqual([1000, 1000, 1000]);
		expect(traffic.heldUp).toBe(1000);
	});

	test('leaves what is in flight alone', async () => {
		const { clock, traffic, send, times } = openTraffic(1);
		const all = [send('a', { latency: 50 }), send('b')];
		await clock.pass(20);
		traffic.holdUp(1000);
		expect(await clock.run(all[0] ?? Promise.reject(new Error()))).toBe(ATTEMPTS.success);
		expect(clock.elapsed).toBe(50);
		await clock.run(Promise.all(all));
		expect(times).toEqual([0, 1020]);
	});

	test('is prolonged while it lasts, and counts every moment once', async () => {
		const { clock, traffic, send, times } = openTraffic(5);
		traffic.holdUp(1000);
		const sent = send('a');
		await clock.pass(600);
		traffic.holdUp(1000);
		await clock.pass(900);
		traffic.holdUp(200);
		await clock.run(sent);
		expect(times).toEqual([1700]);
		expect(traffic.heldUp).toBe(1700);
	});

	test('is not shortened by a shorter one', async () => {
		const { clock, traffic, send, times } = openTraffic(5);
		traffic.holdUp(1000);
		traffic.holdUp(10);
		traffic.holdUp(1000);
		await clock.run(send('a'));
		expect(times).toEqual([1000]);
		expect(traffic.heldUp).toBe(1000);
	});

	test('can follow another, and both count', async () => {
		const { clock, traffic, send, times } = openTraffic(5);
		traffic.holdUp(1000);
		await clock.run(send('a'));
		traffic.holdUp(500);
		await clock.run(send('b'));
		expect(times).toEqual([1000, 1510]);
		expect(traffic.heldUp).toBe(1500);
	});

	test('of no time is none', async () => {
		const { clock, traffic, send, times } = openTraffic(5);
		traffic.holdUp(0);
		await clock.run(send('a'));
		traffic.holdUp(0);
		await clock.run(send('b'));
		expect(times).toEqual([0, 10]);
		expect(traffic.heldUp).toBe(0);
	});

	test('lasts its whole time with a timer that fires too early', async () => {
		const { clock, traffic, send, times } = openTraffic(
			5,
			(wait) => async (ms, over) => await wait(Math.max(1, ms - 3), over),
		);
		traffic.holdUp(1000);
		await clock.run(send('a'));
		expect(times).toEqual([1000]);
	});
});

describe('when the run is over', () => {
	test('what waits is let go at once with nothing, and what is in flight comes back', async () => {
		const { clock, over, send, sent } = openTraffic(2);
		const [first, second, third, fourth] = [
			send('a', { latency: 100 }),
			send('b', { latency: 100 }),
			send('c'),
			send('d', { turn: 'again' }),
		];
		await clock.pass(50);
		over.abort();
		expect(await clock.run(Promise.all([third, fourth]))).toEqual([undefined, undefined]);
		expect(clock.elapsed).toBe(50);
		expect(await clock.run(Promise.all([first, second]))).toEqual([
			ATTEMPTS.success,
			ATTEMPTS.success,
		]);
		expect(sent).toEqual(['a', 'b']);
	});

	test('in the middle of a pause, it ends at once and without a loop', async () => {
		const { clock, over, traffic, send, sent } = openTraffic(5);
		traffic.holdUp(300_000);
		const all = names(1000).map(async (name) => await send(name));
		await clock.pass(2000);
		over.abort();
		expect(await clock.run(Promise.all(all))).toEqual(all.map(() => undefined));
		expect(clock.elapsed).toBe(2000);
		await clock.runOut();
		expect(clock.elapsed).toBe(2000);
		expect(sent).toEqual([]);
		expect(clock.waits.ever).toBeLessThan(5);
	});

	test('only the time counts that the pause has really lasted', async () => {
		const { clock, over, traffic } = openTraffic(5);
		traffic.holdUp(300_000);
		await clock.pass(2000);
		over.abort();
		await settle();
		expect(traffic.heldUp).toBe(2000);
	});

	test('what comes later is let go at once too, and a pause changes nothing', async () => {
		const { clock, over, traffic, send, sent } = openTraffic(5);
		over.abort();
		expect(await clock.run(send('a'))).toBeUndefined();
		traffic.holdUp(1000);
		expect(await clock.run(send('b', { turn: 'again' }))).toBeUndefined();
		expect(clock.elapsed).toBe(0);
		expect(sent).toEqual([]);
	});

	test('before it began, nothing is sent', async () => {
		const clock = new VirtualClock();
		const traffic = new Traffic(openWindow(5), AbortSignal.abort(), clock.wait, clock.now);
		const request = jest.fn();
		expect(await clock.run(traffic.send('first', request, itself))).toBeUndefined();
		expect(request).not.toHaveBeenCalled();
	});

	test('by an answer that makes room for the next, the next is not sent', async () => {
		const { clock, over, traffic, send, sent } = openTraffic(1);
		const answer = async () =>
			await new Promise<Attempt>((done) =>
				clock.in(10, () => {
					done(ATTEMPTS.success);
					over.abort();
				}),
			);
		const [first, second] = [traffic.send('first', answer, itself), send('b')];
		expect(await clock.run(Promise.all([first, second]))).toEqual([ATTEMPTS.success, undefined]);
		expect(sent).toEqual([]);
	});
});

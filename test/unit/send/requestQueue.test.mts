import { openService, TAKEN, TURNED_AWAY, turnedAway } from './openService.mts';

/** A service that has turned a start away, so all that is sent waits. */
async function openBusy(retryAfterMs = 0) {
	const opened = openService();
	const first = opened.openRun();
	await first.add(1);
	await first.comeBack(turnedAway(retryAfterMs));
	opened.sent.length = 0;
	return { ...opened, first };
}

describe('a run that ends', () => {
	test('sends nothing more, and leaves nothing behind', async () => {
		const { clock, service, sent, openRun } = openService();
		const run = openRun(1);
		await run.add(1);
		const waiting = run.enter('never');
		run.queue.end();
		expect([await waiting, await run.enter('never')]).toEqual([undefined, undefined]);
		await clock.run(run.queue.ended);
		await run.comeBack(TAKEN);
		expect(sent).toEqual(['']);
		const { flow } = run.queue;
		expect([flow.inFlight, flow.runs.size, service.runs.size]).toEqual([0, 0, 0]);
	});

	test('gives the place back of a request that waits for a turn of the event loop', async () => {
		const { clock, sent, openRun, first } = await openBusy();
		const [run, other] = [openRun(), openRun()];
		jest.spyOn(clock, 'waitForEventLoop').mockImplementationOnce(async () => run.queue.end());
		const never = run.enter('never');
		const sending = other.send('other', false);
		expect(await clock.run(Promise.all([never, sending]))).toEqual([undefined, undefined]);
		expect([sent, first.queue.flow.inFlight]).toEqual([['other'], 0]);
	});

	test('ends its waits for the limit at once, which costs the others nothing', async () => {
		const { clock, service, sent, openRun } = await openBusy(60_000);
		const [stopped, other] = [openRun(), openRun()];
		const all = Array.from({ length: 9 }, async () => await stopped.enter('never'));
		const sending = other.send('other', false);
		await clock.pass(2_000);
		stopped.queue.end();
		expect(await Promise.all(all)).toEqual(all.map(() => undefined));
		await clock.run(sending);
		expect([sent, clock.elapsed, clock.waits]).toEqual([['other'], 60_000, 1]);
		expect(service.limit.line.elements).toEqual([]);
	});
});

test('a run finds out nothing about its window while the limit holds it back', async () => {
	const { openRun } = openService();
	const run = openRun(10);
	await run.add(10);
	await run.comeBack(TURNED_AWAY);
	await run.add(100);
	for (let count = 0; count < 50; count++) await run.comeBack({ load: 'success' });
	expect(run.queue.window.hasNews).toBe(false);
});

/** Capital letters are further attempts. */
test.each([
	['runs take turns', ['abc', 'xy'], 'axbyc'],
	['a start that was turned away goes first, in all runs', ['ab', 'xY'], 'Yaxb'],
	['a call waits only for one of many further attempts of a run', ['ABCD', 'x'], 'AxBCD'],
])('while the limit holds requests back, %s', async (_what, runs, order) => {
	const { clock, sent, openRun } = await openBusy();
	const sending = runs.flatMap((names) => {
		const { send } = openRun();
		return [...names].map((name) => send(name, name < 'a'));
	});
	await clock.run(Promise.all(sending));
	expect(sent.join('')).toBe(order);
});

test('at most 100 runs wait, and the starts of further ones leave once, at once', async () => {
	const { openRun } = await openBusy(60_000);
	const runs = Array.from({ length: 102 }, () => openRun(1));
	for (const run of runs) await run.add(2);
	const inFlightCounts = () => runs.slice(-3).map(({ inFlightCount }) => inFlightCount);
	expect(inFlightCounts()).toEqual([0, 1, 1]);
	runs[0]?.queue.end();
	await runs[100]?.comeBack(TURNED_AWAY);
	await runs[101]?.comeBack(TURNED_AWAY);
	expect(inFlightCounts()).toEqual([0, 0, 1]);
});

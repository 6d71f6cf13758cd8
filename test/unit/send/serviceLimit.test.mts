import { TurnAways } from '../../../nodes/StartFlow/send/turnAways';
import { openService, type Result, TAKEN, TURNED_AWAY, turnedAway } from './openService.mts';

const MINUTE_MS = 60_000;
const MANY = 500;

const times = (count: number, result: Result) => Array.from({ length: count }, () => result);

/** So many are in flight, which are the limit, while others wait. */
async function openLimit(size: number, turnAwayMs = 0) {
	const opened = openService();
	const run = opened.openRun();
	await run.add(size + 1);
	await opened.clock.pass(turnAwayMs);
	await run.comeBack(TURNED_AWAY);
	await run.add(MANY);
	expect(run.inFlightCount).toBe(size);
	return { ...opened, run };
}

test('what is in flight when a start is turned away is the limit, and one more is tried after waits that grow', async () => {
	const { clock, run } = await openLimit(3);
	for (const waitMs of [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000]) {
		for (const _time of [1, 2]) {
			await run.expectNext(waitMs);
			await run.comeBack(TURNED_AWAY);
		}
	}
	await run.expectNext(32_000);
	await clock.pass(100);
	// That one was taken, and another one left. Now the waits begin from the first one.
	await run.comeBack(TURNED_AWAY);
	await run.expectNext(250);
});

test('where nothing else is in flight, no wait is longer than ten seconds', async () => {
	const { clock, run } = await openLimit(0);
	clock.random = () => 1;
	for (const waitMs of [250, 500, 1_000, 1_000, 2_000, 2_000, 4_000, 4_000, 8_000, 8_000]) {
		await run.expectNext(waitMs);
		await run.comeBack(TURNED_AWAY);
	}
	for (let count = 0; count < 10; count++) {
		await run.expectNext(10_000);
		await run.comeBack(turnedAway(5_000));
	}
});

/** When one more start doubles the limit, another one leaves at once. */
test.each<[what: string, turnAwayMs: number, ms: number, result: Result | undefined, left: number]>(
	[
		['it is taken', 0, 10, TAKEN, 7],
		['it perhaps did not reach the service', 0, 10, { load: 'noEvidence' }, 4],
		['it meets a quota', 0, 10, { load: 'quota' }, 4],
		['it is not back after 99 ms', 0, 99, undefined, 4],
		['it is not back after 100 ms', 0, 100, undefined, 7],
		['others were back after 80 ms, and it is not after 159', 80, 159, undefined, 4],
		['others were back after 80 ms, and it is not after 160', 80, 160, undefined, 7],
	],
)('one more start than the limit: %s', async (_what, turnAwayMs, ms, result, left) => {
	const { clock, run } = await openLimit(3, turnAwayMs);
	await run.expectNext(250);
	await clock.pass(ms);
	if (result) await run.comeBack(result);
	expect(run.inFlightCount).toBe(left);
});

test('one more start is tried again only after six times the Retry-After of the one before', async () => {
	const { run } = await openLimit(3);
	await run.comeBack(turnedAway(1_000));
	await run.expectNext(1_000);
	await run.comeBack(turnedAway(1_000));
	await run.expectNext(6_000);
});

test('of starts that left together, only the first one that is turned away makes the wait longer', async () => {
	const { clock, openRun } = openService();
	const [run, other] = [openRun(), openRun(1_000, 'another flow')];
	await run.add(1);
	await other.add(5);
	await clock.pass(10);
	await run.comeBack(TURNED_AWAY);
	await clock.pass(10);
	await other.comeBack(...times(5, TURNED_AWAY));
	await other.add(1);
	await other.expectNext(250);
});

describe('a Retry-After', () => {
	/** The second of three starts is told to wait. */
	async function openAsked() {
		const { clock, openRun } = openService();
		const [first, second, third, waiting] = [openRun(), openRun(), openRun(), openRun()];
		for (const run of [first, second, third]) await run.add(1);
		await second.comeBack(turnedAway(60_000));
		await waiting.add(1);
		return { clock, first, third, waiting };
	}

	test('is for all, whatever comes of the starts that left before', async () => {
		const { clock, first, third, waiting } = await openAsked();
		await first.comeBack(TAKEN);
		await third.comeBack(turnedAway(1_000));
		await waiting.expectNext(60_000);
		expect(clock.elapsed).toBe(60_000);
	});

	test('is for nobody once a start is taken that left later', async () => {
		const { third, waiting } = await openAsked();
		await third.comeBack(TAKEN);
		expect(waiting.inFlightCount).toBe(1);
	});
});

test('a start that seems to be turned away for its own sake teaches nothing', async () => {
	const own = new TurnAways();
	for (let number = 1; number <= 5; number++) own.add(number, 0);
	for (let number = 10; number < 100; number++) own.see({ load: 'success', number });
	const run = openService().openRun();
	await run.add(1);
	void run.enter('own', true, own);
	await run.add(1);
	await run.comeBack(TURNED_AWAY);
	await run.add(1);
	await run.comeBack(turnedAway(60_000));
	expect(run.inFlightCount).toBe(2);
});

describe('a flow', () => {
	test('has no limit until one of its starts is turned away, and shares it from then on', async () => {
		const { openRun } = openService();
		const [one, other] = [openRun(), openRun(1_000, 'another flow')];
		await one.add(5);
		await one.comeBack(TURNED_AWAY);
		await other.add(3);
		expect(other.inFlightCount).toBe(3);
		await other.comeBack(TURNED_AWAY);
		await other.add(MANY);
		expect([one.inFlightCount, other.inFlightCount]).toEqual([4, 2]);
		await one.comeBack(TAKEN, TAKEN, TAKEN);
		expect([one.inFlightCount, other.inFlightCount]).toEqual([1, 3]);
	});

	test('has patience while starts of any flow of its service are taken', async () => {
		const { clock, openRun } = openService();
		const [run, other] = [openRun(), openRun(1_000, 'another flow')];
		await run.add(1);
		await run.comeBack(TURNED_AWAY);
		await clock.pass(2 * MINUTE_MS);
		await other.add(1);
		await other.comeBack(TAKEN);
		await clock.pass(2 * MINUTE_MS);
		expect(run.queue.admit()).toBe(true);
	});
});

test('a service that has turned everything away for three minutes gets each start at once, until it takes one', async () => {
	const { clock, openRun } = openService();
	const [run, other] = [openRun(), openRun()];
	await run.add(1);
	await run.comeBack(turnedAway(4 * MINUTE_MS));
	await other.add(50);
	await clock.pass(3 * MINUTE_MS);
	expect(other.inFlightCount).toBe(0);
	await run.add(50);
	expect(other.inFlightCount).toBe(50);
	await other.comeBack(...times(50, turnedAway(60_000)));
	for (const last of [turnedAway(60_000), TAKEN]) {
		expect(run.inFlightCount).toBe(50);
		await clock.pass(10);
		await run.comeBack(...times(49, turnedAway(60_000)), last);
		await run.add(50);
	}
	expect(run.inFlightCount).toBe(2);
});

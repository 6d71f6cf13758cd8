import { openService, type Result, TAKEN, TURNED_AWAY, turnedAway } from './openService.mts';

const MINUTE_MS = 60_000;
const MANY = 500;

const times = (count: number, result: Result) => Array.from({ length: count }, () => result);

describe('what is in flight when a start is turned away', () => {
	/** The limit is 3, and so many are in flight, while others wait. */
	async function openFullLimit(turnedAwayAfterMs = 0) {
		const opened = openService();
		const run = opened.openRun();
		await run.add(5);
		await opened.clock.pass(turnedAwayAfterMs);
		await run.comeBack(TURNED_AWAY, TURNED_AWAY);
		await run.add(MANY);
		expect(run.inFlightCount).toBe(3);
		return { ...opened, run };
	}

	test('is the limit, while one more start is tried after waits that grow', async () => {
		const { run } = await openFullLimit();
		for (const waitMs of [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000]) {
			for (const _time of [1, 2]) {
				await run.expectNext(waitMs);
				await run.comeBack(TURNED_AWAY);
			}
		}
		await run.comeBack(TAKEN);
		expect(run.inFlightCount).toBe(3);
	});

	test('doubles as a limit when one more start is taken, and the next one is tried at once', async () => {
		const { clock, run } = await openFullLimit();
		await run.expectNext(250);
		await clock.pass(10);
		await run.comeBack(TAKEN);
		expect(run.inFlightCount).toBe(7);
	});

	test('stays if one more start says nothing, and the next one is tried at once', async () => {
		const { clock, run } = await openFullLimit();
		await run.expectNext(250);
		for (const load of ['noEvidence', 'quota'] as const) {
			await clock.pass(10);
			await run.comeBack({ load });
			expect(run.inFlightCount).toBe(4);
		}
	});

	test.each([
		['for 100 ms', 0, 100],
		['for twice as long as others', 80, 160],
	])('is no limit if one more start is not turned away %s', async (_what, ms, takenAfterMs) => {
		const { clock, run } = await openFullLimit(ms);
		await run.expectNext(250);
		await clock.pass(takenAfterMs - 1);
		expect(run.inFlightCount).toBe(4);
		await clock.pass(1);
		expect(run.inFlightCount).toBe(7);
	});

	test('is tried again only after six times the Retry-After of one start too many', async () => {
		const { run } = await openFullLimit();
		await run.comeBack(turnedAway(1_000));
		await run.expectNext(1_000);
		await run.comeBack(turnedAway(1_000));
		await run.expectNext(6_000);
	});
});

describe('where nothing else is in flight', () => {
	test('one start is tried after waits that grow, of at most ten seconds', async () => {
		const { clock, openRun } = openService();
		clock.random = () => 1;
		const run = openRun();
		await run.add(1);
		await run.comeBack(turnedAway(1_000));
		await run.add(MANY);
		for (const waitMs of [1_000, 500, 1_000, 1_000, 2_000, 2_000, 4_000, 4_000, 8_000, 8_000]) {
			await run.expectNext(waitMs);
			await run.comeBack(TURNED_AWAY);
		}
		for (let count = 0; count < 10; count++) {
			await run.expectNext(10_000);
			await run.comeBack(turnedAway(5_000));
		}
	});

	test('more leave after each round that is taken', async () => {
		const { clock, openRun } = openService();
		const run = openRun();
		await run.add(1);
		await run.comeBack(TURNED_AWAY);
		await run.add(MANY);
		await run.expectNext(250);
		const sizes = [];
		for (let round = 0; round < 6; round++) {
			sizes.push(run.inFlightCount);
			await clock.pass(10);
			await run.comeBack(...times(run.inFlightCount, TAKEN));
		}
		expect(sizes).toEqual([1, 2, 2, 4, 8, 16]);
	});
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
	const { openRun } = openService();
	const run = openRun();
	await run.add(3);
	await run.comeBack(TURNED_AWAY);
	await run.add(1);
	expect(run.inFlightCount).toBe(2);
	await run.comeBack({ ...turnedAway(60_000), seemsOwn: true });
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
		expect(run.queue.mayWait).toBe(true);
	});
});

describe('a service that has turned everything away for three minutes', () => {
	async function openGivenUp() {
		const opened = openService();
		const run = opened.openRun();
		await run.add(1);
		await run.comeBack(TURNED_AWAY);
		await opened.clock.pass(3 * MINUTE_MS);
		return { ...opened, run };
	}

	test('gets each start at once, and teaches nothing', async () => {
		const { run } = await openGivenUp();
		for (const _time of [1, 2]) {
			await run.add(50);
			expect(run.inFlightCount).toBe(50);
			await run.comeBack(...times(50, turnedAway(60_000)));
		}
	});

	test('is asked as before once it has taken a start', async () => {
		const { clock, run } = await openGivenUp();
		await run.add(50);
		await clock.pass(10);
		await run.comeBack(...times(49, turnedAway(60_000)), TAKEN);
		await run.add(MANY);
		expect(run.inFlightCount).toBe(2);
	});
});

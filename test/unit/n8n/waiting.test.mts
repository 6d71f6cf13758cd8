import { clock, EventLoop, mapYielding } from '../../../nodes/StartFlow/n8n/waiting';

/** A loop whose turns end when `endTurn` is called. */
function createLoop() {
	const waiting: Array<() => void> = [];
	let now = 0;
	const loop = new EventLoop(
		() => now,
		async () => await new Promise((resolve) => waiting.push(resolve)),
	);
	/** What has begun within this turn, once nothing else can begin in it. */
	const countBegun = async (begins: Array<Promise<void>>) => {
		let count = 0;
		for (const begin of begins) void begin.then(() => count++);
		await new Promise(setImmediate);
		return count;
	};
	const endTurn = () => waiting.shift()?.();
	return { loop, countBegun, endTurn, work: (ms: number) => (now += ms) };
}

test('20 requests of all runs leave in one turn of the event loop', async () => {
	const { loop, countBegun, endTurn } = createLoop();
	const begins = Array.from({ length: 50 }, async () => await loop.waitForRequest());
	for (const count of [20, 40, 50]) {
		expect(await countBegun(begins)).toBe(count);
		endTurn();
	}
});

test('work of 20 ms in one turn waits for the next one', async () => {
	const { loop, countBegun, endTurn, work } = createLoop();
	await loop.pauseIfBusy();
	work(19);
	await loop.pauseIfBusy();
	work(1);
	const pauses = [loop.pauseIfBusy(), loop.pauseIfBusy()];
	expect(await countBegun(pauses)).toBe(0);
	endTurn();
	expect(await countBegun(pauses)).toBe(2);
});

test('n8n gets to work between the items of a run', async () => {
	const events: string[] = [];
	setTimeout(() => events.push('n8n'), 0);
	await mapYielding([1, 2, 3], (item) => {
		events.push(`item ${item}`);
		const end = performance.now() + 30;
		while (performance.now() < end) continue;
	});
	expect(events).toEqual(['item 1', 'n8n', 'item 2', 'item 3']);
});

test('after Stop, no further item is worked on', async () => {
	const stop = new AbortController();
	const seen: number[] = [];
	const workOn = (item: number) => {
		seen.push(item);
		stop.abort(new Error('stopped'));
	};
	await expect(mapYielding([1, 2], workOn, stop.signal)).rejects.toThrow('stopped');
	expect(seen).toEqual([1]);
});

test('the time goes forward while somebody sets the clock of the machine back', () => {
	const before = clock.now();
	const date = Date.now();
	jest.spyOn(Date, 'now').mockReturnValue(date - 600_000);
	expect(clock.now()).toBeGreaterThanOrEqual(before);
	expect(clock.getWallTime()).toBe(date - 600_000);
	jest.restoreAllMocks();
});

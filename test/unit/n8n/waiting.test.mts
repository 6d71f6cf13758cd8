import { clock, EventLoop } from '../../../nodes/StartFlow/n8n/waiting';

test('a turn of the event loop begins at most 20 requests, and works for at most 20 ms', async () => {
	let now = 0;
	let begun = 0;
	const ends: Array<() => void> = [];
	const loop = new EventLoop(
		() => now,
		async () => await new Promise((resolve) => ends.push(resolve)),
	);
	const countBegun = async () => {
		await new Promise(setImmediate);
		return begun;
	};
	const countInNextTurn = async () => {
		ends.shift()?.();
		return await countBegun();
	};
	for (let request = 0; request < 50; request++) void loop.waitForRequest().then(() => begun++);
	expect(await countBegun()).toBe(20);
	expect(await countInNextTurn()).toBe(40);
	expect(await countInNextTurn()).toBe(50);

	for (const ms of [19, 1, 20]) {
		now += ms;
		void loop.pauseIfBusy().then(() => begun++);
	}
	expect(await countBegun()).toBe(51);
	expect(await countInNextTurn()).toBe(53);
});

test('the time goes forward while somebody sets the clock of the machine back', () => {
	const before = clock.now();
	const date = Date.now();
	jest.spyOn(Date, 'now').mockReturnValue(date - 600_000);
	expect(clock.now()).toBeGreaterThanOrEqual(before);
	expect(clock.getWallTime()).toBe(date - 600_000);
	jest.restoreAllMocks();
});

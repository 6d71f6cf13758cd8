import { clock, mapYielding } from '../../../nodes/StartFlow/n8n/waiting';

/** Works for longer than one step may take. */
const work = () => {
	const end = performance.now() + 30;
	while (performance.now() < end) continue;
};

test('n8n gets to work between the items of a run', async () => {
	const events: string[] = [];
	setTimeout(() => events.push('n8n'), 0);
	await mapYielding([1, 2, 3], (item) => {
		events.push(`item ${item}`);
		work();
	});
	expect(events).toEqual(['item 1', 'n8n', 'item 2', 'item 3']);
});

test('n8n gets to work between many requests that leave at the same time', async () => {
	// The turn of the previous test ends first.
	await new Promise((resolve) => setTimeout(resolve, 0));
	const events: string[] = [];
	setTimeout(() => events.push('n8n'), 0);
	const send = async () => {
		await clock.waitForEventLoop();
		events.push('request');
	};
	await Promise.all(Array.from({ length: 500 }, send));
	expect(events.filter((event) => event === 'request')).toHaveLength(500);
	expect(events.indexOf('n8n')).toBe(20);
});

test('the time goes forward while somebody sets the clock of the machine back', () => {
	const before = clock.now();
	const date = Date.now();
	jest.spyOn(Date, 'now').mockReturnValue(date - 600_000);
	expect(clock.now()).toBeGreaterThanOrEqual(before);
	expect(clock.getWallTime()).toBe(date - 600_000);
	jest.restoreAllMocks();
});

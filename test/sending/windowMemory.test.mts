import { openWindow, WindowMemory } from '../../nodes/TriggerFlow/send/window';
import { manyReady, ModelService, reactions, runAll, type Reaction } from './modelService.mts';
import { VirtualClock } from './virtualClock.mts';

const MINUTES = 60_000;
const A = 'https://a.example.com/';

/** Two runs to one service, the second one after the first. */
async function twoRuns(react: (slug: string, inFlight: number, at: number) => Reaction) {
	const windows = new WindowMemory();
	const clock = new VirtualClock();
	const services: ModelService[] = [];
	for (let run = 1; run <= 2; run++) {
		const service = new ModelService(clock, ({ slug, inFlight, at }) => react(slug, inFlight, at));
		await runAll(clock, service, manyReady(500), { windows });
		expect(new Set(service.taken).size).toBe(500);
		expect(service.taken).toHaveLength(500);
		services.push(service);
	}
	return services.map(({ arrivals, mostInFlight }) => {
		const begin = arrivals[0]?.at;
		return { first: arrivals.filter(({ at }) => at === begin).length, mostInFlight };
	});
}

test('the next run begins where the window of the last one ended', async () => {
	const [first, second] = await twoRuns((slug) => reactions.starts(slug, 100));
	expect(first?.first).toBe(10);
	// 10, 20, 40, 80, 160, and then the last round of the run.
	expect(second?.first).toBe(320);
});

test('after an overload it begins below what was too much', async () => {
	const [, second] = await twoRuns((slug, inFlight) =>
		inFlight > 20 ? reactions.tooMany() : reactions.starts(slug, 100),
	);
	expect(second?.first).toBeGreaterThan(1);
	expect(second?.first).toBeLessThanOrEqual(20);
});

test('a service that works on 10 at a time has at most 40 in flight, in both runs', async () => {
	let free: number[] = [];
	const [first, second] = await twoRuns((slug, _inFlight, at) => {
		free = [...free.filter((end) => end > at), Math.max(at, free.at(-10) ?? 0) + 100];
		return reactions.starts(slug, (free.at(-1) ?? at) - at);
	});
	expect(first?.mostInFlight).toBeLessThanOrEqual(40);
	expect(second?.mostInFlight).toBeLessThanOrEqual(40);
});

test('it is kept by address, for ten minutes, and never above the limit', () => {
	const windows = new WindowMemory();
	windows.remember(A, { ...openWindow(500), size: 160, best: 100 }, 0);
	expect(windows.open(A, 500, 10 * MINUTES - 1)).toMatchObject({ size: 160, best: 100 });
	expect(windows.open(A, 50, 0).size).toBe(50);
	expect(windows.open('https://b.example.com/', 500, 0)).toEqual(openWindow(500));
	expect(windows.open(A, 500, 10 * MINUTES)).toEqual(openWindow(500));
});

test('at most a hundred addresses are kept', () => {
	const windows = new WindowMemory();
	const sizeOf = (index: number) => windows.open(`https://${index}.example.com/`, 500, 0).size;
	for (let index = 0; index <= 100; index++) {
		windows.remember(`https://${index}.example.com/`, { ...openWindow(500), size: 80 }, 0);
	}
	expect([sizeOf(0), sizeOf(1), sizeOf(100)]).toEqual([10, 80, 80]);
});

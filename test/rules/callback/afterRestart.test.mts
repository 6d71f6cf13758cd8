import { holdAfterRestart } from '../../../nodes/TriggerFlow/rules/callback/afterRestart';

const LOADED_AT = 1_000_000;

// n8n starts to take callbacks some seconds after it has loaded its nodes.
test.each([
	['an execution of an earlier process, once n8n takes callbacks', LOADED_AT - 1, 0, 15_000],
	['one that waits since long, a little later', 0, 20_000, 15_000],
	['one of a version that did not keep since when', undefined, 20_000, 15_000],
	['the same, once n8n has surely started', LOADED_AT - 1, 60_000, 0],
	['an execution of this process', LOADED_AT + 1, 10, 0],
	['one that began to wait as soon as it could', LOADED_AT, 10, 0],
])('holds back the callback of %s', (_, since, after, ms) => {
	expect(holdAfterRestart({ since }, LOADED_AT, LOADED_AT + after)).toBe(ms);
});

test.each([
	[20_000, 15_000],
	[16_000, 15_000],
	[15_999, 14_999],
	[5_000, 4_000],
	[1_000, 0],
	[10, 0],
])('goes on before the wait ends: of %d ms that are left, %d', (left, ms) => {
	const now = LOADED_AT + 10;
	expect(holdAfterRestart({ since: 0, until: now + left }, LOADED_AT, now)).toBe(ms);
});

test('looks at the clock by itself', () => {
	const now = Date.now();
	expect(holdAfterRestart({ since: now - 5_000 }, now - 1_000)).toBe(15_000);
	expect(holdAfterRestart({ since: now - 200_000 }, now - 100_000)).toBe(0);
});

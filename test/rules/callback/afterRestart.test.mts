import { holdAfterRestart } from '../../../nodes/TriggerFlow/callback/afterRestart';

const LOADED_AT = 1_000_000;

// n8n starts to take callbacks some seconds after it has loaded its nodes.
test.each([
	['an execution of an earlier process', LOADED_AT - 1, 0, 15_000],
	['one that has waited for long, a little later', 0, 20_000, 15_000],
	['the same, once n8n has surely started', LOADED_AT - 1, 60_000, 0],
	['an execution of this process', LOADED_AT, 10, 0],
])('the callback of %s waits', (_, since, after, ms) => {
	expect(holdAfterRestart({ since }, LOADED_AT, LOADED_AT + after)).toBe(ms);
});

test.each([
	[16_000, 15_000],
	[15_999, 14_999],
	[1_000, 0],
	[10, 0],
])('it goes on before the wait ends: of %d ms that are left, it waits %d', (left, ms) => {
	const now = LOADED_AT + 10;
	expect(holdAfterRestart({ since: 0, until: now + left }, LOADED_AT, now)).toBe(ms);
});

import { refusalOf } from '../errors/refusal.mts';
import { readWaitLimit } from '../../../nodes/TriggerFlow/rules/callback/waitLimit.ts';

test.each<[unknown, string, number, string]>([
	[24, 'hours', 86_400_000, '24 hours'],
	['24', 'hours', 86_400_000, '24 hours'],
	[0.5, 'minutes', 30_000, '0.5 minutes'],
	[1, 'days', 86_400_000, '1 day'],
	[3_650, 'days', 315_360_000_000, '3650 days'],
])('%p %s are %i ms, said as "%s"', (limit, unit, ms, words) => {
	expect(readWaitLimit(limit, unit)).toEqual({ ms, words });
});

test.each<[unknown, unknown]>([
	[0, 'hours'],
	[-1, 'hours'],
	[NaN, 'hours'],
	[Infinity, 'days'],
	[3_651, 'days'],
	['', 'hours'],
	[' ', 'hours'],
	['soon', 'hours'],
	[null, 'hours'],
	[true, 'hours'],
	[{}, 'hours'],
	[1, 'weeks'],
	[1, undefined],
])('%p %p is no time to wait', (limit, unit) => {
	const { message, description } = refusalOf(() => readWaitLimit(limit, unit));
	expect(message).toMatch(/^Wait at Most is .* but has to be a time above 0/);
	expect(description).toBe('Write a number such as 24, and choose minutes, hours or days.');
});

test.each<[unknown, string]>([
	[0, '"0 hours"'],
	['24 h', '"24 h hours"'],
	['', 'an empty text'],
	[' ', 'an empty text'],
	[null, 'empty (null)'],
	[{}, 'an object'],
])('%p is named as %s', (limit, named) => {
	expect(() => readWaitLimit(limit, 'hours')).toThrow(`Wait at Most is ${named}, but`);
});

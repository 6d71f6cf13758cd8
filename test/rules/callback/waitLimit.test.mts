import { readWaitLimit } from '../../../nodes/TriggerFlow/callback/callbackReader';
import { refusalOf } from '../errors/refusal.mts';

test.each<[unknown, string, number, string]>([
	[24, 'hours', 86_400_000, '24 hours'],
	['24', 'hours', 86_400_000, '24 hours'],
	[0.5, 'minutes', 30_000, '0.5 minutes'],
	[1, 'days', 86_400_000, '1 day'],
	[3_650, 'days', 315_360_000_000, '3650 days'],
])('%p %s are %i ms, told as "%s"', (limit, unit, ms, words) => {
	expect(readWaitLimit(limit, unit)).toEqual({ ms, words });
});

test.each<[unknown, unknown, string]>([
	[0, 'hours', '"0 hours"'],
	[-1, 'hours', '"-1 hours"'],
	[NaN, 'hours', '"NaN hours"'],
	// Always finite: n8n would wait for ever.
	[Infinity, 'days', '"Infinity days"'],
	[3_651, 'days', '"3651 days"'],
	['24 h', 'hours', '"24 h hours"'],
	[' ', 'hours', 'empty text'],
	[null, 'hours', 'empty (null)'],
	[true, 'hours', 'the boolean true'],
	[1, 'weeks', '"1 weeks"'],
])('%p %p is no time to wait', (limit, unit, found) => {
	const { message, description } = refusalOf(() => readWaitLimit(limit, unit));
	expect(message).toContain(`Limit Wait Time is ${found}, but`);
	expect(description).toBe('Write a number such as 24, and choose minutes, hours or days.');
});

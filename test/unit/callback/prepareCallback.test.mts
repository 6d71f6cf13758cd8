import { parseWaitLimit } from '../../../nodes/StartFlow/callback/prepareCallback.n8n';
import { refusalOf } from '../refusal.mts';

test.each<[unknown, string, number, string]>([
	[24, 'hours', 86_400_000, '24 hours'],
	['24', 'hours', 86_400_000, '24 hours'],
	[0.5, 'minutes', 30_000, '0.5 minutes'],
	[1, 'days', 86_400_000, '1 day'],
	[3_650, 'days', 315_360_000_000, '3650 days'],
])('waits %p %s: %i ms, or "%s"', (limit, unit, ms, words) => {
	expect(parseWaitLimit(limit, unit)).toEqual({ ms, words });
});

test.each<[unknown, unknown, string]>([
	[0, 'hours', '"0 hours"'],
	// The limit is always finite, because n8n would wait for ever.
	[Infinity, 'days', '"Infinity days"'],
	[3_651, 'days', '"3651 days"'],
	['24 h', 'hours', '"24 h hours"'],
	[null, 'hours', '"null hours"'],
	[1, 'weeks', '"1 weeks"'],
])('refuses to wait %p %p', (limit, unit, found) => {
	const { message } = refusalOf(() => parseWaitLimit(limit, unit));
	expect(message).toContain(`Limit Wait Time is ${found}, but`);
});

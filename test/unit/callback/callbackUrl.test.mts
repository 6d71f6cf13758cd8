import {
	createCallbackUrl,
	parseWaitLimit,
} from '../../../nodes/StartFlow/callback/callbackUrl.n8n';
import { refusalOf } from '../refusal.mts';

const SERVICE = 'https://flows.example.com/start';
const RESUME = 'https://n8n.example.com/webhook-waiting/57';

test('adds the id to the query of the URL, and keeps the rest', () => {
	expect(createCallbackUrl(RESUME, 'abc', SERVICE)).toBe(`${RESUME}?callbackId=abc`);
	const signed = `${RESUME}?signature=5f`;
	expect(createCallbackUrl(signed, 'abc', SERVICE)).toBe(`${signed}&callbackId=abc`);
});

test.each([
	'http://localhost:5678',
	'http://127.0.0.1:5678',
	'http://[::1]:5678',
	'http://0.0.0.0:5678',
	'http://[::]:5678',
	'http://[::ffff:7f00:1]:5678',
])('refuses %s for a service on another machine', (origin) => {
	const resumeUrl = `${origin}/webhook-waiting/57`;
	const { message, description } = refusalOf(() => createCallbackUrl(resumeUrl, 'abc', SERVICE));
	expect(message).toContain(`address ${origin}`);
	expect(description).toContain('WEBHOOK_URL');
	// A service on the same machine can reach it.
	expect(createCallbackUrl(resumeUrl, 'abc', 'http://127.0.0.1:4010/')).toContain('callbackId=abc');
});

test.each(['http://10.0.0.1', 'http://0.0.0.0.example.com', 'http://[::ffff:a00:1]'])(
	'accepts %s, which another machine may reach',
	(origin) => {
		expect(createCallbackUrl(origin, 'abc', SERVICE)).toBe(`${origin}/?callbackId=abc`);
	},
);

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
	[-1, 'hours', '"-1 hours"'],
	[NaN, 'hours', '"NaN hours"'],
	// The limit is always finite, because n8n would wait for ever.
	[Infinity, 'days', '"Infinity days"'],
	[3_651, 'days', '"3651 days"'],
	['24 h', 'hours', '"24 h hours"'],
	[' ', 'hours', '"hours"'],
	[null, 'hours', '"null hours"'],
	[1, 'weeks', '"1 weeks"'],
])('refuses to wait %p %p', (limit, unit, found) => {
	const { message } = refusalOf(() => parseWaitLimit(limit, unit));
	expect(message).toContain(`Limit Wait Time is ${found}, but`);
});

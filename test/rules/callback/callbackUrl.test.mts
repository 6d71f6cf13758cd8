import {
	callbackUrl,
	PREVIEW_URL,
	withCallbackUrl,
} from '../../../nodes/TriggerFlow/rules/callback/callbackUrl.ts';
import { refusalOf } from '../errors/refusal.mts';

const SERVICE = 'https://flows.example.com/start';
const RESUME = 'https://n8n.example.com/webhook-waiting/57';

test('the id joins the query, and what stands there stays', () => {
	expect(callbackUrl(RESUME, 'abc', SERVICE)).toBe(`${RESUME}?callbackId=abc`);
	const signed = `${RESUME}?signature=5f`;
	expect(callbackUrl(signed, 'abc', SERVICE)).toBe(`${signed}&callbackId=abc`);
});

test.each([
	['http://localhost:5678/webhook-waiting/57', 'http://localhost:5678'],
	['http://127.0.0.1:5678/webhook-waiting/57', 'http://127.0.0.1:5678'],
	['http://[::1]:5678/webhook-waiting/57', 'http://[::1]:5678'],
])('%s is refused for a service that is elsewhere', (resumeUrl, shown) => {
	const { message, description } = refusalOf(() => callbackUrl(resumeUrl, 'abc', SERVICE));
	expect(message).toContain(`gives its own address as ${shown}`);
	expect(description).toContain('WEBHOOK_URL');
	// Beside it, a service reaches it.
	expect(callbackUrl(resumeUrl, 'abc', 'http://127.0.0.1:4010/start')).toContain('callbackId=abc');
});

test('a preview calls nobody: the name belongs to none (RFC 2606)', () => {
	expect(new URL(PREVIEW_URL).hostname).toMatch(/\.invalid$/);
});

test.each<[string, object, object]>([
	['callbackUrl', {}, { callbackUrl: 'U' }],
	['callbackUrl', { callbackUrl: 'example', n: 1 }, { callbackUrl: 'U', n: 1 }],
	[' meta . to ', { meta: { n: 1 } }, { meta: { n: 1, to: 'U' } }],
	['meta.to', {}, { meta: { to: 'U' } }],
	['list', { list: [1, 2] }, { list: 'U' }],
	['__proto__', {}, JSON.parse('{"__proto__":"U"}')],
])('at "%s" of %j', (field, context, expected) => {
	const before = JSON.stringify(context);
	expect(JSON.stringify(withCallbackUrl(context, field, 'U'))).toBe(JSON.stringify(expected));
	expect(JSON.stringify(context)).toBe(before);
});

test.each(['', ' ', 'a..b', '.a', 'a.', undefined, 7, null])('%p names no field', (field) => {
	const { message, description } = refusalOf(() => withCallbackUrl({}, field, 'U'));
	expect(message).toContain('Callback Field names no field');
	expect(description).toContain('such as callbackUrl');
});

test.each([{ meta: 'text' }, { meta: [] }, { meta: 0 }, { meta: null }])(
	'there is no room within %j',
	(context) => {
		const refusal = refusalOf(() => withCallbackUrl(context, 'meta.to', 'U'));
		expect(refusal.message).toContain('no room for the URL to call back at "meta.to"');
		expect(refusal.description).toContain('another path into Callback Field');
	},
);

test.each([undefined, 'text', [1]])(
	'%j is no context: it is refused where every context is',
	(context) => {
		expect(withCallbackUrl(context, 'callbackUrl', 'U')).toBe(context);
	},
);

import { callbackUrl, withCallbackUrl } from '../../../nodes/TriggerFlow/callback/callbackReader';
import { refusalOf } from '../errors/refusal.mts';

const SERVICE = 'https://flows.example.com/start';
const RESUME = 'https://n8n.example.com/webhook-waiting/57';

test('the id joins the query, and what is there stays', () => {
	expect(callbackUrl(RESUME, 'abc', SERVICE)).toBe(`${RESUME}?callbackId=abc`);
	const signed = `${RESUME}?signature=5f`;
	expect(callbackUrl(signed, 'abc', SERVICE)).toBe(`${signed}&callbackId=abc`);
});

test.each(['http://localhost:5678', 'http://127.0.0.1:5678', 'http://[::1]:5678'])(
	'%s is refused for a service that is elsewhere',
	(origin) => {
		const resumeUrl = `${origin}/webhook-waiting/57`;
		const { message, description } = refusalOf(() => callbackUrl(resumeUrl, 'abc', SERVICE));
		expect(message).toContain(`gives its own address as ${origin}`);
		expect(description).toContain('WEBHOOK_URL');
		// A service on the same machine reaches it.
		expect(callbackUrl(resumeUrl, 'abc', 'http://127.0.0.1:4010/')).toContain('callbackId=abc');
	},
);

test.each<[string, object, object]>([
	['callbackUrl', {}, { callbackUrl: 'U' }],
	['callbackUrl', { callbackUrl: 'example', n: 1 }, { callbackUrl: 'U', n: 1 }],
	[' meta . to ', { meta: { n: 1 } }, { meta: { n: 1, to: 'U' } }],
	['list', { list: [1, 2] }, { list: 'U' }],
])('the URL goes to "%s" of %j', (field, context, expected) => {
	const before = JSON.stringify(context);
	expect(withCallbackUrl(context, field, 'U')).toEqual(expected);
	expect(JSON.stringify(context)).toBe(before);
});

test.each(['', ' ', 'a..b', 'a.', undefined, 7])('%p is no field name', (field) => {
	const { message, description } = refusalOf(() => withCallbackUrl({}, field, 'U'));
	expect(message).toContain('Callback URL Field is not a field name');
	expect(description).toContain('such as callbackUrl');
});

test.each([{ meta: 'text' }, { meta: [] }, { meta: null }])('%j has no room within', (context) => {
	const { message, description } = refusalOf(() => withCallbackUrl(context, 'meta.to', 'U'));
	expect(message).toContain('no room for the URL to call back at "meta.to"');
	expect(description).toContain('Callback URL Field');
});

test('what is no context is handed on to where contexts are refused', () => {
	expect(withCallbackUrl('text', 'callbackUrl', 'U')).toBe('text');
});

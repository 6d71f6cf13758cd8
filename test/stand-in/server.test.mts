import { FLOWS, SIGN_UP_SLUG } from '../../stand-in/flows.mts';
import { startStandIn, TOKENS, type StandIn } from '../../stand-in/server.mts';
import session from '../../stand-in/session.json';
import type { Environment } from '../../stand-in/startLog.mts';

let standIn: StandIn;

beforeEach(async () => {
	standIn = await startStandIn();
});

afterEach(async () => await standIn.close());

async function put(
	body: unknown,
	{
		environment = 'qa' as Environment,
		token = TOKENS.qa,
		method = 'PUT',
		type = 'application/json',
	} = {},
): Promise<Response> {
	const hasBody = method !== 'GET' && method !== 'HEAD';
	return await fetch(standIn.urls[environment], {
		method,
		headers: { authorization: `Bearer ${token}`, 'content-type': type },
		body: hasBody ? (typeof body === 'string' ? body : JSON.stringify(body)) : undefined,
	});
}

const ECHO = { slug: 'echo-4kq7zt', context: { a: 1 } };

test('a start is logged with its environment, slug and context, and without its token', async () => {
	const response = await put(ECHO);
	expect(await response.json()).toEqual({ a: 1 });
	expect(standIn.log.starts).toEqual([
		expect.objectContaining({
			number: 1,
			environment: 'qa',
			...ECHO,
			rawBody: JSON.stringify(ECHO),
		}),
	]);
	expect(JSON.stringify(standIn.log.starts)).not.toContain(TOKENS.qa);
});

test('each environment takes its own token only', async () => {
	expect((await put(ECHO, { environment: 'production', token: TOKENS.production })).status).toBe(
		200,
	);
	expect((await put(ECHO, { environment: 'production', token: TOKENS.qa })).status).toBe(401);
	expect((await put(ECHO, { environment: 'qa', token: TOKENS.production })).status).toBe(401);
	expect(standIn.log.starts.map(({ environment }) => environment)).toEqual(['production']);
});

test.each(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'])('%s starts nothing', async (method) => {
	const response = await put(ECHO, { method });
	expect(response.status).toBe(405);
	expect(response.headers.get('allow')).toBe('PUT');
	expect(standIn.log.starts).toEqual([]);
});

test.each([
	['no JSON', '{"slug":'],
	['an array', []],
	['no slug', { context: {} }],
	['a slug that is not a string', { slug: 1, context: {} }],
	['no context', { slug: 'echo-4kq7zt' }],
	['a context that is an array', { slug: 'echo-4kq7zt', context: [] }],
	['one key too many', { ...ECHO, environment: 'qa' }],
])('a body with %s is refused and starts nothing', async (_what, body) => {
	expect((await put(body)).status).toBe(400);
	expect(standIn.log.starts).toEqual([]);
});

test('another Content-Type and an unknown slug start nothing', async () => {
	expect((await put(ECHO, { type: 'text/plain' })).status).toBe(400);
	expect((await put({ slug: 'nothing-000000', context: {} })).status).toBe(404);
	expect(standIn.log.starts).toEqual([]);
});

test('the sign-up flow registers the person of the documented session', async () => {
	const response = await put({ slug: SIGN_UP_SLUG, context: session });
	expect(await response.json()).toMatchObject({ registered: true, interests: ['music', 'travel'] });
});

test('a flow that fails was started all the same', async () => {
	const response = await put({ slug: 'failing-payment-9d4r6v', context: {} });
	expect(response.status).toBe(500);
	expect(standIn.log.starts).toHaveLength(1);
});

test.each([
	['order-list-2b6x8j', 200, 'application/json'],
	['greeting-text-6t3p5q', 200, 'text/plain; charset=utf-8'],
	['invoice-file-8m1k4w', 200, 'application/pdf'],
	['quiet-archive-3z9c7f', 204, null],
])('%s answers %i as %s', async (slug, status, type) => {
	const response = await put({ slug, context: {} });
	expect([response.status, response.headers.get('content-type')]).toEqual([status, type]);
});

test('the status page shows every start, and a context cannot put markup into it', async () => {
	await put({ slug: 'echo-4kq7zt', context: { name: '<script>alert(1)</script>' } });
	const page = await (await fetch(standIn.statusUrl)).text();
	expect(page).toContain('<h2>Starts: 1</h2>');
	expect(page).not.toContain('<script>');
});

test('each flow has a Start Event with a request for each environment', async () => {
	const page = await (await fetch(standIn.startEventsUrl)).text();
	const requests = [...page.matchAll(/<pre>([^<]*)<\/pre>/g)].map(([, text = '']) =>
		text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
	);
	expect(requests).toHaveLength(2 * Object.keys(FLOWS).length);
	for (const request of requests) {
		const [, url, token, body = ''] =
			/^curl -X PUT '(.+)'.*'Authorization: Bearer (.+?)'.* -d '(.+)'$/s.exec(request) ?? [];
		const environment = url === standIn.urls.qa ? 'qa' : 'production';
		const { slug, context } = JSON.parse(body) as { slug: string; context: object };
		expect([url, token]).toEqual([standIn.urls[environment], TOKENS[environment]]);
		expect(context).toEqual(FLOWS[slug]?.example);
	}
});

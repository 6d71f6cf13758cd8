import { FLOWS } from '../../tools/stand-in/flows.mts';
import { startStandIn, TOKENS, type StandIn } from '../../tools/stand-in/server.mts';
import type { Environment } from '../../tools/stand-in/startLog.mts';

let standIn: StandIn;

beforeEach(async () => {
	standIn = await startStandIn();
});

afterEach(async () => await standIn.close());

async function put(
	body: unknown,
	{ environment = 'qa' as Environment, token = TOKENS.qa, method = 'PUT' } = {},
): Promise<Response> {
	const hasBody = method !== 'GET' && method !== 'HEAD';
	return await fetch(standIn.urls[environment], {
		method,
		headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
		body: hasBody ? (typeof body === 'string' ? body : JSON.stringify(body)) : undefined,
	});
}

const ECHO = { slug: 'echo-4kq7zt', context: { a: 1 } };

test('logs a start with its environment, slug and context, and without its token', async () => {
	const response = await put(ECHO);
	expect(await response.json()).toEqual({ a: 1 });
	expect(standIn.log.starts).toEqual([
		expect.objectContaining({ number: 1, environment: 'qa', ...ECHO }),
	]);
	expect(JSON.stringify(standIn.log.starts)).not.toContain(TOKENS.qa);
});

test('accepts in each environment only its own token', async () => {
	const { qa, production } = TOKENS;
	expect((await put(ECHO, { environment: 'production', token: production })).status).toBe(200);
	expect((await put(ECHO, { environment: 'production', token: qa })).status).toBe(401);
	expect((await put(ECHO, { environment: 'qa', token: production })).status).toBe(401);
	expect(standIn.log.starts).toHaveLength(1);
});

test.each(['GET', 'HEAD', 'POST'])('starts nothing for %s', async (method) => {
	expect((await put(ECHO, { method })).status).toBe(405);
	expect(standIn.log.starts).toEqual([]);
});

test.each([
	['no JSON', 400, '{"slug":'],
	['a slug that is not a string', 400, { slug: 1, context: {} }],
	['no context', 400, { slug: 'echo-4kq7zt' }],
	['one key too many', 400, { ...ECHO, environment: 'qa' }],
	['an unknown slug', 404, { slug: 'nothing-000000', context: {} }],
])('refuses a body with %s', async (_what, status, body) => {
	expect((await put(body)).status).toBe(status);
	expect(standIn.log.starts).toEqual([]);
});

test.each(Object.entries(FLOWS))('shows the Start Event of the flow %s', async (slug, flow) => {
	const page = await (await fetch(standIn.startEventsUrl)).text();
	for (const environment of ['qa', 'production'] as const) {
		expect(page).toContain(standIn.startEvent(environment, slug, flow.example));
	}
});

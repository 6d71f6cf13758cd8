/**
 * The bytes on the wire, header by header: n8n's real engine and HTTP helper against the stand-in
 * flow service over a real connection.
 */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';

import { startStandIn, TOKENS, type StandIn } from '../../stand-in/server.mts';
import { anyJson } from '../rules/context/anyJson.mts';
import { refusing } from './faultyService.mts';
import { runNode, type RunResult } from './harness.mts';

let standIn: StandIn;

beforeAll(async () => {
	nock.restore();
	standIn = await startStandIn();
});

afterAll(async () => await standIn.close());

async function runContext(slug: string, context: unknown): Promise<RunResult> {
	return await runNode({
		items: [{}],
		parameters: { flow: 'slug', slug, contextMode: 'json', contextJson: JSON.stringify(context) },
		credential: { environment: 'qa', baseUrl: standIn.urls.qa, accessToken: TOKENS.qa },
	});
}

test('the request has the documented headers and body, and nothing of our own beside them', async () => {
	const before = standIn.log.starts.length;
	await runContext('echo-4kq7zt', { name: 'Zoë' });

	const [start] = standIn.log.starts.slice(before);
	const body = '{"slug":"echo-4kq7zt","context":{"name":"Zoë"}}';
	expect(start?.rawBody).toBe(body);
	expect(new Map(start?.headers)).toEqual(
		new Map([
			// Documented.
			['Authorization', 'Bearer ***'],
			['Content-Type', 'application/json'],
			// What every HTTP/1.1 request of n8n's has.
			['Content-Length', String(Buffer.byteLength(body))],
			['Host', new URL(standIn.urls.qa).host],
			['Accept', expect.any(String)],
			['Accept-Encoding', expect.any(String)],
			['User-Agent', expect.any(String)],
			['Connection', expect.any(String)],
		]),
	);
	expect(start?.headers).toHaveLength(8);
});

test('the flow gets exactly the context, for any JSON object', async () => {
	const key = fc.oneof(
		fc.string({ unit: 'grapheme' }),
		fc.constantFrom('__proto__', 'constructor', 'a.b', ''),
	);
	const context = fc.dictionary(key, anyJson, { maxKeys: 6 });
	await fc.assert(
		fc.asyncProperty(context, async (value) => {
			const text = JSON.stringify(value);
			const before = standIn.log.starts.length;
			const { outputs, error } = await runContext('echo-4kq7zt', JSON.parse(text));

			expect(error).toBeUndefined();
			const taken = standIn.log.starts.slice(before);
			expect(taken.map(({ rawBody }) => rawBody)).toEqual([
				`{"slug":"echo-4kq7zt","context":${JSON.stringify(JSON.parse(text))}}`,
			]);
			expect(outputs[0]).toHaveLength(1);
		}),
		{ numRuns: 40 },
	);
});

test('a context 100 levels deep arrives whole', async () => {
	const deep = `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`;
	const { error } = await runContext('echo-4kq7zt', JSON.parse(deep));
	expect(error).toBeUndefined();
	expect(standIn.log.starts.at(-1)?.rawBody).toBe(`{"slug":"echo-4kq7zt","context":${deep}}`);
});

test('a BigInt, which n8n teaches to be a text in JSON, is refused', async () => {
	const { error } = await runNode({
		items: [{ a: [12n] }] as unknown as IDataObject[],
		parameters: { flow: 'slug', slug: 'echo-4kq7zt', contextMode: 'input' },
		credential: { environment: 'qa', baseUrl: standIn.urls.qa, accessToken: TOKENS.qa },
	});
	expect(12n).toHaveProperty('toJSON');
	expect(error?.message).toBe('context.a[0] is the number 12, which JSON cannot hold');
});

test('the URL is used exactly as given', async () => {
	const { error } = await runNode({
		items: [{}],
		parameters: { flow: 'slug', slug: 'echo-4kq7zt', contextMode: 'none' },
		// The stand-in has nothing at an address with one character more.
		credential: { environment: 'qa', baseUrl: `${standIn.urls.qa}/`, accessToken: TOKENS.qa },
	});
	expect(error?.httpCode).toBe('404');
});

test('a port that nobody listens on: not started, and the host is named', async () => {
	const { url } = await refusing();
	const { error } = await runNode({
		items: [{}],
		parameters: { flow: 'slug', slug: 'echo-4kq7zt', contextMode: 'none' },
		credential: { environment: 'qa', baseUrl: url, accessToken: TOKENS.qa },
	});
	expect(error?.message).toBe(
		`${new URL(url).host} refused the connection: the flow was not started`,
	);
});

test('an answer that takes longer than the time-out: it may have started', async () => {
	const before = standIn.log.starts.length;
	const { error } = await runNode({
		items: [{}],
		parameters: {
			flow: 'slug',
			slug: 'slow-report-5w8n3c',
			contextMode: 'json',
			contextJson: '{"seconds": 20}',
			options: { timeout: 200 },
		},
		credential: { environment: 'qa', baseUrl: standIn.urls.qa, accessToken: TOKENS.qa },
	});
	expect(error?.message).toMatch(/did not answer in time: the flow may have started$/);
	expect(standIn.log.starts.length - before).toBe(1);
});

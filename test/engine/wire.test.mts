/** The bytes on the wire, header by header, of n8n's real engine and HTTP helper. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { anyJson } from '../unit/arbitraries.mts';
import { serviceForEach } from './faultyService.mts';
import { runNode, TOKEN } from './harness.mts';

let line = '';
let headers: string[] = [];
const service = serviceForEach((response) => {
	const { method, url, rawHeaders } = response.req;
	line = `${method} ${url}`;
	headers = rawHeaders;
	response.end('{}');
});

const send = async (context: string) =>
	await runNode({
		url: service.url,
		parameters: { contextMode: 'json', contextJson: context },
	});

test('the request has the documented headers and body, and nothing of our own beside them', async () => {
	await send('{"name":"Zoë"}');
	const body = '{"slug":"order-1","context":{"name":"Zoë"}}';
	expect(line).toBe('PUT /start');
	expect(service.taken).toEqual([body]);
	const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]]] : []));
	expect(Object.fromEntries(pairs)).toEqual({
		// Documented.
		Authorization: `Bearer ${TOKEN}`,
		'Content-Type': 'application/json',
		// What every HTTP/1.1 request of n8n's has.
		'Content-Length': String(Buffer.byteLength(body)),
		Host: new URL(service.url).host,
		Accept: expect.any(String),
		'Accept-Encoding': expect.any(String),
		'User-Agent': expect.any(String),
		Connection: expect.any(String),
	});
	expect(pairs).toHaveLength(8);
});

test.each(['//v1/start/?tenant=7', '/a%BCb/%zz?%BC=%2f'])(
	'the URL is used exactly as given: %s',
	async (path) => {
		const { error } = await runNode({ url: new URL(service.url).origin + path });
		expect(error).toBeUndefined();
		expect(line).toBe(`PUT ${path}`);
	},
);

test('the flow gets exactly the context, for any JSON object', async () => {
	const key = fc.oneof(
		fc.string({ unit: 'grapheme' }),
		fc.constantFrom('__proto__', 'constructor', 'a.b', ''),
	);
	await fc.assert(
		fc.asyncProperty(fc.dictionary(key, anyJson, { maxKeys: 6 }), async (value) => {
			const text = JSON.stringify(JSON.parse(JSON.stringify(value)));
			expect((await send(text)).error).toBeUndefined();
			expect(service.taken.splice(0)).toEqual([`{"slug":"order-1","context":${text}}`]);
		}),
		{ numRuns: 40 },
	);
});

test('a context 100 levels deep arrives whole', async () => {
	const deep = `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`;
	await send(deep);
	expect(service.taken).toEqual([`{"slug":"order-1","context":${deep}}`]);
});

test('a BigInt, which n8n teaches to be a text in JSON, is refused', async () => {
	const items = [{ a: [12n] }] as unknown as IDataObject[];
	const { error } = await runNode({ url: service.url, items });
	expect(12n).toHaveProperty('toJSON');
	expect(error?.message).toBe('context.a[0] is the number 12, which JSON cannot hold');
});

/** Whatever a flow or what stands between sends back: every start is counted once and told truly. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import fc from 'fast-check';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { contextOf, serviceForEach } from './faultyService.mts';
import { runNode } from './harness.mts';

const service = serviceForEach();

/** What goes over the wire in answer to one start. */
interface Reply {
	bytes: Buffer;
	/** Whether the connection is reset behind it. */
	isReset: boolean;
	/** Set where the reply is whole and well-formed. */
	status: number | undefined;
}

const written = (text: string) => Buffer.from(text, 'latin1');

const body: fc.Arbitrary<Buffer> = fc.oneof(
	fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
	fc.json().map((json) => Buffer.from(json)),
);

const packed = fc.constantFrom<[string, (bytes: Buffer) => Buffer]>(
	['', (bytes) => bytes],
	['', (bytes) => bytes],
	['gzip', gzipSync],
	['br', brotliCompressSync],
	['deflate', deflateSync],
	// Names an encoding that it is not in.
	['gzip', (bytes) => bytes],
	['br', (bytes) => bytes],
	['x-nobody-knows', (bytes) => bytes],
);

const type = fc.constantFrom(
	'application/json',
	'text/html; charset=utf-8',
	'text/plain; charset=utf-16le',
	'text/plain; charset=nonsense',
	'application/pdf',
	';;;',
);

const extra = fc.constantFrom(
	'',
	'Content-Disposition: attachment; filename="a.txt"',
	"Content-Disposition: attachment; filename*=UTF-8''%FF%00",
	'Retry-After: never',
	'Location: https://elsewhere.example/',
	'Set-Cookie: a=1\r\nSet-Cookie: b=2',
	'X-Latin: é',
);

const status = fc.oneof(
	fc.constantFrom(200, 200, 201, 204, 301, 400, 401, 404, 422, 429, 500, 503),
	fc.integer({ min: 200, max: 599 }),
);

const hasNoBody = (code: number) => code === 204 || code === 304;

const wholeReply: fc.Arbitrary<Reply> = fc
	.tuple(status, type, extra, body, packed)
	.map(([code, contentType, header, content, [encoding, pack]]) => {
		const bytes = hasNoBody(code) ? Buffer.alloc(0) : pack(content);
		const lines = [
			`HTTP/1.1 ${code} Whatever`,
			`Content-Type: ${contentType}`,
			...(header === '' ? [] : [header]),
			...(encoding === '' ? [] : [`Content-Encoding: ${encoding}`]),
			...(hasNoBody(code) ? [] : [`Content-Length: ${bytes.length}`]),
			'Connection: close',
		];
		const head = written(`${lines.join('\r\n')}\r\n\r\n`);
		return { bytes: Buffer.concat([head, bytes]), isReset: false, status: code };
	});

const brokenReply: fc.Arbitrary<Reply> = fc
	.tuple(
		wholeReply,
		fc.double({ min: 0, max: 0.99, noNaN: true }),
		fc.boolean(),
		fc.uint8Array({ maxLength: 20 }),
	)
	.map(([{ bytes }, part, isReset, garbage]) => ({
		bytes: Buffer.concat([bytes.subarray(0, Math.floor(bytes.length * part)), garbage]),
		isReset,
		status: undefined,
	}));

const OUTCOMES = ['notStarted', 'rejected', 'unknown'];

const options: fc.Arbitrary<INodeParameters> = fc.record({
	responseFormat: fc.constantFrom('auto', 'json', 'text', 'file'),
	fullResponse: fc.boolean(),
	includeInput: fc.boolean(),
});

test('any bytes, headers and status: one start each, told as the documented item', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.oneof({ weight: 3, arbitrary: wholeReply }, brokenReply), {
				minLength: 1,
				maxLength: 30,
			}),
			options,
			async (replies, layout) => {
				service.taken.splice(0);
				service.answers((response, request) => {
					const { bytes, isReset } = replies[numberOf(request)] as Reply;
					const { socket } = response;
					socket?.write(bytes, () => (isReset ? socket.resetAndDestroy() : socket.end()));
				});
				const { outputs, error } = await runNode({
					url: service.url,
					items: replies.map((_, n) => ({ n })),
					parameters: { options: { ...layout, maxRetries: 0, timeout: 5000 } },
					settings: { onError: 'continueRegularOutput' },
				});
				expect(error).toBeUndefined();
				expect(service.taken.map(numberOf).sort((a, b) => a - b)).toEqual([...replies.keys()]);
				const output = outputs[0] ?? [];
				for (const [n, reply] of replies.entries()) {
					expectTrue(
						reply,
						output.filter(({ pairedItem }) => isOf(pairedItem, n)),
					);
				}
			},
		),
		{ numRuns: 60 },
	);
}, 300_000);

function numberOf(request: string): number {
	return contextOf(request).n as number;
}

function isOf(pairedItem: INodeExecutionData['pairedItem'], n: number): boolean {
	return (pairedItem as { item: number }).item === n;
}

/** What is said of a start is what happened to it. */
function expectTrue({ status: code }: Reply, items: INodeExecutionData[]): void {
	const [first] = items;
	const details = first?.json.details as Record<string, unknown> | undefined;
	const hasFailed = details?.outcome !== undefined;
	if (code === undefined) return;
	expect(hasFailed).toBe(code < 200 || code > 299);
	if (!hasFailed) return;
	expect(items).toHaveLength(1);
	expect(Object.keys(first?.json ?? {})).toEqual(['error', 'details']);
	expect(OUTCOMES).toContain(details?.outcome);
	expect(details).toMatchObject({ slug: 'order-1', attempts: 1, statusCode: code });
}

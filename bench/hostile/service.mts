import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** What all requests are sent with. */
export const TOKEN = 'bench-token-2f6a90c4';

const TYPES: Record<string, string> = {
	records: 'application/json',
	text: 'text/plain; charset=utf-8',
	file: 'application/octet-stream',
	near: 'text/plain; charset=utf-8',
};

/** What is about as much as Node lets through of the headers of one answer. */
const LONGEST_HEADER = 15_000;

const NEAR = `${TOKEN.slice(0, -1)}\\`;

const HEADERS: Record<string, string> = {
	'content-type': `text/plain;${' ;'.repeat(LONGEST_HEADER / 2)}`,
	'content-disposition': `attachment; filename="${'\\"'.repeat(LONGEST_HEADER / 2)}`,
	'x-near': NEAR.repeat(LONGEST_HEADER / NEAR.length),
};

/**
 * A service whose answers are as large, or as hostile, as its address says:
 * `?status=200&body=records&bytes=1000000&gzip&header=content-type`.
 */
export class HostileService {
	/** The last body, made once for all contenders. */
	private last: { search: string; body: Buffer } | undefined;

	private readonly server = createServer((request, response) => {
		const { search, searchParams } = new URL(request.url ?? '', 'http://localhost');
		const header = searchParams.get('header') ?? '';
		request.resume().on('end', () => {
			response.writeHead(Number(searchParams.get('status') ?? 200), {
				'content-type': TYPES[searchParams.get('body') ?? ''] ?? 'application/json',
				...(searchParams.has('gzip') ? { 'content-encoding': 'gzip' } : {}),
				...(header === '' ? {} : { [header]: HEADERS[header] }),
			});
			if (this.last?.search !== search) this.last = { search, body: bodyOf(searchParams) };
			response.end(this.last.body);
		});
	});

	/** Resolves to its address, behind which what an answer is to be like can stand. */
	async open(): Promise<string> {
		await once(this.server.listen(0, '127.0.0.1'), 'listening');
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1/start`;
	}

	close(): void {
		this.server.close().closeAllConnections();
	}
}

function bodyOf(parameters: URLSearchParams): Buffer {
	const bytes = Number(parameters.get('bytes') ?? 0);
	const body = plainBody(parameters.get('body') ?? '', bytes);
	return parameters.has('gzip') ? gzipSync(body, { level: 1 }) : body;
}

function plainBody(kind: string, bytes: number): Buffer {
	switch (kind) {
		case 'records':
			return Buffer.from(`[${filled(bytes, (n) => `${n === 0 ? '' : ','}${record(n)}`)}]`);
		case 'text':
			return Buffer.from(
				filled(bytes, (n) => `Line ${n}: “Grüße aus Köln”, she wrote — and left.\n`),
			);
		case 'near':
			return Buffer.from(NEAR.repeat(bytes / NEAR.length));
		case 'file':
			return randomBytes(bytes);
		default:
			return Buffer.from('{}');
	}
}

/** Piece for piece, until there is enough. */
function filled(bytes: number, piece: (n: number) => string): string {
	const pieces: string[] = [];
	for (let length = 0, n = 0; length < bytes; n += 1) {
		const next = piece(n);
		pieces.push(next);
		length += Buffer.byteLength(next);
	}
	return pieces.join('');
}

function record(n: number): string {
	return JSON.stringify({
		id: n,
		first_name: `Ada ${n}`,
		last_name: 'Lovelace',
		email: `ada.${n}@example.com`,
		newsletter: n % 2 === 0,
		plan: n % 3 === 0 ? 'pro' : 'free',
		seats: n % 50,
		address: { street: `${n} Analytical Way`, city: 'London', country: 'GB' },
		created_at: new Date(1_700_000_000_000 + n * 1_000).toISOString(),
	});
}

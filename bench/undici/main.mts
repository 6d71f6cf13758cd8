/**
 * The physical limit: the starts as fast as Node sends them over connections that stay open, with
 * nothing of n8n around them. Run by the parent (`undici.mts`) with the Node and the undici of n8n.
 */
import { createRequire } from 'node:module';

import type { Work } from './undici.mts';

interface Pool {
	request: (options: object) => Promise<{
		statusCode: number;
		body: { json: () => Promise<unknown> };
	}>;
	close: () => Promise<void>;
}

process.on('message', (work: Work) => {
	void run(work).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit());
process.send?.({});

async function run({ library, url, token, concurrency, bodies }: Work) {
	const { Pool } = createRequire(library)('undici') as {
		Pool: new (origin: string, options: object) => Pool;
	};
	const { origin, pathname: path } = new URL(url);
	const pool = new Pool(origin, { connections: concurrency, pipelining: 1 });
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

	const began = performance.now();
	let answers = 0;
	const queue = bodies.values();
	const worker = async () => {
		for (const body of queue) {
			const request = { path, method: 'PUT', headers, body: JSON.stringify(body) };
			const answer = await pool.request(request);
			await answer.body.json();
			if (answer.statusCode === 200) answers++;
		}
	};
	await Promise.all(Array.from({ length: concurrency }, worker));
	const milliseconds = performance.now() - began;
	await pool.close();
	return { milliseconds, answers };
}

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { TOKENS } from '../../stand-in/server.mts';
import type { Feature } from './feature.mts';
import { testWorkflow } from './workflow.mts';

const TOKEN = TOKENS.qa;

/** By slug: how the service gives away the token that it was sent. */
const LEAKS: Record<string, { status: number; headers: Record<string, string>; body: string }> = {
	'in-answer': { status: 200, headers: { 'x-echo': TOKEN }, body: `{"a":"Bearer ${TOKEN}"}` },
	'in-file': {
		status: 200,
		headers: {
			'content-type': `application/pdf`,
			'content-disposition': `attachment; filename="${TOKEN}.pdf"`,
		},
		body: `%PDF ${TOKEN}`,
	},
	'in-redirect': { status: 302, headers: { location: `/login?token=${TOKEN}` }, body: TOKEN },
	'in-error-page': {
		status: 500,
		headers: { 'content-type': 'text/html' },
		body: `<pre>Authorization: Bearer ${TOKEN}</pre>`,
	},
};

/** What n8n keeps of this is searched at the end, with all else. */
export const leakyService: Feature = {
	name: 'A service that gives the token away',
	async test(bed, scenario) {
		const server = createServer((request, response) => {
			let body = '';
			request.on('data', (chunk: Buffer) => (body += chunk.toString()));
			request.on('end', () => {
				const { slug } = JSON.parse(body) as { slug: string };
				const leak = LEAKS[slug];
				response.writeHead(leak?.status ?? 404, leak?.headers).end(leak?.body);
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		try {
			const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
			const credential = await bed.api.createCredential('Leaky', 'triggerFlowApi', {
				environment: 'qa',
				baseUrl,
				accessToken: TOKEN,
			});
			for (const onError of ['stopWorkflow', 'continueRegularOutput']) {
				for (const slug of Object.keys(LEAKS)) {
					await scenario.step(`The token comes back ${slug}, ${onError}`, async () => {
						const path = `leak-${slug}-${onError}`;
						const live = await bed.createLive(
							testWorkflow({
								path,
								credential,
								parameters: { options: { fullResponse: true } },
								settings: { onError },
							}),
						);
						await bed.post(path, { items: [{ n: 1, slug }] });
						const { id } = await bed.api.finished(live.id, 1);
						const saved = await bed.api.savedData(id);
						assert.ok(saved.includes('***') || slug === 'in-redirect', 'nothing was masked');
						assert.ok(!saved.includes(TOKEN), 'the token is in the saved execution');
					});
				}
			}
		} finally {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		}
	},
};

import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import { TOKENS } from '../../stand-in/server.mts';
import { findToken } from '../leaks/findToken.mts';
import { FORMS, PLACES, plant } from '../leaks/plantToken.mts';
import type { Feature } from './feature.mts';
import { testWorkflow } from './workflow.mts';

const TOKEN = TOKENS.qa;

interface Leak {
	place: string;
	form: string;
	status: number;
}

const leaks = (statuses: number[]): Leak[] =>
	Object.keys(PLACES).flatMap((place) =>
		Object.keys(FORMS).flatMap((form) => statuses.map((status) => ({ place, form, status }))),
	);

/** What is said of failures is saved with the items where the node goes on, else with the error. */
const RUNS: Array<{ name: string; leaks: Leak[]; options: object; settings: object }> = [
	{
		name: 'all parts of answers and refusals, with the full response',
		leaks: leaks([200, 400]),
		options: { fullResponse: true },
		settings: { onError: 'continueRegularOutput' },
	},
	{
		name: 'all parts of answers, as files',
		leaks: leaks([200]),
		options: { responseFormat: 'file', responseField: 'answer' },
		settings: { onError: 'stopWorkflow' },
	},
	{
		name: 'a memory of answers, beside an error',
		leaks: [...leaks([201]), { place: 'an error page', form: 'a header', status: 500 }],
		options: { concurrency: 1 },
		settings: { onError: 'stopWorkflow' },
	},
];

/** What n8n keeps of this is searched at the end, with all else. */
export const leakyService: Feature = {
	name: 'A service that gives the token away',
	async test(bed, scenario) {
		const server = createServer((request, response) => {
			void (json(request as IncomingMessage) as Promise<{ context: Leak }>).then(
				({ context: { place, form, status } }) => {
					const recipe = { status, parts: [{ place, texts: [{ before: '', form }] }] };
					response.socket?.end(plant(TOKEN, recipe));
				},
			);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		try {
			const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
			const credential = await bed.api.createCredential('Leaky', 'triggerFlowApi', {
				environment: 'qa',
				baseUrl,
				accessToken: TOKEN,
			});
			for (const [index, { name, leaks: planted, options, settings }] of RUNS.entries()) {
				await scenario.step(`The token comes back in ${name}`, async () => {
					const path = `leak-${index}`;
					const live = await bed.createLive(
						testWorkflow({
							path,
							credential,
							parameters: { options: { ...options, maxRetries: 0 } },
							settings,
						}),
					);
					const items = planted.map((leak, n) => ({ n, slug: 'order-1', ...leak }));
					await bed.post(path, { items });
					const { id } = await bed.api.finished(live.id, 1);
					const saved = await bed.api.savedData(id);
					assert.ok(saved.includes('***'), 'nothing was masked');
					assert.equal(findToken(saved, TOKEN), undefined, 'the token is in the saved execution');
				});
			}
		} finally {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		}
	},
};

import assert from 'node:assert/strict';

import { TOKENS } from '../../stand-in/server.mts';
import { faultyHttp } from '../engine/faultyService.mts';
import { findToken } from '../leaks/findToken.mts';
import { FORMS, PLACES, plant } from '../leaks/plantToken.mts';
import type { Feature } from './feature.mts';

const TOKEN = TOKENS.qa;

interface Leak {
	place: string;
	form: string;
	status: number;
}

const leaks = (...statuses: number[]): Leak[] =>
	Object.keys(PLACES).flatMap((place) =>
		Object.keys(FORMS).flatMap((form) => statuses.map((status) => ({ place, form, status }))),
	);

/** What is said of failures is saved with the items where the node goes on, else with the error. */
const RUNS: Array<{ title: string; leaks: Leak[]; options: object; onError: string }> = [
	{
		title: 'all parts of answers and refusals',
		leaks: leaks(200, 400),
		options: { fullResponse: true },
		onError: 'continueRegularOutput',
	},
	{
		title: 'a memory of answers, beside an error',
		leaks: [...leaks(201), { place: 'the status text', form: 'as it is', status: 500 }],
		options: { concurrency: 1 },
		onError: 'stopWorkflow',
	},
];

/** What n8n keeps of this is searched once more at the end, with everything else. */
export const leakyService: Feature = {
	name: 'A service that gives the token away',
	async test(bed, scenario) {
		const service = await faultyHttp((response, body) => {
			const { place, form, status } = (JSON.parse(body) as { context: Leak }).context;
			response.socket?.end(plant(TOKEN, status, place, form));
		});
		const credential = await bed.createCredential('Leaky', {
			...bed.lab.credentialFor('qa'),
			baseUrl: service.url,
		});
		for (const [index, { title, leaks: planted, options, onError }] of RUNS.entries()) {
			await scenario.step(`The token comes back in ${title}`, async () => {
				const run = await bed.run(
					{
						path: `leak-${index}`,
						credential,
						parameters: { options: { ...options, maxRetries: 0 } },
						settings: { onError },
					},
					planted.map((leak, n) => ({ n, slug: 'order-1', ...leak })),
				);
				const saved = await bed.api.savedData(run.id);
				assert.ok(saved.includes('***'), 'nothing was masked');
				assert.equal(findToken(saved, TOKEN), undefined, 'the token is in the saved execution');
			});
		}
		await service.close();
	},
};

import assert from 'node:assert/strict';

import { TOKENS } from '../../stand-in/server.mts';
import { startEventRequest } from '../../stand-in/startEvent.mts';
import type { Environment } from '../../stand-in/startLog.mts';
import { fromList } from '../parameters.mts';
import type { Feature } from './feature.mts';
import { ECHO, NODE } from './testBed.mts';

const ORDERS = 'order-list-2b6x8j';

/** A credential made of pasted requests, and the flows that the node offers of it. */
export const credential: Feature = {
	name: 'Credential from pasted requests, and its flows',
	async test(bed, scenario) {
		const { api, lab } = bed;
		const request = (environment: Environment, slug: string) =>
			startEventRequest(lab.standIn.urls[environment], slug, { n: 1 }, TOKENS[environment]);
		// n8n's password field makes a blank of each line break.
		const inOneLine = request('qa', ECHO).replaceAll('\n', ' ');
		const connection = { environment: 'qa', connectWith: 'request', request: inOneLine };
		const one = await bed.createCredential('One request', connection);
		const several = await bed.createCredential('Several requests', {
			...connection,
			moreFlows: `${request('qa', ORDERS)}\n\n${request('qa', 'quiet-archive-3z9c7f')}`,
		});
		const start = async (path: string, slug: string, selected = several) =>
			await bed.run({ path, credential: selected, parameters: { flow: fromList(slug) } }, [
				{ n: 7 },
			]);

		await scenario.step('A request in one line, as n8n pastes it, starts its flow', async () => {
			const run = await start('pasted-one', ECHO, one);
			assert.equal(run.status, 'success');
			assert.deepEqual(
				run.starts().map(({ environment, slug, context }) => [environment, slug, context]),
				[['qa', ECHO, { n: 7 }]],
			);
		});

		await scenario.step('More Flows adds to the list, which is searched by a word', async () => {
			const echo = { name: `Echo (${ECHO})`, value: ECHO };
			const orders = { name: `Order list (${ORDERS})`, value: ORDERS };
			assert.deepEqual(await api.listedFlows(NODE, one), [echo]);
			assert.equal((await api.listedFlows(NODE, several)).length, 3);
			assert.deepEqual(await api.listedFlows(NODE, several, 'ORDER'), [orders]);
			const run = await start('pasted-more', ORDERS);
			assert.deepEqual(
				run.starts().map(({ slug }) => slug),
				[ORDERS],
			);
		});

		await scenario.step('A flow that the credential does not contain is refused', async () => {
			const run = await start('pasted-other', ORDERS, one);
			assert.equal(run.status, 'error');
			assert.deepEqual(run.starts(), []);
			const [saved] = await bed.saved(run.id);
			assert.match(
				saved?.error?.message ?? '',
				/QA credential does not contain the flow "order-list-2b6x8j"/,
			);
			assert.match(saved?.error?.description ?? '', new RegExp(`It contains ${ECHO}`));
		});

		await scenario.step('More Flows for another address is refused: list and run', async () => {
			const mixed = await bed.createCredential('Both environments', {
				...connection,
				moreFlows: request('production', ORDERS),
			});
			const refused = /More Flows .* contains a request for another address/;
			const [listed] = await api.listedFlows(NODE, mixed);
			assert.match(listed?.name ?? '', refused);
			assert.equal(listed?.value, '');
			const run = await start('pasted-mixed', ECHO, mixed);
			assert.deepEqual(run.starts(), []);
			assert.match((await bed.saved(run.id))[0]?.error?.message ?? '', refused);
		});

		await scenario.step('n8n shows More Flows to people who edit it, not the request', async () => {
			const path = `/rest/credentials/${several.id}?includeData=true`;
			const { data } = (await api.call('GET', path)) as { data: Record<string, string> };
			assert.match(data.request ?? '', /^__n8n_BLANK_VALUE_/);
			assert.match(data.moreFlows ?? '', new RegExp(ORDERS));
		});
	},
};

import assert from 'node:assert/strict';

import { chain, node, webhook } from '../../tools/n8n/workflow.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';
import { toSlugAndContext } from '../../tools/stand-in/startLog.mts';
import { fromList } from '../../tools/n8n/parameters.mts';
import type { Journey, TestBed } from './testBed.mts';
import { NODE } from './workflow.mts';

/** The connection test, the flows of a pasted credential, and who may use its token. */
export const credential: Journey = async (bed, scenario) => {
	const { api, lab, log } = bed;

	await scenario.step('The connection test of a pasted request starts nothing', async () => {
		const starts = log.watch();
		const { status, message } = await api.testCredential(bed.credential, lab.standIn.pasted('qa'));
		assert.equal(status, 'OK', message);
		assert.match(message, /No flow was started/);
		assert.deepEqual(starts(), []);
	});

	await scenario.step('n8n lists the flows of a pasted credential and starts them', async () => {
		const several = await lab.createPasted('Two requests', 'qa', [
			[SLUGS.echo, {}],
			[SLUGS.orders, {}],
		]);
		const list = { path: 'parameters.flow', methodName: 'searchFlows', filter: 'ORDER' };
		const { results } = await api.askNode<{ results: Array<{ value: string }> }>(
			'resource-locator-results',
			NODE,
			several,
			{ ...list, currentNodeParameters: { flow: fromList('') } },
		);
		assert.deepEqual(
			results.map(({ value }) => value),
			[SLUGS.orders],
		);
		const parameters = { flow: fromList(SLUGS.orders) };
		const workflow = { path: 'pasted', credential: several, parameters };
		const { status, starts } = await bed.run(workflow, [{ n: 7 }]);
		assert.equal(status, 'success');
		assert.deepEqual(starts().map(toSlugAndContext), [[SLUGS.orders, { n: 7 }]]);
	});

	await scenario.step('Another node gets no token from the credential', async () => {
		const starts = log.watch();
		const isRefused = await runBorrowing(bed).catch((error: unknown) =>
			// New n8n does not even save such a workflow.
			String(error).includes('cannot use credential type'),
		);
		assert.ok(isRefused, 'n8n ran the node');
		assert.deepEqual(starts(), []);
	});
};

/** Runs an HTTP Request node with the credential. Resolves to whether the run has failed. */
async function runBorrowing(bed: TestBed): Promise<boolean> {
	const borrower = node('HTTP Request', 'n8n-nodes-base.httpRequest', 4.2, {
		parameters: {
			method: 'PUT',
			url: bed.lab.standIn.urls.qa,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'startFlowApi',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: JSON.stringify({ slug: SLUGS.echo, context: {} }),
		},
		credentials: { startFlowApi: bed.credential },
	});
	const { id } = await bed.api.publish(chain('Borrow the token', [webhook('borrow'), borrower]));
	await bed.post('borrow', {});
	return (await bed.api.finished(id)).status === 'error';
}

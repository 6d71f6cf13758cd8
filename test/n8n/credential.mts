import assert from 'node:assert/strict';

import { chain, node, webhook } from '../../tools/n8n/workflow.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';
import type { Journey, TestBed } from './testBed.mts';

/** Who may use the token of a credential. The editor's test creates one, tests its connection and lists its flows. */
export const credential: Journey = async (bed, scenario) => {
	await scenario.step('Another node gets no token from the credential', async () => {
		const starts = bed.log.watch();
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

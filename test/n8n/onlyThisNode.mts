import assert from 'node:assert/strict';

import type { Workflow } from '../../tools/n8n/api.mts';
import { NEWEST } from '../../tools/n8n/versions.mts';
import type { Feature } from './feature.mts';
import { ECHO, type TestBed } from './testBed.mts';
import { node, to, webhook } from './workflow.mts';

export const onlyThisNode: Feature = {
	name: 'Only this node can use the token',
	async test(bed, scenario) {
		await scenario.step('The HTTP Request node with this credential sends nothing', async () => {
			const from = bed.log.starts.length;
			const isRefused = await runBorrowing(bed).catch(isRefusal);
			if (bed.lab.installed.version !== NEWEST.version) {
				assert.equal(bed.log.starts.length, from + 1);
				return 'n8n lets other nodes use the credential as well, the HTTP Request node for one.';
			}
			assert.ok(isRefused, 'n8n ran the node');
			assert.equal(bed.log.starts.length, from);
			return undefined;
		});
	},
};

/** n8n does not even save such a workflow. */
function isRefusal(error: unknown): boolean {
	return String(error).includes('cannot use credential type');
}

/** Resolves to whether the run has failed. */
async function runBorrowing(bed: TestBed): Promise<boolean> {
	const { id } = await bed.createLive(borrowingWorkflow(bed));
	await bed.post('borrow', {});
	return (await bed.api.finished(id, 1)).status === 'error';
}

function borrowingWorkflow({ credential, lab }: TestBed): Workflow {
	return {
		name: 'Borrow the token',
		nodes: [
			webhook('borrow'),
			node('HTTP Request', 'n8n-nodes-base.httpRequest', 4.2, {
				parameters: {
					method: 'PUT',
					url: lab.standIn.urls.qa,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'triggerFlowApi',
					sendBody: true,
					specifyBody: 'json',
					jsonBody: JSON.stringify({ slug: ECHO, context: {} }),
				},
				credentials: { triggerFlowApi: credential },
			}),
		],
		connections: { Webhook: { main: [to('HTTP Request')] } },
	};
}

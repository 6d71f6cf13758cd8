import assert from 'node:assert/strict';

import { APPROVAL_SLUG } from '../../stand-in/flows.mts';
import { TOKENS } from '../../stand-in/server.mts';
import { startEventRequest } from '../../stand-in/startEvent.mts';
import type { Lab } from '../../tools/n8n/lab.mts';
import type { Editor } from './editor.mts';
import type { Pictures } from './pictures.mts';
import type { Scenario } from './scenario.mts';
import { signUpWorkflow } from './signUpWorkflow.mts';

/** Choose the operation, start, see it wait, see what the flow called back with. */
export async function waitScenario(
	lab: Lab,
	editor: Editor,
	pictures: Pictures,
	scenario: Scenario,
): Promise<void> {
	const { log, urls } = lab.standIn;
	const { node } = editor;
	const request = startEventRequest(
		urls.qa,
		APPROVAL_SLUG,
		{ callbackUrl: 'https://example.com/where-to-call-back', invoice: 'INV-1001', seconds: 6 },
		TOKENS.qa,
	);
	const credential = { environment: 'qa', accessToken: request };
	const triggerFlowApi = await lab.n8n.api.createCredential(
		'Approvals',
		'triggerFlowApi',
		credential,
	);
	const workflow = signUpWorkflow('Wait for an approval', {}, { triggerFlowApi });
	const { id } = await lab.n8n.api.createWorkflow(workflow);

	const chosen = await scenario.step('Start and Wait: what it needs is there', async () => {
		await editor.openWorkflow(id);
		await editor.openNode('Trigger Flow');
		await node.choose('operation', 'Start and Wait for Callback');
		await node.parameter('waitLimit').waitFor();
		const names = await node.names();
		for (const name of ['Callback Field', 'Wait at Most', 'Unit'])
			assert.ok(names.includes(name), name);
		await pictures.take('waiting-node', node.parameters(), { screen: 1320 });
	});

	await scenario
		.after(chosen)
		.step('Start and Wait: it waits, and shows what the flow called back with', async () => {
			const from = log.starts.length;
			await node.beginToExecute();
			await node
				.output()
				.getByText(/waiting/i)
				.first()
				.waitFor();
			await node.outputShows(/"approved":\s*true/);
			const [start, ...others] = log.starts.slice(from);
			assert.equal(others.length, 0);
			assert.match(String(start?.context.callbackUrl), /callbackId=/);
			assert.equal(start?.context.invoice, 'INV-1001');
		});
}

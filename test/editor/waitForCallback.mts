import assert from 'node:assert/strict';

import type { Lab } from '../../tools/n8n/lab.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';
import { filledForm, fromList } from '../../tools/n8n/parameters.mts';
import type { Scenario } from '../scenario.mts';
import type { Editor } from './editor.mts';
import { makeCredential, workflow } from './helpers.mts';
import type { Pictures } from './pictures.mts';

const EXAMPLE = { callbackUrl: 'https://example.com/done', invoice: 'INV-1', seconds: 3 };

/** Chooses the operation, starts, sees it wait, and sees the callback. */
export async function waitForCallback(
	lab: Lab,
	editor: Editor,
	pictures: Pictures,
	scenario: Scenario,
): Promise<void> {
	const { log } = lab.standIn;
	const { node } = editor;
	const credential = await makeCredential(lab, 'Approvals', 'qa', [[SLUGS.approval, EXAMPLE]]);
	const form = { '/invoice': 'INV-1001', '/seconds': '6' };
	const { id } = await lab.n8n.api.createWorkflow(
		workflow('Wait for an approval', undefined, {
			credentials: { startFlowApi: credential },
			parameters: {
				flow: fromList(SLUGS.approval),
				contextMapping: filledForm(EXAMPLE, SLUGS.approval, form),
			},
		}),
	);

	const chosen = await scenario.step('Start and Wait: its parameters are shown', async () => {
		await editor.openWorkflow(id);
		await editor.openNode('Trigger Flow');
		await node.choose('operation', 'Start and Wait for Callback');
		await node.parameter('waitLimit').waitFor();
		const names = await node.names();
		for (const name of ['Callback URL Field', 'Limit Wait Time', 'Unit'])
			assert.ok(names.join().includes(name), `${name} in ${names.join()}`);
		await pictures.take('waiting-node', node.parameters(), { screen: 1320, height: 1020 });
	});

	await scenario
		.after(chosen)
		.step('Start and Wait: it waits, and shows the callback', async () => {
			const from = log.starts.length;
			await node.beginToExecute();
			await node
				.output()
				.getByText(
					/Waiting for the flow to send a POST request to the URL in callbackUrl \(limit in hours: 24\)/,
				)
				.waitFor();
			await node.outputShows(/"approved":\s*true/);
			const [start, ...others] = log.starts.slice(from);
			assert.equal(others.length, 0);
			assert.match(String(start?.context.callbackUrl), /callbackId=/);
			assert.deepEqual(Object.keys(start?.context ?? {}).sort(), [
				'callbackUrl',
				'invoice',
				'seconds',
			]);
		});
}

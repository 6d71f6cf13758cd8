import assert from 'node:assert/strict';

import { SLUGS } from '../../tools/stand-in/flows.mts';
import { filledForm, fromList } from '../../tools/n8n/parameters.mts';
import { openWorkflow, type EditorTest } from './helpers.mts';

const EXAMPLE = { callbackUrl: 'https://example.com/done', invoice: 'INV-1', seconds: 3 };

/** Chooses the operation, starts, sees it wait, and sees the callback. */
export async function waitForCallback(test: EditorTest): Promise<void> {
	const { lab, pictures, scenario } = test;
	const { node } = test.editor;
	const credential = await lab.createPasted('Approvals', 'qa', [[SLUGS.approval, EXAMPLE]]);
	const form = { '/invoice': 'INV-1001', '/seconds': '6' };
	const contextMapping = filledForm(EXAMPLE, SLUGS.approval, form);
	const parameters = { flow: fromList(SLUGS.approval), contextMapping };

	const chosen = await scenario.step('Start and Wait: its parameters are shown', async () => {
		await openWorkflow(test, [], { credentials: { startFlowApi: credential }, parameters });
		await node.choose('operation', 'Start and Wait for Callback');
		await node.parameter('waitLimit').waitFor();
		const names = await node.names();
		for (const name of ['Callback URL Field', 'Limit Wait Time', 'Unit'])
			assert.ok(names.join().includes(name), `${name} in ${names.join()}`);
		await pictures.take('waiting-node', node.parameters(), { screen: 1320, height: 990 });
	});

	await scenario
		.after(chosen)
		.step('Start and Wait: it waits, and shows the callback', async () => {
			const starts = lab.standIn.log.watch();
			await node.beginToExecute();
			const waiting = /to send a POST request to the URL in callbackUrl \(limit in hours: 24\)/;
			await node.output().getByText(waiting).waitFor();
			await node.outputShows(/"approved":\s*true/);
			const [start, ...others] = starts();
			assert.equal(others.length, 0);
			assert.match(String(start?.context.callbackUrl), /callbackId=/);
			const keys = Object.keys(start?.context ?? {});
			assert.deepEqual(keys.sort(), ['callbackUrl', 'invoice', 'seconds']);
		});
}

import assert from 'node:assert/strict';

import type { Editor } from './editor.mts';
import type { Pictures } from './pictures.mts';
import type { Scenario, Step } from './scenario.mts';
import { shows } from './shows.mts';

/**
 * Find the node, and read what it asks for.
 *
 * @returns The step that opens the node.
 */
export async function findScenario(
	editor: Editor,
	pictures: Pictures,
	scenario: Scenario,
): Promise<Step> {
	const { node, page } = editor;

	const found = await scenario.step(
		'The node is found by searching "flow", under its whole name',
		async () => {
			await editor.newWorkflow();
			await editor.findNode('flow');
			await editor.found('Trigger Flow').waitFor();
		},
	);

	const chosen = await scenario
		.after(found)
		.step('It is the only one found by its whole name', async () => {
			await editor.search('trigger flow');
			await editor.found('Flow').waitFor({ state: 'detached' });
			await editor.found('Trigger Flow').waitFor();
			await pictures.take('search', page.getByTestId('node-creator'), { height: 420 });
			await editor.found('Trigger Flow').click();
		});

	const opened = await scenario.after(chosen).step('Its one action opens the node', async () => {
		await editor.found('Start a flow').click();
		await node.window().waitFor();
		assert.match(await page.getByTestId('node-title-container').innerText(), /^Trigger Flow/);
		await pictures.take('empty-node', node.window());
	});

	await scenario
		.after(opened)
		.step('It asks for a credential and one of its flows, by these names', async () => {
			await shows(
				() => node.names(),
				[
					...['Credential', 'Operation', 'Flow', 'Flow to Start', 'Context'],
					// n8n's own name of how a form is filled.
					'Mapping Column Mode',
					'Options',
				],
			);
			await page.getByText('Then choose the flow in Flow to Start.').waitFor();
			await shows(() => node.chosen('operation'), 'Start');
			await shows(() => node.chosen('flow'), 'From Credential');
			await shows(() => node.chosen('contextMode'), 'Start Event Form');
		});

	await scenario.after(opened).step('Each list offers what the docs say', async () => {
		assert.deepEqual(await node.choices(node.parameter('operation')), [
			'Start',
			'Start and Wait for Callback',
			'Preview Request',
		]);
		assert.deepEqual(await node.choices(node.parameter('flow')), [
			'From Credential',
			'From Start Event Request',
			'By Slug',
		]);
		assert.deepEqual(await node.choices(node.parameter('contextMode')), [
			'Entire Input Item',
			'Fields',
			'JSON',
			'None',
			'Start Event Form',
		]);
		assert.deepEqual(await node.choices(page.getByTestId('collection-parameter-add')), [
			'Concurrency',
			'Full Response',
			'Include Input',
			'Leave Out Empty Fields',
			'Max Retries',
			'Protect Production',
			'Response Field',
			'Response Format',
			'Retry Unknown',
			'Split Array',
			'Start Key Field',
			'Timeout',
		]);
	});

	return opened;
}

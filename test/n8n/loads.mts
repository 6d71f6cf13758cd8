import assert from 'node:assert/strict';

import type { NodeType } from '../../tools/n8n/api.mts';
import type { Feature } from './feature.mts';
import type { TestBed } from './testBed.mts';

const NODE = 'n8n-nodes-trigger-flow.triggerFlow';

/** Everything that a person can read in the form by name; notices are told by what they say. */
const LABELS: Record<string, string[]> = {
	'Trigger Flow': [
		...['Operation', 'Flow', 'Flow to Start', 'Start Event Request', 'Slug', 'Context'],
	],
	Operation: ['Start', 'Start and Wait for Callback', 'Preview Request'],
	Flow: ['From Credential', 'From Start Event Request', 'By Slug'],
	Context: ['Entire Input Item', 'Fields', 'JSON', 'None', 'Start Event Form'],
	Options: [
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
	],
};

const CREDENTIAL_LABELS = [
	'Environment',
	'Access Token',
	'Start Events',
	'Everybody who may edit this credential can read Start Events: leave the token out there.',
	'Endpoint URL',
	'Allow Insecure HTTP',
	'Test Flow Slug',
];

export const loads: Feature = {
	name: 'Loads, with its names and both icons',
	async test(bed, scenario) {
		await scenario.step('The node is there, with all of its labels', async () => {
			const node = await bed.api.nodeType(NODE);
			assert.equal(node.displayName, 'Trigger Flow');
			const shown = node.properties.map(({ displayName }) => displayName);
			for (const label of LABELS['Trigger Flow'] ?? []) assert.ok(shown.includes(label), label);
			for (const [field, labels] of Object.entries(LABELS).slice(1)) {
				assert.deepEqual(optionsOf(node, field), labels);
			}
		});

		await scenario.step('The credential is there, with all of its labels', async () => {
			const credential = await credentialType(bed);
			assert.equal(credential.displayName, 'Trigger Flow API');
			const labels = credential.properties.map(({ displayName }) => displayName);
			// After the notice, and before what newer ones add to every credential.
			assert.deepEqual(labels.slice(1, 1 + CREDENTIAL_LABELS.length), CREDENTIAL_LABELS);
		});

		await scenario.step('Both icons of node and credential are served', async () => {
			for (const { iconUrl } of [await bed.api.nodeType(NODE), await credentialType(bed)]) {
				assert.ok(typeof iconUrl === 'object', `no light and dark icon: ${String(iconUrl)}`);
				for (const path of [iconUrl.light, iconUrl.dark]) {
					const response = await fetch(`${bed.lab.n8n.url}/${path}`);
					assert.match(await response.text(), /<svg/, path);
				}
			}
		});
	},
};

async function credentialType(bed: TestBed) {
	const type = (await bed.api.credentialTypes()).find(({ name }) => name === 'triggerFlowApi');
	assert.ok(type, 'n8n has no credential triggerFlowApi');
	return type;
}

function optionsOf(node: NodeType, field: string): string[] {
	const named = node.properties.filter(({ displayName }) => displayName === field);
	// A field that has more choices in some cases stands there once for each case.
	const [most = []] = named.map(({ options = [] }) => options).sort((a, b) => b.length - a.length);
	return (
		most
			.map((option) => (option as { displayName?: string }).displayName ?? option.name)
			// n8n's own, put into every node whose credential can sign a request.
			.filter((label) => label !== 'Custom API Call')
	);
}

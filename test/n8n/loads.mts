import assert from 'node:assert/strict';

import type { Feature } from './feature.mts';
import { NODE, TOOL, type TestBed } from './testBed.mts';

interface Named {
	name: string;
	displayName?: string;
}

/** Everything that a person can choose in the node, by the name of the field. */
const CHOICES: Record<string, string[]> = {
	Operation: ['Start', 'Start and Wait for Callback', 'Preview Request'],
	Flow: ['From List', 'By Slug'],
	Context: ['Map Fields', 'Custom Fields', 'JSON', 'Entire Input Item'],
	Options: [
		'Concurrency',
		'Idempotency Key Field',
		'Include Input',
		'Include Response Headers and Status',
		'Max Retries',
		'Protect Production',
		'Response Format',
		'Retry Uncertain Starts',
		'Timeout',
	],
};

const CREDENTIAL_FIELDS = [
	'environment',
	'connectWith',
	'request',
	'baseUrl',
	'accessToken',
	'moreFlows',
	'moreFlowsNotice',
	'allowInsecureHttp',
];

export const loads: Feature = {
	name: 'Loads, with its names and both icons',
	async test(bed, scenario) {
		await scenario.step('The node is there, with all of its choices', async () => {
			const node = await bed.api.nodeType(NODE);
			assert.equal(node.displayName, 'Trigger Flow');
			for (const [field, labels] of Object.entries(CHOICES)) {
				const property = node.properties.find(({ displayName }) => displayName === field);
				const { options, modes } = property as { options?: Named[]; modes?: Named[] };
				const shown = (modes ?? options ?? []).map(({ name, displayName }) => displayName ?? name);
				assert.deepEqual(shown, labels);
			}
		});

		await scenario.step('The node is there as a tool of AI agents', async () => {
			const { properties } = await bed.api.nodeType(TOOL);
			assert.ok(properties.some(({ name }) => name === 'toolDescription'));
		});

		await scenario.step('The credential is there, with all of its fields', async () => {
			const { displayName, properties } = await credentialType(bed);
			assert.equal(displayName, 'Trigger Flow API');
			const names = properties.map(({ name }) => name);
			const from = names.indexOf('environment');
			// n8n puts a notice before them, and 2.x something behind them.
			assert.deepEqual(names.slice(from, from + CREDENTIAL_FIELDS.length), CREDENTIAL_FIELDS);
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

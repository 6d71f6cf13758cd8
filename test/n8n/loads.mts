import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ENGINE, NEWEST } from '../../tools/n8n/versions.mts';
import { NODE, TOOL } from './workflow.mts';
import type { Journey } from './testBed.mts';

/** The package is loaded, with its names and both icons, by an n8n with the engine of the engine tests. */
export const loads: Journey = async ({ api, lab }, scenario) => {
	const credentialType = async () => {
		const type = (await api.credentialTypes()).find(({ name }) => name === 'startFlowApi');
		assert.ok(type, 'n8n has no credential startFlowApi');
		return type;
	};

	await scenario.step('n8n loads the node, its tool and its credential', async () => {
		assert.equal((await api.nodeType(NODE)).displayName, 'Trigger Flow');
		const { properties } = await api.nodeType(TOOL);
		assert.ok(properties.some(({ name }) => name === 'toolDescription'));
		assert.equal((await credentialType()).displayName, 'Trigger Flow API');
	});

	await scenario.step('n8n serves the light and the dark icon of both', async () => {
		for (const { iconUrl } of [await api.nodeType(NODE), await credentialType()]) {
			assert.ok(typeof iconUrl === 'object', `no light and dark icon: ${String(iconUrl)}`);
			for (const path of [iconUrl.light, iconUrl.dark]) {
				const response = await fetch(`${lab.n8n.url}/${path}`);
				assert.match(await response.text(), /<svg/, path);
			}
		}
	});

	if (lab.installed.version !== NEWEST.version) return;
	await scenario.step('n8n ships the engine that the engine tests run on', async () => {
		for (const [name, version] of Object.entries(ENGINE)) {
			const file = join(lab.installed.folder, 'node_modules', name, 'package.json');
			const shipped = JSON.parse(await readFile(file, 'utf8')) as { version: string };
			assert.equal(shipped.version, version, name);
		}
	});
};

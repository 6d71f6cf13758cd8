import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { findVersion } from '../../tools/n8n/versions.mts';
import { NODE, TOOL } from './workflow.mts';
import type { Journey } from './testBed.mts';

/** The package is loaded, with its names, by an n8n with the engine of the engine tests. */
export const loads: Journey = async ({ api, lab }, scenario) => {
	const typeOf = async (what: 'nodes' | 'credentials', name: string) => {
		const type = (await api.types(what)).find((one) => one.name === name);
		assert.ok(type, `n8n has no ${name}`);
		return type;
	};

	await scenario.step('n8n loads the node, its tool and its credential', async () => {
		const node = await typeOf('nodes', NODE);
		assert.equal(node.displayName, 'Trigger Flow');
		// A custom API call would use the credential outside of the node.
		assert.doesNotMatch(JSON.stringify(node), /CUSTOM_API_CALL/);
		const { properties } = await typeOf('nodes', TOOL);
		assert.ok(properties.some(({ name }) => name === 'toolDescription'));
		const credential = await typeOf('credentials', 'startFlowApi');
		assert.equal(credential.displayName, 'Trigger Flow API');
	});

	const { engine } = findVersion(lab.installed.version);
	if (engine === undefined) return;
	await scenario.step('n8n ships the engine that the engine tests run on', async () => {
		for (const [name, version] of Object.entries(engine)) {
			const file = join(lab.installed.folder, 'node_modules', name, 'package.json');
			const shipped = JSON.parse(await readFile(file, 'utf8')) as { version: string };
			assert.equal(shipped.version, version, name);
		}
	});
};

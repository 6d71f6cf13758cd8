/** The workflows of `examples/` as files. `test/n8n/examples` imports and runs them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INode, INodeParameterResourceLocator } from 'n8n-workflow';

import { filledForm } from '../../tools/n8n/parameters.mts';
import { FLOWS } from '../../tools/stand-in/flows.mts';

const FOLDER = join(__dirname, '../../examples');

const EXAMPLES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

const nodesOf = (name: string) =>
	(JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as { nodes: INode[] }).nodes;

test.each(EXAMPLES)('%s opens with a note that says what it does and what to set', (name) => {
	const [about] = nodesOf(name);
	expect(about?.type).toBe('n8n-nodes-base.stickyNote');
	expect(about?.parameters.content).toMatch(/^## .+\n\n[^\n.]+\.\n\n\*\*Set:\*\* [^\n.]+\.$/);
});

test.each(EXAMPLES)('%s has the parameters of 1.0, and no credential', (name) => {
	const nodes = nodesOf(name);
	expect(nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
	const own = nodes.filter(({ type }) => type.startsWith('n8n-nodes-start-flow.'));
	expect(own.length).toBeGreaterThan(0);
	for (const { typeVersion, parameters } of own) {
		const slug = String((parameters.flow as INodeParameterResourceLocator).value);
		expect(typeVersion).toBe(1);
		expect(Object.keys(FLOWS)).toContain(slug);
		if (parameters.contextMapping === undefined) continue;
		const example = FLOWS[slug]?.example as Parameters<typeof filledForm>[0];
		const { schema } = filledForm(example, slug, {});
		expect(parameters.contextMapping).toHaveProperty('schema', schema);
	}
});

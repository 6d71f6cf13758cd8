import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Execution, SavedWorkflow, Workflow } from '../../../tools/n8n/api.mts';
import { PROJECT } from '../../../tools/project.mts';
import type { TestBed } from '../testBed.mts';

interface Node {
	name: string;
	type: string;
	parameters: Record<string, unknown>;
	[field: string]: unknown;
}

interface Example extends Workflow {
	nodes: Node[];
	/** By the name of a node. */
	pinData: Record<string, unknown>;
}

/** By the name of a node: what the example tells its user to change. */
type Changes = Record<string, (node: Node) => object>;

export interface ImportedExample extends SavedWorkflow {
	pinData: Example['pinData'];
}

/** Imports a workflow of `examples/` as it is; only the credential is selected. */
export async function importExample(
	bed: TestBed,
	name: string,
	changes: Changes = {},
): Promise<ImportedExample> {
	const text = await readFile(join(PROJECT, 'examples', `${name}.json`), 'utf8');
	const example = JSON.parse(text) as Example;
	const nodes = example.nodes.map((node) => {
		const isOwn = node.type.startsWith('n8n-nodes-trigger-flow.');
		return {
			...node,
			...(isOwn && { credentials: { triggerFlowApi: bed.pasted } }),
			...changes[node.name]?.(node),
		};
	});
	const saved = await bed.api.createWorkflow({ ...example, nodes });
	return { ...saved, pinData: example.pinData };
}

/** The same, made live. */
export async function importLive(
	...[bed, name, changes]: Parameters<typeof importExample>
): Promise<ImportedExample> {
	const saved = await importExample(bed, name, changes);
	await bed.api.activate(saved);
	return saved;
}

/** Executes it with one click, with the data that is pinned to its trigger. Resolves when it has ended. */
export async function executeExample(bed: TestBed, saved: ImportedExample): Promise<Execution> {
	const [trigger] = Object.keys(saved.pinData);
	await bed.api.call('POST', `/rest/workflows/${saved.id}/run`, {
		workflowData: saved,
		triggerToStartFrom: { name: trigger },
	});
	return await bed.api.finished(saved.id, 1);
}

export function startsSince(bed: TestBed, from: number): Array<[slug: string, context: object]> {
	return bed.log.starts.slice(from).map(({ slug, context }) => [slug, context]);
}

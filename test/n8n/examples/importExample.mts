import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { SavedWorkflow, Workflow } from '../../../tools/n8n/api.mts';
import { PROJECT } from '../../../tools/project.mts';
import type { TestBed } from '../testBed.mts';

interface Node {
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	[field: string]: unknown;
}

/**
 * Imports a workflow of `examples/` as it is, and makes it live; only the credential is chosen.
 *
 * @param change What the example tells its user to change, node by node.
 */
export async function importExample(
	bed: TestBed,
	name: string,
	change: (node: Node) => Node = (node) => node,
): Promise<SavedWorkflow> {
	const text = await readFile(join(PROJECT, 'examples', `${name}.json`), 'utf8');
	const workflow = JSON.parse(text) as Omit<Workflow, 'nodes'> & { nodes: Node[] };
	const nodes = workflow.nodes.map((node) => {
		const isOurs = node.type.startsWith('n8n-nodes-trigger-flow.');
		return change(isOurs ? { ...node, credentials: { triggerFlowApi: bed.credential } } : node);
	});
	return await bed.createLive({ ...workflow, nodes });
}

export function startsSince(bed: TestBed, from: number): Array<[slug: string, context: object]> {
	return bed.log.starts.slice(from).map(({ slug, context }) => [slug, context]);
}

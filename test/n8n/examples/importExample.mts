import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Execution, SavedWorkflow, Workflow } from '../../../tools/n8n/api.mts';
import { PROJECT } from '../../../tools/project.mts';
import type { TestBed } from '../testBed.mts';

interface Node {
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	[field: string]: unknown;
}

export interface Example extends Omit<Workflow, 'nodes'> {
	nodes: Node[];
	/** By the name of a node. */
	pinData: Record<string, Array<{ json: { body?: object } }>>;
}

type Change = (node: Node) => Node;

/**
 * Imports a workflow of `examples/` as it is, and makes it live; only the credential is chosen.
 *
 * @param change What the example tells its user to change, node by node.
 */
export async function importExample(
	bed: TestBed,
	name: string,
	change: Change = (node) => node,
): Promise<SavedWorkflow> {
	return await bed.createLive(await exampleWithCredential(bed, name, change));
}

/**
 * The same, executed with one click, with the data that is pinned to its trigger. Resolves when it has ended.
 *
 * @param isLive Whether it is made live before.
 */
export async function executeExample(
	bed: TestBed,
	name: string,
	{ isLive = false } = {},
): Promise<Execution & { workflow: SavedWorkflow }> {
	const example = await exampleWithCredential(bed, name);
	const saved = isLive ? await bed.createLive(example) : await bed.api.createWorkflow(example);
	const [trigger] = Object.keys(example.pinData);
	await bed.api.call('POST', `/rest/workflows/${saved.id}/run`, {
		workflowData: saved,
		triggerToStartFrom: { name: trigger },
		// An early n8n looks for pinned triggers only beside these.
		startNodes: [],
	});
	return { ...(await bed.api.finished(saved.id, 1)), workflow: saved };
}

export async function readExample(name: string): Promise<Example> {
	const text = await readFile(join(PROJECT, 'examples', `${name}.json`), 'utf8');
	return JSON.parse(text) as Example;
}

async function exampleWithCredential(
	bed: TestBed,
	name: string,
	change: Change = (node) => node,
): Promise<Example> {
	const example = await readExample(name);
	// It holds the requests of the flows, as the examples say.
	const pasted = bed.lab.pastedFor('qa');
	const triggerFlowApi = await bed.api.createCredential(name, 'triggerFlowApi', pasted);
	const nodes = example.nodes.map((node) => {
		const isOurs = node.type.startsWith('n8n-nodes-trigger-flow.');
		return change(isOurs ? { ...node, credentials: { triggerFlowApi } } : node);
	});
	return { ...example, nodes };
}

export function startsSince(bed: TestBed, from: number): Array<[slug: string, context: object]> {
	return bed.log.starts.slice(from).map(({ slug, context }) => [slug, context]);
}

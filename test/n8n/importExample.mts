import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Execution, SavedWorkflow, Workflow } from '../../tools/n8n/api.mts';
import type { WorkflowNode } from '../../tools/n8n/workflow.mts';
import { PROJECT } from '../../tools/project.mts';
import type { TestBed } from './testBed.mts';

interface Example extends Workflow {
	nodes: Array<WorkflowNode & { type: string; parameters: object }>;
	/** The changes by the name of a node. */
	pinData: Record<string, unknown>;
}

export type ImportedExample = SavedWorkflow & Pick<Example, 'pinData'>;

/**
 * Imports a workflow of `examples/` and makes it live. Only the credential is selected.
 *
 * @param changes What the example tells its user to change, by the name of the node.
 */
export async function importExample(
	bed: TestBed,
	name: string,
	changes: Record<string, (parameters: object) => object> = {},
): Promise<ImportedExample> {
	const text = await readFile(join(PROJECT, 'examples', `${name}.json`), 'utf8');
	const example = JSON.parse(text) as Example;
	const nodes = example.nodes.map((node) => ({
		...node,
		...(node.type.startsWith('n8n-nodes-start-flow.') && {
			credentials: { startFlowApi: bed.pasted },
		}),
		...changes[node.name]?.(node.parameters),
	}));
	const saved = await bed.api.publish({ ...example, nodes });
	return { ...saved, pinData: example.pinData };
}

/** Executes it with one click, with the data pinned to its trigger. Resolves when it has ended. */
export async function executeExample(bed: TestBed, saved: ImportedExample): Promise<Execution> {
	const [trigger = ''] = Object.keys(saved.pinData);
	return await bed.api.runByHand(saved, trigger);
}

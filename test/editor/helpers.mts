import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';

import type { Workflow } from '../../tools/n8n/api.mts';
import type { Lab } from '../../tools/n8n/lab.mts';
import { chain, node, type WorkflowNode } from '../../tools/n8n/workflow.mts';
import { toSlugAndContext, type StartLog } from '../../tools/stand-in/startLog.mts';
import { until } from '../../tools/until.mts';
import { NODE } from '../n8n/workflow.mts';
import type { Scenario } from '../scenario.mts';
import type { Editor } from './editor.mts';
import type { Pictures } from './pictures.mts';

/** What a journey through the editor gets. */
export interface EditorTest {
	lab: Lab;
	editor: Editor;
	pictures: Pictures;
	scenario: Scenario;
}

/** Parameters of a node that may start production in a run by hand. */
export const PRODUCTION_BY_HAND = { options: { productionByHand: true } };

/** Form, with items that are pinned, and the nodes after it. */
export function workflow(name: string, items: object[], following: WorkflowNode[]): Workflow {
	const form = node('Form', 'n8n-nodes-base.manualTrigger', 1);
	return {
		...chain(name, [form, ...following]),
		...(items.length > 0 && { pinData: { Form: items.map((json) => ({ json })) } }),
	};
}

export function triggerFlow(settings: object): WorkflowNode {
	return node('Trigger Flow', NODE, 1, settings);
}

/** How long the screen may take to show the expected text, in ms. */
const PATIENCE = 20_000;

/** Waits until the text on the screen is `expected`, because n8n fills the screen bit by bit. */
export async function shows<T>(read: () => Promise<T>, expected: T): Promise<void> {
	let shown: T | undefined;
	const isShown = async () => isDeepStrictEqual((shown = await read()), expected);
	await until('show it', isShown, PATIENCE).catch(() => assert.deepEqual(shown, expected));
}

/** The slug and the context of each start at the stand-in while `action` ran. */
export async function startsOf(log: StartLog, action: () => Promise<void>) {
	const starts = log.watch();
	await action();
	return starts().map(toSlugAndContext);
}

/** Opens the node of a new workflow: Form → Trigger Flow, with items that are pinned. */
export async function openWorkflow(
	{ lab, editor }: EditorTest,
	items: object[],
	settings: object = {},
): Promise<string> {
	const { id } = await lab.n8n.api.createWorkflow(workflow('Form', items, [triggerFlow(settings)]));
	await editor.openWorkflow(id);
	await editor.openNode('Trigger Flow');
	return id;
}

/** n8n 1.123 keeps the chosen flow when another credential is selected: no other n8n does. */
function keepsFlow({ installed }: Lab): boolean {
	return installed.version.startsWith('1.');
}

/** Selects another credential, and chooses a flow of it. */
export async function changeFlow({ lab, editor }: EditorTest, credential: string, slug: string) {
	const { node } = editor;
	if (keepsFlow(lab)) await node.choose('contextMode', 'JSON');
	await editor.credential.select(credential);
	await node.chooseFlow(slug);
	if (keepsFlow(lab)) await node.choose('contextMode', 'Map Fields');
}

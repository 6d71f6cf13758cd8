import { NodeHelpers, type INodeTypeDescription } from 'n8n-workflow';

/**
 * Takes from the node what an early n8n has but does wrong for a node of a community package: the
 * versions in which a helper for nodes turns a node into a tool (seen in 1.60, not in 1.82).
 *
 * - A node that is usable as a tool becomes one at its first run: its error branch loses all items,
 *   and the tool itself does not load.
 * - A connection test that is a function of the node is looked for under a wrong name.
 */
export function adaptToEarlyN8n(description: INodeTypeDescription, helpers: object = NodeHelpers) {
	if (!('convertNodeToAiTool' in helpers)) return;
	delete description.usableAsTool;
	for (const credential of description.credentials ?? []) delete credential.testedBy;
}

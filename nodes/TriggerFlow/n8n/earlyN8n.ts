import * as n8nWorkflow from 'n8n-workflow';
import { NodeHelpers, type IExecuteFunctions, type INodeTypeDescription } from 'n8n-workflow';

import { isTool } from './tool';

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

/**
 * Whether n8n drops what further tries of "Retry On Fail" give where the node goes on after failures: an
 * early one makes them all, and then goes on with what the first one gave (seen: 1.60 and 1.82, not 1.100,
 * which is told by what it brings). What they started would be told as not started.
 */
export function dropsFurtherTries(
	context: IExecuteFunctions,
	brings: object = n8nWorkflow,
): boolean {
	return !('NodeConnectionTypes' in brings) && !isTool(context.getNode());
}

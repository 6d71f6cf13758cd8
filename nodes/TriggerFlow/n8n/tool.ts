import type { INode } from 'n8n-workflow';

import type { Failure } from '../rules/errors/failure';

/** Whether the node is the tool of an AI agent: n8n gives that variant a type of its own. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

/** A failure as a model needs it: n8n shows a model one text and nothing else. */
export function toldToModel({ message, description }: Failure): string {
	return `${message}. ${description}`;
}

/**
 * Whether n8n would make a start again that may have happened, if its failure were thrown. Many
 * agents (seen: AI Agent 2 on 2.40.7) give each try of a tool's "Retry On Fail" a run index of its
 * own, as if it were another call: nothing is remembered from try to try there.
 */
export function wouldStartTwice(node: INode, { outcome }: Failure): boolean {
	return isTool(node) && node.retryOnFail === true && outcome === 'unknown';
}

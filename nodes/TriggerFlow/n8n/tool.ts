import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import { NotSentError, type Failure } from '../rules/errors/failure';

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

/**
 * Refuses a call whose `$fromAI` gives the arguments of another call. An agent that works on several
 * items at once (seen: AI Agent 2 on 2.40.7, Batch Size 3) counts the runs of its tool from the same
 * index for each, and n8n looks the arguments up by that: three orders became three times the first.
 *
 * @throws NotSentError
 */
export function refuseMixedUpCall(context: IExecuteFunctions): void {
	const args = context.getInputData()[0]?.json ?? {};
	// A call that n8n's engine runs has an id, and runs of its own.
	if ('toolCallId' in args) return;
	const query = args.query as IDataObject | undefined;
	for (const [, name = ''] of JSON.stringify(context.getNode().parameters).matchAll(FROM_AI)) {
		const given = context.evaluateExpression(`{{ $fromAI('${name}') }}`, 0);
		if (JSON.stringify(given) === JSON.stringify(query?.[name] ?? args[name])) continue;
		throw new NotSentError(
			'n8n has mixed up this call of the tool with another one, and gave it the data of that one',
			'Set Batch Size in the options of the AI Agent to 1, or use version 3 of the AI Agent.',
		);
	}
}

const FROM_AI = /\$fromAI\(\s*\\?["'`]([\w-]{1,64})\\?["'`]/gi;

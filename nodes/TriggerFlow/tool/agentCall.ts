import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import { NotSentError } from '../shared/failure';
import { isJsonObject } from '../shared/json';

/** Whether the node is the tool of an AI agent: n8n gives that variant a type of its own. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

/**
 * Whether an agent calls the node by itself, and not through n8n's engine: AI Agent up to version 2,
 * the MCP server. What such a call throws is an empty text to the model (seen: AI Agent 2 on 2.40.7),
 * and under "Retry On Fail" it is made again with a run index of its own, as if it were another call:
 * nothing is remembered, and what may have happened would be started again. So its failures are items.
 */
export function isDirectCall(context: IExecuteFunctions): boolean {
	return isTool(context.getNode()) && !('toolCallId' in argumentsOf(context));
}

function argumentsOf(context: IExecuteFunctions): IDataObject {
	return context.getInputData()[0]?.json ?? {};
}

/**
 * Refuses a direct call whose `$fromAI` gives the arguments of another call. An agent that works on several
 * items at once (seen: AI Agent 2 on 2.40.7, Batch Size 3) counts the runs of its tool from the same
 * index for each, and n8n looks the arguments up by that: three orders became three times the first.
 *
 * @throws NotSentError
 */
export function refuseMixedUpCall(context: IExecuteFunctions): void {
	const args = argumentsOf(context);
	const query = isJsonObject(args.query) ? args.query : {};
	const matches = [...JSON.stringify(context.getNode().parameters).matchAll(FROM_AI)];
	const names = new Set(matches.map(([, name = '']) => name));
	for (const name of [...names].slice(0, MOST_ARGUMENTS)) {
		const given = context.evaluateExpression(`{{ $fromAI('${name}') }}`, 0);
		if (JSON.stringify(given) === JSON.stringify(query[name] ?? args[name])) continue;
		throw new NotSentError(
			'n8n has mixed up this call of the tool with another one, and gave it the data of that one',
			'Set Batch Size in the options of the AI Agent to 1, or use version 3 of the AI Agent.',
		);
	}
}

/** No model is asked for more, and n8n evaluates an expression for each. */
const MOST_ARGUMENTS = 100;

/** In the JSON text of parameters: a line break or a quote has a backslash there. */
const FROM_AI = /\$fromAI\((?:\s|\\[nrt])*\\?["'`]([\w-]{1,64})\\?["'`]/gi;

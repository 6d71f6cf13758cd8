import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { UserError } from './shared/userError';

const OPERATIONS = [
	{
		name: 'Start',
		value: 'start',
		action: 'Start a flow',
		description: 'Start the flow once for each item and output its answer',
	},
	{
		name: 'Start and Wait for Callback',
		value: 'startAndWait',
		action: 'Start a flow and wait for its callback',
		description:
			'Start the flow for one item, wait for its callback, and output the data of the callback',
	},
	{
		name: 'Preview Request',
		value: 'preview',
		action: 'Preview the request',
		description: 'Output the request that would start the flow, without sending it',
	},
] as const satisfies readonly INodePropertyOptions[];

export type Operation = (typeof OPERATIONS)[number]['value'];

export const operationParameter: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: [...OPERATIONS],
	default: 'start',
};

/** Parses the parameter Operation. @throws UserError if it is none of the operations. */
export function parseOperation(value: unknown = operationParameter.default): Operation {
	const row = OPERATIONS.find((candidate) => candidate.value === value);
	if (row !== undefined) return row.value;
	throw new UserError('Operation has an unknown value', 'Choose one of its options.');
}

/** @throws UserError for a preview in a run that nobody started by hand: one in a published workflow would lose every event. */
export function requireNoPreview(operation: Operation, executionId: string): void {
	if (operation !== 'preview') return;
	throw new UserError(
		'Nothing was started: Operation is Preview Request',
		`A preview is for runs by hand. Set Operation to Start, publish, and retry execution ${executionId}, if n8n saved it.`,
	);
}

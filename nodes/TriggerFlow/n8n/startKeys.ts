import type { IExecuteFunctions } from 'n8n-workflow';

import type { NodeOptions } from '../rules/options/nodeOptions';
import { startKey, withStartKey } from '../rules/starts/startKey';
import type { NodeMemory } from './nodeMemory';

/** Gives a context the key of its start, where the person asked for one. */
export type StartKeys = (context: unknown, itemIndex: number, options: NodeOptions) => unknown;

export function startKeys(
	context: IExecuteFunctions,
	{ execution, runIndex }: NodeMemory,
): StartKeys {
	const run = {
		instance: context.getInstanceId(),
		workflow: String(context.getWorkflow().id ?? ''),
		execution,
		node: context.getNode().name,
		runIndex,
	};
	return (flowContext, item, { startKeyField }) =>
		startKeyField === ''
			? flowContext
			: withStartKey(flowContext, startKeyField, startKey({ ...run, item }));
}

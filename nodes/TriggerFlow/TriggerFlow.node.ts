import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { contextForm } from './n8n/contextForm';
import { execute } from './n8n/execute';
import { searchFlows } from './n8n/listFlows';
import { takeCallback } from './n8n/takeCallback';
import { testConnection } from './n8n/testConnection';
import { callback } from './parameters/callback';
import { context } from './parameters/context';
import { flow } from './parameters/flow';
import { nodePanel } from './parameters/nodePanel';
import { operation } from './parameters/operation';
import { options } from './parameters/options';
import { toolDescription } from './parameters/tool';
import { webhooks } from './parameters/webhooks';

const SUBTITLE = `={{
	({ preview: 'preview: ', startAndWait: 'start and wait: ' }[$parameter.operation] ?? 'start: ') +
	($parameter.flow?.value ?? '')
}}`;

/** What a person sees of the node. What it does is told, step by step, in `n8n/execute.ts`. */
export class TriggerFlow implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Trigger Flow',
		name: 'triggerFlow',
		icon: { light: 'file:triggerFlow.svg', dark: 'file:triggerFlow.dark.svg' },
		group: ['transform'],
		// As a list: n8n offers "Custom API Call" for a single version, and this credential does not allow it.
		version: [1],
		defaultVersion: 1,
		subtitle: SUBTITLE,
		description: 'Start a flow on your integration platform and get its answer',
		defaults: { name: 'Trigger Flow' },
		usableAsTool: true,
		// Without it, n8n names a new node after its operation, and expressions refer to another name.
		skipNameGeneration: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'triggerFlowApi', required: true, testedBy: 'testConnection' }],
		webhooks,
		properties: [toolDescription, ...nodePanel, operation, flow, ...context, ...callback, options],
	};

	methods = {
		credentialTest: { testConnection },
		listSearch: { searchFlows },
		resourceMapping: { contextForm },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute(this);
	}

	/** For what Start and Wait waits for. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await takeCallback(this);
	}
}

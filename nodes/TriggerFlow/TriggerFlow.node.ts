import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { contextForm } from './form/contextForm';
import { execute } from './execute';
import { searchFlows, flow } from './flow/flow';
import { takeCallback } from './callback/takeCallback';
import { testConnection } from './credential/testConnection';
import { callback, webhooks } from './callback/description';
import { context } from './context/description';
import { nodePanel, operation } from './description';
import { options } from './options/description';
import { toolDescription } from './tool/tool';

const SUBTITLE = `={{
	({ preview: 'preview: ', startAndWait: 'start and wait: ' }[$parameter.operation] ?? 'start: ') +
	($parameter.flow ?? '')
}}`;

/** What a person sees of the node. What it does is told, step by step, in `execute.ts`. */
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

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await takeCallback(this);
	}
}

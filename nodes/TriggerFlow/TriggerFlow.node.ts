import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { contextForm } from './n8n/contextForm';
import { adaptToEarlyN8n } from './n8n/earlyN8n';
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

/** Written out: n8n 1.60 does not have `NodeConnectionTypes` yet. */
const MAIN = 'main';

/** The slug, from the pasted request where it stands there, however it is quoted. */
const SUBTITLE = `={{
	($parameter.operation === 'preview' ? 'preview: ' : $parameter.operation === 'startAndWait' ? 'start and wait: ' : 'start: ') +
	($parameter.flow === 'slug'
		? $parameter.slug
		: $parameter.flow === 'list'
		? ($parameter.listedFlow?.value ?? $parameter.listedFlow)
		: (/slug[^\\w:]{1,6}:[^\\w]{0,9}([\\w.-]+)/.exec($parameter.startEventRequest) ?? [])[1] ?? '')
}}`;

/** What a person sees of the node; what it does is told, step by step, in `n8n/execute.ts`. */
export class TriggerFlow implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Trigger Flow',
		name: 'triggerFlow',
		icon: { light: 'file:triggerFlow.svg', dark: 'file:triggerFlow.dark.svg' },
		group: ['transform'],
		// 1.1 has another default of Flow. As a list: n8n offers "Custom API Call" for a single latest version,
		// which this credential, kept to this node, does not allow.
		version: [1, 1.1],
		defaultVersion: 1.1,
		subtitle: SUBTITLE,
		description: 'Start a flow on your integration platform and get its answer',
		defaults: { name: 'Trigger Flow' },
		usableAsTool: true,
		// Else n8n names a new node after its operation, and docs and expressions speak of another one.
		skipNameGeneration: true,
		inputs: [MAIN],
		outputs: [MAIN],
		credentials: [{ name: 'triggerFlowApi', required: true, testedBy: 'testConnection' }],
		webhooks,
		properties: [
			toolDescription,
			...nodePanel,
			operation,
			...flow,
			...context,
			...callback,
			options,
		],
	};

	methods = {
		credentialTest: { testConnection },
		listSearch: { searchFlows },
		resourceMapping: { contextForm },
	};

	constructor() {
		adaptToEarlyN8n(this.description);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute(this);
	}

	/** For what Start and Wait waits for. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await takeCallback(this);
	}
}

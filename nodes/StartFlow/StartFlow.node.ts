import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
} from 'n8n-workflow';

import { callbackParameters, WAITING_TOOLTIP, webhooks } from './callback/prepareCallback.n8n';
import { takeCallback } from './callback/takeCallback.n8n';
import { customFieldsParameter } from './context/customFields';
import { jsonParameter } from './context/jsonParameter';
import { flowParameter, searchFlows } from './credential/flow.n8n';
import { testConnection } from './credential/testConnection.n8n';
import { execute } from './execute';
import { formParameters } from './form/formMode';
import { loadForm } from './form/loadForm.n8n';
import { operationParameter } from './operation';
import { optionsParameter } from './options';
import { contextParameter } from './prepare/contextParameter';

/** The canvas has room for about 24 characters. The end of a slug tells flows apart, so a long one is cut in the middle. */
const SUBTITLE =
	"={{ $parameter.operation + ': ' + String($parameter.flow ?? '').replace(/^(.{6}).{4,}(.{8})$/, '$1…$2') }}";

/**
 * Two hidden parameters, so that n8n's node panel lists the node with the one action "Start a flow". Because of "Trigger" in
 * its name, the panel takes the actions from `event`, as for a trigger. Because of `resource`, which has no options, it does
 * not list the operations as well. There is no fallback.
 * If n8n changes this: the panel lists the node under triggers, or without an action.
 * Test: test/editor/firstStart.mts
 */
const nodePanelParameters: INodeProperties[] = [
	{ displayName: 'Resource', name: 'resource', type: 'hidden', default: 'flow' },
	{
		displayName: 'Event',
		name: 'event',
		type: 'hidden',
		options: [{ name: 'Start', value: 'start', action: 'Start a flow' }],
		default: 'start',
	},
];

/** The description for the model. Without it, n8n tells the model only "start flow in Trigger Flow". */
const toolDescriptionParameter: INodeProperties = {
	displayName: 'Description',
	name: 'toolDescription',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default:
		"Starts a flow on the user's integration platform and returns the flow's answer. Every call has a real effect, such as an order, an email or a payment. Call it once for each thing that the user has asked for. Do not call it to try something out. If it fails, the message says whether the flow may have started. Never repeat a call whose flow may have started: tell the user instead.",
	description: 'What the model knows about this tool. Add what your flow does.',
	displayOptions: { show: { '@tool': [true] } },
};

/** The node as n8n sees it: a table of contents. `execute.ts` has the steps of a run. */
export class StartFlow implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Trigger Flow',
		name: 'startFlow',
		icon: { light: 'file:startFlow.svg', dark: 'file:startFlow.dark.svg' },
		group: ['transform'],
		// A list, because n8n offers "Custom API Call" for a single version, which would use the credential outside the node.
		version: [1],
		defaultVersion: 1,
		subtitle: SUBTITLE,
		description: 'Start a flow on your integration platform and get its answer',
		defaults: { name: 'Trigger Flow' },
		usableAsTool: true,
		// Without this, n8n names a new node after its operation, so `$('Trigger Flow')` does not find it.
		skipNameGeneration: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'startFlowApi', required: true, testedBy: 'testConnection' }],
		webhooks,
		waitingNodeTooltip: WAITING_TOOLTIP,
		properties: [
			toolDescriptionParameter,
			...nodePanelParameters,
			operationParameter,
			flowParameter,
			...callbackParameters,
			contextParameter,
			...formParameters,
			customFieldsParameter,
			jsonParameter,
			optionsParameter,
		],
	};

	methods = {
		credentialTest: { testConnection },
		listSearch: { searchFlows },
		resourceMapping: { loadForm },
	};

	async execute(this: IExecuteFunctions) {
		return await execute(this);
	}

	async webhook(this: IWebhookFunctions) {
		return await takeCallback(this);
	}
}

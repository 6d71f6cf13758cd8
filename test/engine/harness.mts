/**
 * Runs a workflow with the Trigger Flow node on n8n's real engine: n8n-core's WorkflowExecute,
 * real expressions, encrypted credentials and the real HTTP helper. Only what n8n's server brings
 * (database, web server) is stood in for.
 *
 * The workflow is always Start → Trigger Flow, and Trigger Flow's own output is what comes back.
 */
import { ExecuteContext, LoadOptionsContext, SupplyDataContext, WorkflowExecute } from 'n8n-core';
import { makeHandleToolInvocation } from 'n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type IRun,
	type NodeApiError,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { TriggerFlow } from '../../nodes/TriggerFlow/TriggerFlow.node.ts';
import { bySlug } from '../parameters.mts';
import { credentialFor, TestCredentials, TOKEN } from './parts/credentials.mts';
import { additionalData, useInstanceKey } from './parts/engine.mts';
import { createWorkflow, NODE, START, type WorkflowSettings } from './parts/workflow.mts';

export { credentialFor, NODE, TOKEN };

const TOOL = 'n8n-nodes-trigger-flow.triggerFlowTool';

export interface RunOptions {
	/** What reaches the node: each object is one item's `json`. Default: one empty item. */
	items?: IDataObject[];
	/** Beside, or in place of, those that send each item as it is to the flow `order-1`. */
	parameters?: INodeParameters;
	/** The service of the credential. */
	url?: string;
	/** Its other fields. */
	credential?: ICredentialDataDecryptedObject;
	/** Settings of the node beside its parameters: `onError`, `retryOnFail`, `maxTries`, … */
	settings?: Partial<INode>;
	mode?: WorkflowExecuteMode;
	/** What a person has pinned as the node's output. */
	pinned?: IDataObject[];
	/** At which n8n resumes executions. Default: one that everybody reaches. */
	waitingUrl?: string;
	/** Default: `v1`, that of every workflow that is made today. */
	executionOrder?: 'v0' | 'v1';
}

export interface RunResult {
	/** The node's outputs: the first is the success branch, the second the error branch. */
	outputs: INodeExecutionData[][];
	/** What stopped the workflow. */
	error: NodeApiError | undefined;
	/** What the node says in the output panel. */
	hints: string[];
	/** How often n8n read and resolved the credential for the node. */
	credentialReads: number;
	/** All that n8n would save of the run. */
	run: IRun;
}

export async function runNode(options: RunOptions): Promise<RunResult> {
	const { items = [{}], mode = 'trigger', pinned, waitingUrl, executionOrder } = options;
	const { workflow, credentials } = await prepare(options, { executionOrder });
	const data = additionalData(workflow, credentials, mode);
	if (waitingUrl !== undefined) data.webhookWaitingBaseUrl = waitingUrl;
	const run = await new WorkflowExecute(data, mode).run({
		workflow,
		pinData: {
			[START]: items.map((json) => ({ json })),
			...(pinned === undefined ? {} : { [NODE]: pinned.map((json) => ({ json })) }),
		},
	});

	const { error, runData } = run.data.resultData;
	const taskData = runData[NODE]?.at(-1);
	return {
		outputs: (taskData?.data?.main ?? []).map((output) => output ?? []),
		error: (error ?? taskData?.error) as NodeApiError | undefined,
		hints: (taskData?.hints ?? []).map(({ message }) => message),
		credentialReads: credentials.reads,
		run,
	};
}

async function prepare(
	{ parameters, url = '', credential, settings }: RunOptions,
	workflow: WorkflowSettings = {},
	type?: string,
) {
	useInstanceKey();
	const usual = { flow: bySlug('order-1'), contextMode: 'input' };
	const node = { parameters: { ...usual, ...parameters }, ...(type && { type }), ...settings };
	return {
		workflow: createWorkflow(node, workflow),
		credentials: await TestCredentials.create({ test: credentialFor(url, credential) }),
	};
}

/** What n8n gives the node in an execution, which `stop` stops. */
export async function executeContext(
	stop: AbortSignal,
	options: Omit<RunOptions, 'items'> & { items?: INodeExecutionData[] } = {},
): Promise<IExecuteFunctions> {
	const { items = [], ...others } = options;
	const { workflow, credentials } = await prepare(others);
	const node = workflow.nodes[NODE] as INode;
	return new ExecuteContext(
		workflow,
		node,
		additionalData(workflow, credentials, 'trigger'),
		'trigger',
		createRunExecutionData({}),
		0,
		items,
		{ main: [items] },
		{ node, data: { main: [items] }, source: { main: [{ previousNode: START }] } },
		[],
		stop,
	);
}

/** What n8n's editor gives the methods of the node, or of its tool variant. */
export async function editorContext(
	options: Omit<RunOptions, 'items'> & { isTool?: boolean },
): Promise<ILoadOptionsFunctions> {
	const { workflow, credentials } = await prepare(options, {}, options.isTool ? TOOL : undefined);
	const data = additionalData(workflow, credentials, 'manual');
	return new LoadOptionsContext(workflow, workflow.nodes[NODE] as INode, data, '');
}

/** A call of the node as an AI agent's tool. Resolves to what the model is shown. */
export type ToolCall = (args: IDataObject) => Promise<string>;

/**
 * The node as the tool of an agent that n8n's engine does not run by itself (AI Agent up to version
 * 2, the MCP server), within one execution. Each call of the result is for another item of the agent:
 * n8n makes the tool anew for each, and an agent handles several of them at once.
 */
export async function agentTool(
	options: Omit<RunOptions, 'items'> & {
		/** The agent's item, which `$json` in the tool's parameters is. */
		ofAgent?: IDataObject;
	},
): Promise<() => ToolCall> {
	const { mode = 'trigger', ofAgent = {} } = options;
	const { workflow, credentials } = await prepare(options, {}, TOOL);
	const runData = createRunExecutionData({});
	const node = workflow.nodes[NODE] as INode;
	const item = [{ json: ofAgent }];
	const executeData = { node, data: { main: [item] }, source: null };
	const data = additionalData(workflow, credentials, mode);
	const context = (runIndex: number) =>
		new SupplyDataContext(
			workflow,
			node,
			data,
			mode,
			runData,
			runIndex,
			item,
			{},
			'ai_tool',
			executeData,
			[],
		);
	return () => makeHandleToolInvocation(context, node, new TriggerFlow(), runData);
}

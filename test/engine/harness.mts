/**
 * Runs workflows with the Trigger Flow node on n8n's real engine: n8n-core's WorkflowExecute, real
 * expressions, encrypted credentials and the real HTTP helper. Only what n8n's server brings (database,
 * web server) is stood in for, with n8n's own steps where it retries, stops or resumes an execution.
 */
import { randomUUID } from 'node:crypto';

import {
	CredentialTestContext,
	ExecuteContext,
	LoadOptionsContext,
	SupplyDataContext,
	WebhookContext,
	WorkflowExecute,
} from 'n8n-core';
import { makeHandleToolInvocation } from 'n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type IDataObject,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type IRun,
	type IRunExecutionData,
	type ITaskData,
	type IWebhookData,
	type IWebhookFunctions,
	type NodeApiError,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { testConnection } from '../../nodes/TriggerFlow/credential/testConnection.n8n.ts';
import { TriggerFlow } from '../../nodes/TriggerFlow/TriggerFlow.node.ts';
import { bySlug } from '../parameters.mts';
import { credentialFor, TestCredentials, TOKEN } from './parts/credentials.mts';
import { additionalData, prepareEngine } from './parts/engine.mts';
import { createWorkflow, NODE, START, type WorkflowSettings } from './parts/workflow.mts';

export { credentialFor, NODE, TOKEN };

export const TOOL = 'n8n-nodes-trigger-flow.triggerFlowTool';

export const TRIES_AGAIN = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } as const;
export const GOES_ON = { onError: 'continueRegularOutput' } as const;

/** A workflow, what reaches it, and how it is begun. */
export interface RunOptions extends WorkflowSettings {
	/** What reaches the node: each object is one item's `json`. Default: one empty item. */
	items?: IDataObject[];
	/** Beside, or in place of, those that send each item as it is to the flow `order-1`. */
	parameters?: INodeParameters;
	/** Settings of the node beside its parameters: `onError`, `retryOnFail`, `maxTries`, … */
	settings?: Partial<INode>;
	/** The service of the credential. */
	url?: string;
	/** Its other fields. */
	credential?: ICredentialDataDecryptedObject;
	/** All credentials of this n8n by id, in place of the one that is called `test`. */
	credentials?: Record<string, ICredentialDataDecryptedObject>;
	mode?: WorkflowExecuteMode;
	/** What a person has pinned as the node's output. */
	pinned?: IDataObject[];
	/** At which n8n resumes executions. Default: one that everybody reaches. */
	waitingUrl?: string;
}

/** An execution that has ended, or waits. */
export interface Execution {
	id: string;
	/** The workflow and its credentials, as they were. */
	options: RunOptions;
	/** The outputs of the node's last run: the first is the success branch, the second the error branch. */
	outputs: INodeExecutionData[][];
	/** The `json` of the items on the success branch. */
	shown: IDataObject[];
	/** What stopped the workflow. */
	error: NodeApiError | undefined;
	/** What the node says in the output panel. */
	hints: string[];
	/** How often n8n read and resolved the credential for the node. */
	credentialReads: number;
	/** All runs of the node within the execution. */
	rounds: ITaskData[];
	isWaiting: boolean;
	/** All that n8n would save of the run. */
	run: IRun;
	/** As in n8n's database: nothing outlives an execution but what this text holds. */
	saved: () => string;
}

export async function runNode(options: RunOptions): Promise<Execution> {
	const begun = await begin(options);
	return executionOf(begun, await begun.running());
}

/**
 * Runs a workflow, and stops it as n8n does when a person presses Stop. n8n saves at once, while the node may
 * still be at work; older versions do so once more at the end.
 *
 * @param pressed When Stop is pressed.
 */
export async function runAndStop(
	options: RunOptions,
	pressed: Promise<unknown>,
): Promise<{ atStop: Execution; atEnd: Execution }> {
	const begun = await begin(options);
	let atStop: Execution | undefined;
	begun.data.hooks?.addHandler('workflowExecuteAfter', (run) => {
		if (atStop !== undefined) return;
		const saved = JSON.stringify(run.data);
		atStop = { ...executionOf(begun, run), saved: () => saved };
	});
	const running = begun.running();
	await pressed;
	running.cancel();
	if (atStop === undefined) throw new Error('n8n has not saved the execution at once');
	return { atStop, atEnd: executionOf(begun, await running) };
}

/**
 * What n8n does when a person presses Retry: its `ExecutionService.retry`, then its `WorkflowRunner`.
 *
 * @param changes What the workflow or its credentials have become meanwhile: "with currently saved workflow".
 */
export async function retry(execution: Execution, changes: RunOptions = {}): Promise<Execution> {
	const options = { ...execution.options, ...changes };
	const prepared = await prepare({ ...options, mode: 'retry' }, randomUUID(), execution.id);
	const saved = JSON.parse(execution.saved()) as IRunExecutionData;
	const { resultData } = saved;
	delete resultData.error;
	const runs = resultData.runData[resultData.lastNodeExecuted ?? ''];
	if (runs?.at(-1)?.error !== undefined) runs.pop();
	for (const entry of saved.executionData?.nodeExecutionStack ?? []) {
		entry.node = prepared.workflow.getNode(entry.node.name) as INode;
	}
	return executionOf(prepared, await goOn(prepared, saved));
}

export interface Callback {
	/** The URL that is called. */
	url: string;
	/** As it comes over the wire. Default: nothing. */
	body?: string | Buffer;
	headers?: Record<string, string>;
}

/** What the caller is answered, and what n8n goes on with: nothing while it waits on. */
export interface Taken {
	status: number;
	answer: unknown;
	output: INodeExecutionData[][] | undefined;
}

/** A callback to an execution that waits, through n8n's `WaitingWebhooks` and its `WebhookHelpers`. */
export async function callBack(
	execution: Execution,
	{ url, body = '', headers = {} }: Callback,
): Promise<Taken> {
	const prepared = await prepare(execution.options, execution.id);
	const { workflow, data, mode } = prepared;
	const saved = JSON.parse(execution.saved()) as IRunExecutionData;
	const taken: Taken = { status: 200, answer: undefined, output: undefined };
	const response = {
		status: (code: number) => Object.assign(response, Object.assign(taken, { status: code })),
		json: (value: unknown) => Object.assign(taken, { answer: value }),
	};
	Object.assign(data, {
		httpRequest: {
			headers: { 'content-type': 'application/json', ...headers },
			query: Object.fromEntries(new URL(url).searchParams),
			rawBody: Buffer.from(body),
		},
		httpResponse: response,
	});
	const node = workflow.getNode(NODE) as INode;
	const context = new WebhookContext(workflow, node, data, mode, {} as IWebhookData, [], saved);
	const { workflowData, webhookResponse } = await new TriggerFlow().webhook.call(
		context as unknown as IWebhookFunctions,
	);
	if (workflowData === undefined) return taken;
	const [entry] = saved.executionData?.nodeExecutionStack ?? [];
	if (entry !== undefined) entry.data.main = workflowData;
	const { outputs } = executionOf(prepared, await goOn(prepared, saved));
	return { ...taken, answer: webhookResponse as unknown, output: outputs };
}

/** The time of an execution that waits is up: n8n goes on with what it has stored. */
export async function atLimit(execution: Execution): Promise<INodeExecutionData[][]> {
	const prepared = await prepare(execution.options, execution.id);
	const saved = JSON.parse(execution.saved()) as IRunExecutionData;
	return executionOf(prepared, await goOn(prepared, saved)).outputs;
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

async function prepare(options: RunOptions, id: string = randomUUID(), retryOf?: string) {
	const { parameters, settings, url = '', credential, mode = 'trigger', waitingUrl } = options;
	await prepareEngine();
	const usual = { flow: bySlug('order-1'), contextMode: 'input' };
	const workflow = createWorkflow(
		{ parameters: { ...usual, ...parameters }, ...settings },
		options,
	);
	const credentials = await TestCredentials.create(
		options.credentials ?? { test: credentialFor(url, credential) },
	);
	const data = additionalData(workflow, credentials, mode, id, retryOf);
	if (waitingUrl !== undefined) data.webhookWaitingBaseUrl = waitingUrl;
	return { id, options, workflow, credentials, data, mode, node: workflow.getNode(NODE) as INode };
}

async function begin(options: RunOptions) {
	const { items = [{}], pinned } = options;
	const prepared = await prepare(options);
	const { workflow, data, mode } = prepared;
	const pinData = {
		[START]: items.map((json) => ({ json })),
		...(pinned === undefined ? {} : { [NODE]: pinned.map((json) => ({ json })) }),
	};
	return { ...prepared, running: () => new WorkflowExecute(data, mode).run({ workflow, pinData }) };
}

async function goOn({ workflow, data, mode }: Prepared, saved: IRunExecutionData): Promise<IRun> {
	return await new WorkflowExecute(data, mode, saved).processRunExecutionData(workflow);
}

function executionOf({ id, options, credentials }: Prepared, run: IRun): Execution {
	const { error, runData } = run.data.resultData;
	const rounds = runData[NODE] ?? [];
	const last = rounds.at(-1);
	const outputs = (last?.data?.main ?? []).map((output) => output ?? []);
	return {
		id,
		options,
		outputs,
		shown: (outputs[0] ?? []).map(({ json }) => json),
		error: (error ?? last?.error) as NodeApiError | undefined,
		hints: (last?.hints ?? []).map(({ message }) => message),
		credentialReads: credentials.reads,
		rounds,
		isWaiting: run.data.waitTill !== undefined,
		run,
		// n8n saves with `flatted`, which does with values what JSON does.
		saved: () => JSON.stringify(run.data),
	};
}

/** What n8n gives the node in an execution, which `stop` stops. */
export async function executeContext(
	stop: AbortSignal,
	options: Omit<RunOptions, 'items'> & { items?: INodeExecutionData[] } = {},
): Promise<IExecuteFunctions> {
	const { items = [], ...others } = options;
	const { workflow, data, mode, node } = await prepare(others);
	return new ExecuteContext(
		workflow,
		node,
		data,
		mode,
		createRunExecutionData({}),
		0,
		items,
		{ main: [items] },
		{ node, data: { main: [items] }, source: { main: [{ previousNode: START }] } },
		[],
		stop,
	);
}

/** What n8n's editor gives the methods of the node. */
export async function editorContext(options: RunOptions): Promise<ILoadOptionsFunctions> {
	const { workflow, data, node } = await prepare({ ...options, mode: 'manual' });
	return new LoadOptionsContext(workflow, node, data, '');
}

/** What n8n shows below a credential for this service after its test. */
export async function connectionTest(url: string, fields: ICredentialDataDecryptedObject = {}) {
	const context = new CredentialTestContext({} as never);
	const credential = { data: credentialFor(url, fields) } as ICredentialsDecrypted;
	return await testConnection.call(context, credential);
}

/** A call of the node as an AI agent's tool. Resolves to what the model is shown. */
export type ToolCall = (args: IDataObject) => Promise<string>;

/**
 * The node as the tool of an agent that n8n's engine does not run by itself (AI Agent up to version
 * 2, the MCP server), within one execution. Each call of the result is for another item of the agent:
 * n8n makes the tool anew for each, and an agent handles several of them at once.
 *
 * @param ofAgent The agent's item, which `$json` in the tool's parameters is.
 */
export async function agentTool(
	options: Omit<RunOptions, 'items'>,
	ofAgent: IDataObject = {},
): Promise<() => ToolCall> {
	const settings = { type: TOOL, ...options.settings };
	const { workflow, data, node, mode } = await prepare({ ...options, settings });
	const runData = createRunExecutionData({});
	const item = [{ json: ofAgent }];
	const executeData = { node, data: { main: [item] }, source: null };
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

/**
 * Runs workflows with the Trigger Flow node on n8n's real engine: n8n-core's WorkflowExecute, real
 * expressions, encrypted credentials and the real HTTP helper. Only what n8n's server brings (database,
 * web server) is stood in for, with n8n's own steps where it retries, stops or resumes an execution.
 */
import { randomUUID } from 'node:crypto';
import { parse } from 'node:querystring';

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

import { testConnection } from '../../nodes/StartFlow/credential/testConnection.n8n.ts';
import { StartFlow } from '../../nodes/StartFlow/StartFlow.node.ts';
import { bySlug } from '../../tools/n8n/parameters.mts';
import { credentialFor, TestCredentials, TOKEN } from './parts/credentials.mts';
import { additionalData, prepareEngine, runWorkflow } from './parts/engine.mts';
import { createWorkflow, NODE, START, type WorkflowSettings } from './parts/workflow.mts';

export { credentialFor, NODE, TOKEN };

export const TOOL = 'n8n-nodes-start-flow.startFlowTool';

export const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } as const;
export const CONTINUE_ON_ERROR = { onError: 'continueRegularOutput' } as const;

/** A workflow, what reaches it, and how it is started. */
export interface RunOptions extends WorkflowSettings {
	/** What reaches the node: each object is one item's `json`. Default: one empty item. */
	items?: IDataObject[];
	/** Merged over the default ones, which send the whole item to the flow `order-1`. */
	parameters?: INodeParameters;
	/** Settings of the node beside its parameters: `onError`, `retryOnFail`, `maxTries`, … */
	settings?: Partial<INode>;
	/** The endpoint URL of the credential. */
	url?: string;
	/** The credential's other fields. */
	credential?: ICredentialDataDecryptedObject;
	/** All credentials of this n8n by id. They replace the one that is called `test`. */
	credentials?: Record<string, ICredentialDataDecryptedObject>;
	mode?: WorkflowExecuteMode;
	/** The URL at which n8n resumes executions. Default: a public one. */
	waitingUrl?: string;
}

/** An execution that has ended or waits. */
export interface Execution {
	id: string;
	/** The workflow and its credentials when it ran. */
	options: RunOptions;
	/** The outputs of the node's last run: the first is the success branch, the second the error branch. */
	outputs: INodeExecutionData[][];
	/** The `json` of the items on the success branch. */
	shown: IDataObject[];
	/** What stopped the workflow. */
	error: NodeApiError | undefined;
	/** The node's hints in the output panel. */
	hints: string[];
	/** How often n8n read and resolved the credential for the node. */
	credentialReads: number;
	/** All runs of the node within the execution. */
	rounds: ITaskData[];
	isWaiting: boolean;
	/** Everything that n8n would save of the run. */
	run: IRun;
	/** The execution as in n8n's database. Only what this JSON holds outlives the execution. */
	saved: () => string;
}

/** Runs a workflow. @param pressed When a person presses Stop. The node may still be at work when n8n has stopped the workflow. */
export async function runNode(options: RunOptions, pressed?: Promise<unknown>): Promise<Execution> {
	const { items = [{}] } = options;
	const prepared = await prepare(options);
	const { workflow, data, mode } = prepared;
	const pinData = { [START]: items.map((json) => ({ json })) };
	const running = runWorkflow(data, mode, { workflow, pinData });
	if (pressed !== undefined) {
		await pressed;
		running.cancel();
	}
	return executionOf(prepared, await running);
}

/**
 * What n8n does when a person presses Retry: its `ExecutionService.retry`, then its `WorkflowRunner`.
 *
 * @param changes What has changed in the workflow or its credentials, for "Retry with currently saved workflow".
 * @param retryOf What n8n tells the node of the retried execution: since n8n 2 its id.
 */
export async function retry(
	execution: Execution,
	changes: RunOptions = {},
	retryOf: string | undefined = execution.id,
): Promise<Execution> {
	const options = { ...execution.options, ...changes };
	const prepared = await prepare({ ...options, mode: 'retry' }, randomUUID(), retryOf);
	const saved = readSaved(execution);
	const { resultData } = saved;
	delete resultData.error;
	const runs = resultData.runData[resultData.lastNodeExecuted ?? ''];
	if (runs?.at(-1)?.error !== undefined) runs.pop();
	for (const entry of saved.executionData?.nodeExecutionStack ?? []) {
		entry.node = prepared.workflow.getNode(entry.node.name) as INode;
	}
	return executionOf(prepared, await continueExecution(prepared, saved));
}

export interface Callback {
	/** The URL that is called. */
	url: string;
	/** The body as it comes over the wire. Default: nothing. */
	body?: string | Buffer;
	headers?: Record<string, string>;
}

/**
 * Calls back an execution that waits, through n8n's `WaitingWebhooks` and its `WebhookHelpers`. Resolves to the answer to the
 * caller, and to the output with which n8n continues: `undefined` while it still waits.
 */
export async function callBack(
	execution: Execution,
	{ url, body = '', headers = {} }: Callback,
): Promise<{ status: number; answer: unknown; output: INodeExecutionData[][] | undefined }> {
	const prepared = await prepare(execution.options, execution.id);
	const { workflow, data, mode } = prepared;
	const saved = readSaved(execution);
	const allHeaders = { 'content-type': 'application/json', ...headers };
	const isForm = allHeaders['content-type'].startsWith('application/x-www-form-urlencoded');
	const result = { status: 200, answer: undefined as unknown, output: undefined };
	const response = {
		status: (status: number) => Object.assign(response, Object.assign(result, { status })),
		json: (answer: unknown) => Object.assign(result, { answer }),
	};
	Object.assign(data, {
		httpRequest: {
			headers: allHeaders,
			query: Object.fromEntries(new URL(url).searchParams),
			rawBody: Buffer.from(body),
			// n8n has parsed it before it calls the node (read in 1.123.81 and 2.41.1).
			body: isForm ? parse(String(body)) : undefined,
		},
		httpResponse: response,
	});
	const node = workflow.getNode(NODE) as INode;
	const n8n = new WebhookContext(workflow, node, data, mode, {} as IWebhookData, [], saved);
	const { workflowData, webhookResponse } = await new StartFlow().webhook.call(
		n8n as unknown as IWebhookFunctions,
	);
	if (workflowData === undefined) return result;
	const [entry] = saved.executionData?.nodeExecutionStack ?? [];
	if (entry !== undefined) entry.data.main = workflowData;
	const { outputs } = executionOf(prepared, await continueExecution(prepared, saved));
	return { ...result, answer: webhookResponse as unknown, output: outputs };
}

/** Continues an execution whose wait has passed its limit, as n8n does: with the stored input. */
export async function atLimit(execution: Execution): Promise<INodeExecutionData[][]> {
	const prepared = await prepare(execution.options, execution.id);
	return executionOf(prepared, await continueExecution(prepared, readSaved(execution))).outputs;
}

const readSaved = ({ saved }: Execution) => JSON.parse(saved()) as IRunExecutionData;

/** The same execution with another state in n8n's database. */
export function withSaved(
	execution: Execution,
	change: (saved: IRunExecutionData) => unknown,
): Execution {
	const saved = readSaved(execution);
	change(saved);
	return { ...execution, saved: () => JSON.stringify(saved) };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

async function prepare(options: RunOptions, id: string = randomUUID(), retryOf?: string) {
	const { settings, url = '', credential, mode = 'trigger', waitingUrl } = options;
	await prepareEngine();
	const parameters = { flow: bySlug('order-1'), contextMode: 'input', ...options.parameters };
	const workflow = createWorkflow({ parameters, ...settings }, options);
	const { credentials: stored = { test: credentialFor(url, credential) } } = options;
	const credentials = await TestCredentials.create(stored);
	const data = additionalData(workflow, credentials, mode, id, retryOf);
	if (waitingUrl !== undefined) data.webhookWaitingBaseUrl = waitingUrl;
	const node = workflow.getNode(settings?.name ?? NODE) as INode;
	return { id, options, workflow, credentials, data, mode, node };
}

async function continueExecution(
	{ workflow, data, mode }: Prepared,
	saved: IRunExecutionData,
): Promise<IRun> {
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
		// n8n saves with `flatted`, which treats values as JSON does.
		saved: () => JSON.stringify(run.data),
	};
}

/** Creates n8n's object for the node in an execution, which `stop` stops. */
export async function createExecuteContext({
	items = [],
	stop,
	...others
}: Omit<RunOptions, 'items'> & {
	items?: INodeExecutionData[];
	stop?: AbortSignal;
} = {}): Promise<IExecuteFunctions> {
	const { workflow, data, mode, node } = await prepare(others);
	const times = { startTime: 0, executionIndex: 0, executionTime: 0 };
	const input = { main: [items] };
	const runData = { [START]: [{ ...times, source: [], data: input }] };
	const run = createRunExecutionData({ resultData: { runData } });
	const entry = { node, data: { ...input }, source: { main: [{ previousNode: START }] } };
	return new ExecuteContext(workflow, node, data, mode, run, 0, items, input, entry, [], stop);
}

/** Creates n8n's object for the methods that the editor calls. */
export async function createEditorContext(options: RunOptions): Promise<ILoadOptionsFunctions> {
	const { workflow, data, node } = await prepare({ ...options, mode: 'manual' });
	return new LoadOptionsContext(workflow, node, data, '');
}

/** What n8n shows below a credential for this service after its test. */
export async function connectionTest(url: string, fields: ICredentialDataDecryptedObject = {}) {
	const n8n = new CredentialTestContext({} as never);
	const credential = { data: credentialFor(url, fields) } as ICredentialsDecrypted;
	return await testConnection.call(n8n, credential);
}

/**
 * The node as the tool of an agent that calls its tools outside of n8n's engine (AI Agent up to version
 * 2, the MCP server), within one execution. Each call of the result is for another item of the agent:
 * n8n creates the tool again for each, and an agent handles several of them at once.
 *
 * @returns What calls it and resolves to the text that the model gets.
 * @param agentItem The agent's item. In the tool's parameters, `$json` is this item.
 */
export async function agentTool(
	options: Omit<RunOptions, 'items'>,
	agentItem: IDataObject = {},
	retryOf?: string,
): Promise<() => (args: IDataObject) => Promise<string>> {
	const settings = { type: TOOL, ...options.settings };
	const prepared = await prepare({ ...options, settings }, undefined, retryOf);
	const { workflow, data, node, mode } = prepared;
	const runData = createRunExecutionData({});
	const item = [{ json: agentItem }];
	const executeData = { node, data: { main: [item] }, source: null };
	const createN8n = (run: number) => {
		const n8n = [
			workflow,
			node,
			data,
			mode,
			runData,
			run,
			item,
			{},
			'ai_tool',
			executeData,
		] as const;
		return new SupplyDataContext(...n8n, []);
	};
	return () => makeHandleToolInvocation(createN8n, node, new StartFlow(), runData);
}

/**
 * Runs a workflow with the Trigger Flow node on n8n's real engine: n8n-core's WorkflowExecute,
 * real expressions, encrypted credentials and the real HTTP helper. Only what n8n's server brings
 * (database, web server) is stood in for.
 *
 * The workflow is always Start → Trigger Flow, and Trigger Flow's own output is what comes back.
 */
import { randomUUID } from 'node:crypto';

import { Container } from '@n8n/di';
import {
	Cipher,
	Credentials,
	EncryptionKeyProxy,
	ExecutionLifecycleHooks,
	InstanceSettings,
	SupplyDataContext,
	WorkflowExecute,
} from 'n8n-core';
import { makeHandleToolInvocation } from 'n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data';
import {
	createRunExecutionData,
	ICredentialsHelper,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	type ICredentialType,
	type IDataObject,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IRun,
	type IWorkflowExecuteAdditionalData,
	type NodeApiError,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { TriggerFlowApi } from '../../credentials/TriggerFlowApi.credentials';
import { TriggerFlow } from '../../nodes/TriggerFlow/TriggerFlow.node';

export const NODE = 'Trigger Flow';
const TOOL = 'n8n-nodes-trigger-flow.triggerFlowTool';
const START = 'Start';

export interface RunOptions {
	/** What reaches the node: each object is one item's `json`. */
	items: IDataObject[];
	parameters: INodeParameters;
	credential: ICredentialDataDecryptedObject;
	/** Settings of the node beside its parameters: `onError`, `retryOnFail`, `maxTries`, … */
	settings?: Partial<INode>;
	mode?: WorkflowExecuteMode;
	/** What a person has pinned as the node's output. */
	pinned?: IDataObject[];
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
	const { items, parameters, credential, settings = {}, mode = 'trigger', pinned } = options;
	useInstanceKey();
	const workflow = createWorkflow({ parameters, ...settings }, options.executionOrder);
	const credentials = await TestCredentials.create(credential);
	const run = await new WorkflowExecute(additionalData(workflow, credentials, mode), mode).run({
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

/** A call of the node as an AI agent's tool. Resolves to what the model is shown. */
export type ToolCall = (args: IDataObject) => Promise<string>;

/**
 * The node as the tool of an agent that n8n's engine does not run by itself (AI Agent up to version
 * 2, the MCP server), within one execution. Each call of the result is for another item of the agent:
 * n8n makes the tool anew for each, and an agent handles several of them at once.
 */
export async function agentTool(options: Omit<RunOptions, 'items'>): Promise<() => ToolCall> {
	const { parameters, credential, settings = {}, mode = 'trigger' } = options;
	useInstanceKey();
	const workflow = createWorkflow({ parameters, type: TOOL, ...settings });
	const credentials = await TestCredentials.create(credential);
	const runData = createRunExecutionData({});
	const node = workflow.nodes[NODE] as INode;
	const item = [{ json: {} }];
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

function createWorkflow(node: Partial<INode>, executionOrder: 'v0' | 'v1' = 'v1'): Workflow {
	const nodes: INode[] = [
		{
			id: 'start',
			name: START,
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		{
			id: 'trigger-flow',
			name: NODE,
			type: 'n8n-nodes-trigger-flow.triggerFlow',
			typeVersion: 1,
			position: [200, 0],
			parameters: {},
			credentials: { triggerFlowApi: { id: 'test', name: 'Test' } },
			...node,
		},
	];
	return new Workflow({
		id: 'workflow',
		name: 'Test',
		nodes,
		connections: { [START]: { main: [[{ node: NODE, type: 'main', index: 0 }]] } },
		active: false,
		nodeTypes: {
			getByName: nodeType,
			getByNameAndVersion: nodeType,
			getKnownTypes: () => ({}),
		},
		settings: { executionOrder },
	});
}

const START_NODE: INodeType = {
	description: {
		displayName: START,
		name: 'manualTrigger',
		group: ['trigger'],
		version: 1,
		description: '',
		defaults: {},
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
};

function nodeType(name: string): INodeType {
	return name.includes('.triggerFlow') ? new TriggerFlow() : START_NODE;
}

function additionalData(
	workflow: Workflow,
	credentialsHelper: ICredentialsHelper,
	mode: WorkflowExecuteMode,
): IWorkflowExecuteAdditionalData {
	// Any address will do, but an empty one makes every expression fail.
	const url = 'http://localhost/';
	const executionId = randomUUID();
	return {
		credentialsHelper,
		executionId,
		hooks: new ExecutionLifecycleHooks(mode, executionId, { ...workflow, nodes: [] } as never),
		currentNodeExecutionIndex: 0,
		setExecutionStatus: () => {},
		logAiEvent: () => {},
		variables: {},
		restApiUrl: url,
		instanceBaseUrl: url,
		formBaseUrl: url,
		formWaitingBaseUrl: url,
		formTestBaseUrl: url,
		webhookBaseUrl: url,
		webhookWaitingBaseUrl: url,
		webhookTestBaseUrl: url,
		mcpBaseUrl: url,
		mcpTestBaseUrl: url,
	} as unknown as IWorkflowExecuteAdditionalData;
}

function useInstanceKey(): void {
	const { encryptionKey } = Container.get(InstanceSettings);
	const key = {
		id: 'instance',
		value: Container.get(Cipher).encryptDEKWithInstanceKey(encryptionKey),
		algorithm: 'aes-256-cbc',
		format: 'no-prefix' as const,
	};
	Container.get(EncryptionKeyProxy).setProvider({
		getActiveKey: async () => key,
		getKeyById: async () => key,
		getLegacyKey: async () => key,
	});
}

/** One stored credential, encrypted as in n8n's database, read as n8n's own helper reads it. */
class TestCredentials extends ICredentialsHelper {
	reads = 0;

	private readonly type: ICredentialType = new TriggerFlowApi();

	private constructor(private readonly stored: Credentials) {
		super();
	}

	static async create(data: ICredentialDataDecryptedObject): Promise<TestCredentials> {
		const stored = new Credentials({ id: 'test', name: 'Test' }, 'triggerFlowApi');
		await stored.setData(data);
		return new TestCredentials(stored);
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_type: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.type;
		if (typeof authenticate !== 'function') throw new Error('authenticate is not a function');
		return await authenticate(credentials, requestOptions);
	}

	async preAuthentication(): Promise<undefined> {}

	async runPreAuthentication(): Promise<undefined> {}

	async getCredentials(): Promise<ICredentials> {
		return this.stored;
	}

	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		_credentials: INodeCredentialsDetails,
		_type: string,
		mode: WorkflowExecuteMode,
		executeData: unknown,
		raw?: boolean,
		values?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		this.reads++;
		const data = await this.stored.getData();
		if (raw || values === undefined) return data;
		return values.workflow.expression.getParameterValue(
			data as INodeParameters,
			values.runExecutionData,
			values.runIndex,
			values.itemIndex,
			values.node.name,
			values.connectionInputData,
			mode,
			{},
			executeData as never,
		) as ICredentialDataDecryptedObject;
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}

	getCredentialsProperties() {
		return this.type.properties;
	}
}

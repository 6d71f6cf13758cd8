/** What the node uses of n8n although n8n does not promise it, on n8n's engine. Other tests pin the rest. */
import { existsSync, readFileSync } from 'node:fs';

import { WebhookContext } from 'n8n-core';
import { handleRequest } from 'n8n-core/dist/execution-engine/requests-response';
import {
	createRunExecutionData,
	type EngineRequest,
	type IExecuteFunctions,
	type INode,
	type IRunExecutionData,
	type IWebhookData,
	type IWebhookFunctions,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import {
	getNodeContext,
	getRetriedExecutionId,
	isDirectToolCall,
	isStartedByHand,
	loadStoredCredential,
} from '../../nodes/StartFlow/n8n/internals.ts';
import { createExecuteContext, credentialFor, NODE, TOOL } from './harness.mts';
import { TestCredentials } from './parts/credentials.mts';
import { additionalData, ENGINE, testIf } from './parts/engine.mts';
import { createWorkflow, START } from './parts/workflow.mts';

const additionalDataOf = (n8n: IExecuteFunctions) =>
	(n8n as unknown as { additionalData: IWorkflowExecuteAdditionalData }).additionalData;

type Origin = Partial<Record<'root' | 'parent' | 'own', WorkflowExecuteMode>>;

test.each<[WorkflowExecuteMode, Origin, boolean]>([
	['trigger', { root: 'manual' }, true],
	['trigger', { root: 'evaluation' }, true],
	['trigger', { root: 'webhook' }, false],
	['trigger', {}, false],
	['manual', {}, true],
	['evaluation', {}, true],
	['integrated', {}, false],
	['cli', {}, false],
	// On n8n 1.x, and after a wait.
	['integrated', { parent: 'manual' }, true],
	['integrated', { parent: 'webhook' }, false],
	['retry', { own: 'manual' }, true],
	['retry', { own: 'webhook' }, false],
	['retry', { own: 'cli' }, false],
	['retry', {}, false],
])('a run of mode %s that comes from %j is by hand: %p', async (mode, origin, isByHand) => {
	const n8n = await createExecuteContext({ mode });
	const contextFor = (source: WorkflowExecuteMode | undefined) =>
		source && { version: 1 as const, establishedAt: 0, source };
	additionalDataOf(n8n).rootExecutionMode = origin.root;
	const { runExecutionData } = n8n as unknown as { runExecutionData: IRunExecutionData };
	const executionContext = contextFor(origin.parent);
	runExecutionData.parentExecution = { executionId: '1', workflowId: '1', executionContext };
	Object.assign(n8n, { getExecutionContext: () => contextFor(origin.own) });
	expect(isStartedByHand(n8n)).toBe(isByHand);
});

testIf(ENGINE.tellsRetriedExecution)('an execution names the one that it retries', async () => {
	const n8n = await createExecuteContext();
	expect(getRetriedExecutionId(n8n)).toBeUndefined();
	const workflow = createWorkflow({});
	const credentials = await TestCredentials.create({});
	const { hooks } = additionalData(workflow, credentials, 'retry', '58', '57');
	additionalDataOf(n8n).hooks = hooks;
	expect(getRetriedExecutionId(n8n)).toBe('57');
});

test('the stored credential shows expressions, and is undefined where n8n has none', async () => {
	const accessToken = '={{ $json.token }}';
	const n8n = await createExecuteContext({ credential: { accessToken } });
	expect(await loadStoredCredential(n8n, 'startFlowApi')).toMatchObject({ accessToken });
	const without = await createExecuteContext({ credentials: {} });
	expect(await loadStoredCredential(without, 'startFlowApi')).toBeUndefined();
});

test.each([NODE, 'It\'s "x" \\ }} {{ $json }}'])(
	'webhook() reads its context: %p',
	async (name) => {
		const workflow = createWorkflow({ name });
		const credentials = await TestCredentials.create({ test: credentialFor('') });
		const data = additionalData(workflow, credentials, 'trigger', '57');
		const node = workflow.getNode(name) as INode;
		const run = createRunExecutionData({});
		const n8n = new WebhookContext(
			workflow,
			node,
			data,
			'trigger',
			{} as IWebhookData,
			[],
			run,
		) as unknown as IWebhookFunctions;
		expect(getNodeContext(n8n)).toEqual({});
		run.executionData = {
			...run.executionData,
			contextData: { [`node:${name}`]: { pendingCallback: 1 }, [`node:${START}`]: { other: 2 } },
		} as typeof run.executionData;
		expect(getNodeContext(n8n)).toEqual({ pendingCallback: 1 });
	},
);

describe('a call of the tool', () => {
	const settings = { type: TOOL };

	test("through n8n's engine has a toolCallId", async () => {
		const workflow = createWorkflow(settings);
		const request = {
			actions: [
				{
					actionType: 'ExecutionNodeAction',
					nodeName: NODE,
					input: { what: 'mail' },
					type: 'ai_tool',
					id: 'call-1',
					metadata: {},
				},
			],
			metadata: {},
		} as unknown as EngineRequest;
		const agent = workflow.getNode(START) as INode;
		const { nodesToBeExecuted } = handleRequest({
			workflow,
			currentNode: agent,
			request,
			runIndex: 0,
			executionData: {
				node: agent,
				data: { main: [[{ json: {} }]] },
				source: { main: [{ previousNode: 'Trigger' }] },
			},
			runData: {},
		});
		const tool = nodesToBeExecuted.find(
			({ inputConnectionData }) => inputConnectionData.node === NODE,
		);
		const items = tool?.parentOutputData[0] ?? [];
		expect(items).toHaveLength(1);
		expect(isDirectToolCall(await createExecuteContext({ settings, items }))).toBe(false);
	});

	test('without one is direct', async () => {
		const items = [{ json: { what: 'mail' } }];
		expect(isDirectToolCall(await createExecuteContext({ settings, items }))).toBe(true);
		expect(isDirectToolCall(await createExecuteContext({ items }))).toBe(false);
	});
});

test('each use of n8n says what breaks with it, and names a test that exists', () => {
	const read = (file: string) => readFileSync(`nodes/StartFlow/${file}.ts`, 'utf8');
	const parts = read('n8n/internals')
		.split(/^export /m)
		.slice(0, -1);
	const entries = [
		...parts.map((part) => part.slice(part.lastIndexOf('/**'))),
		...['form/formMode', 'StartFlow.node', 'n8n/transportError'].map(read),
	];
	const testOf = (entry: string) =>
		/If n8n\s[\s*]*changes this: [^]*?Test: (test\/[\w./]+\.mts)/.exec(entry)?.[1];
	expect(entries.filter((entry) => !existsSync(testOf(entry) ?? ''))).toEqual([]);
});

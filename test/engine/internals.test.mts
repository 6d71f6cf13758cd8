/** What the node uses of n8n although n8n does not promise it, on n8n's engine. Other tests pin the rest. */
import { existsSync, readFileSync } from 'node:fs';

import { handleRequest } from 'n8n-core/dist/execution-engine/requests-response';
import type {
	EngineRequest,
	IExecuteFunctions,
	INode,
	IRunExecutionData,
	IWebhookFunctions,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import {
	getNodeContext,
	isDirectToolCall,
	isStartedByHand,
	loadStoredCredential,
} from '../../nodes/StartFlow/n8n/internals.ts';
import { createExecuteContext, NODE, TOOL } from './harness.mts';
import { createWorkflow, START } from './parts/workflow.mts';

const additionalDataOf = (n8n: IExecuteFunctions) =>
	(n8n as unknown as { additionalData: IWorkflowExecuteAdditionalData }).additionalData;

type Origin = Partial<Record<'root' | 'parent' | 'own', WorkflowExecuteMode>>;

test.each<[WorkflowExecuteMode, Origin, boolean]>([
	['trigger', { root: 'manual' }, true],
	['trigger', { root: 'webhook' }, false],
	['trigger', {}, false],
	['manual', {}, true],
	['evaluation', {}, true],
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

test('the stored credential is undefined where n8n has none', async () => {
	const n8n = await createExecuteContext({ credentials: {} });
	expect(await loadStoredCredential(n8n, 'startFlowApi')).toBeUndefined();
});

test('webhook(), which has no getContext(), reads the context of a node with any name', async () => {
	const settings = { name: 'It\'s "x" \\ }} {{ $json }}' };
	const n8n = await createExecuteContext({ settings });
	const inWebhook = {
		getNode: () => n8n.getNode(),
		evaluateExpression: n8n.evaluateExpression.bind(n8n),
	} as unknown as IWebhookFunctions;
	expect(getNodeContext(inWebhook)).toEqual({});
	n8n.getContext('node').pendingCallback = 1;
	expect(getNodeContext(inWebhook)).toEqual({ pendingCallback: 1 });
});

describe('a call of the tool', () => {
	const settings = { type: TOOL };

	test("through n8n's engine has a toolCallId", async () => {
		const workflow = createWorkflow(settings);
		const call = { nodeName: NODE, input: { what: 'mail' }, id: 'call-1', metadata: {} };
		const action = { ...call, actionType: 'ExecutionNodeAction', type: 'ai_tool' };
		const node = workflow.getNode(START) as INode;
		const source = { main: [{ previousNode: 'Trigger' }] };
		const { nodesToBeExecuted } = handleRequest({
			workflow,
			currentNode: node,
			request: { actions: [action], metadata: {} } as unknown as EngineRequest,
			runIndex: 0,
			executionData: { node, data: { main: [[{ json: {} }]] }, source },
			runData: {},
		});
		const tool = nodesToBeExecuted.find((one) => one.inputConnectionData.node === NODE);
		const items = tool?.parentOutputData[0];
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

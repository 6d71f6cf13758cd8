/** What n8n's server does with an execution that waits: a callback comes, or the time is up. */
import { WebhookContext, WorkflowExecute } from 'n8n-core';
import type {
	INode,
	INodeExecutionData,
	IRunExecutionData,
	IWebhookData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { TriggerFlow } from '../../nodes/TriggerFlow/TriggerFlow.node.ts';
import type { Credentials, SavedExecution } from './executions.mts';
import { TestCredentials } from './parts/credentials.mts';
import { additionalData, useInstanceKey } from './parts/engine.mts';
import { createWorkflow, NODE } from './parts/workflow.mts';

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

export function isWaiting({ data }: SavedExecution): boolean {
	return (JSON.parse(data) as IRunExecutionData).waitTill !== undefined;
}

/** A callback, through n8n's `WaitingWebhooks` and its `WebhookHelpers`. */
export async function callBack(
	execution: SavedExecution,
	credentials: Credentials,
	{ url, body = '', headers = {} }: Callback,
): Promise<Taken> {
	const { live, data, saved } = await load(execution, credentials);
	let status = 200;
	let answer: unknown;
	const response = {
		status: (code: number) => {
			status = code;
			return response;
		},
		json: (value: unknown) => {
			answer = value;
		},
	};
	Object.assign(data, {
		httpRequest: {
			headers: { 'content-type': 'application/json', ...headers },
			query: Object.fromEntries(new URL(url).searchParams),
			rawBody: Buffer.from(body),
		},
		httpResponse: response,
	});
	const node = live.getNode(NODE) as INode;
	const context = new WebhookContext(live, node, data, 'trigger', {} as IWebhookData, [], saved);
	const result: IWebhookResponseData = await new TriggerFlow().webhook.call(
		context as unknown as IWebhookFunctions,
	);
	if (result.workflowData === undefined) return { status, answer, output: undefined };
	const [entry] = saved.executionData?.nodeExecutionStack ?? [];
	if (entry !== undefined) entry.data.main = result.workflowData;
	return {
		status,
		answer: result.webhookResponse,
		output: await goOn(execution, credentials, saved),
	};
}

/** The time is up: n8n goes on with what it has stored. */
export async function atLimit(
	execution: SavedExecution,
	credentials: Credentials,
): Promise<INodeExecutionData[][]> {
	const { saved } = await load(execution, credentials);
	return await goOn(execution, credentials, saved);
}

async function goOn(
	execution: SavedExecution,
	credentials: Credentials,
	saved: IRunExecutionData,
): Promise<INodeExecutionData[][]> {
	const { live, data } = await load(execution, credentials);
	const run = await new WorkflowExecute(data, 'trigger', saved).processRunExecutionData(live);
	return (run.data.resultData.runData[NODE]?.at(-1)?.data?.main ?? []).map(
		(output) => output ?? [],
	);
}

async function load({ id, workflow, data }: SavedExecution, credentials: Credentials) {
	useInstanceKey();
	const { node, ...settings } = workflow;
	const live = createWorkflow(node, settings);
	const stored = await TestCredentials.create(credentials);
	return {
		live,
		data: additionalData(live, stored, 'trigger', id),
		saved: JSON.parse(data) as IRunExecutionData,
	};
}

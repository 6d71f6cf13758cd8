/** Executions as n8n saves them, and "Retry" from the executions list, on n8n's real engine. */
import { randomUUID } from 'node:crypto';

import { WorkflowExecute } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	IRun,
	IRunExecutionData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { TestCredentials } from './parts/credentials.mts';
import { useDeduplicator } from './parts/deduplicator.mts';
import { additionalData, useInstanceKey } from './parts/engine.mts';
import { createWorkflow, NODE, START, type WorkflowSettings } from './parts/workflow.mts';

export interface SavedWorkflow extends WorkflowSettings {
	/** The Trigger Flow node: its parameters, its settings, the credential that it selects. */
	node: Partial<INode>;
}

export interface SavedExecution {
	id: string;
	workflow: SavedWorkflow;
	/** As in n8n's database: nothing outlives an execution but what this text holds. */
	data: string;
}

/** The credentials of this n8n, by id. */
export type Credentials = Record<string, ICredentialDataDecryptedObject>;

export async function execute(
	workflow: SavedWorkflow,
	credentials: Credentials,
	{ items, mode }: { items: IDataObject[]; mode: WorkflowExecuteMode },
): Promise<SavedExecution> {
	const id = randomUUID();
	const { live, data } = await prepare(workflow, credentials, mode, id);
	const run = await new WorkflowExecute(data, mode).run({
		workflow: live,
		pinData: { [START]: items.map((json) => ({ json })) },
	});
	return save(id, workflow, run);
}

/**
 * Runs a workflow, and stops it as n8n does when a person presses Stop. n8n saves at once, while the node may
 * still be at work; older versions do so once more at the end.
 *
 * @param pressed When Stop is pressed.
 */
export async function executeAndStop(
	workflow: SavedWorkflow,
	credentials: Credentials,
	{ items, mode }: { items: IDataObject[]; mode: WorkflowExecuteMode },
	pressed: Promise<void>,
): Promise<{ atStop: SavedExecution; atEnd: SavedExecution }> {
	const id = randomUUID();
	const { live, data } = await prepare(workflow, credentials, mode, id);
	let atStop: SavedExecution | undefined;
	data.hooks?.addHandler('workflowExecuteAfter', (run) => {
		atStop ??= save(id, workflow, run);
	});
	const running = new WorkflowExecute(data, mode).run({
		workflow: live,
		pinData: { [START]: items.map((json) => ({ json })) },
	});
	await pressed;
	running.cancel();
	if (atStop === undefined) throw new Error('n8n has not saved the execution at once');
	return { atStop, atEnd: save(id, workflow, await running) };
}

/**
 * What n8n does when a person presses Retry: its `ExecutionService.retry`, then its
 * `WorkflowRunner`. `current` is the workflow as it is now; without it, that of the execution.
 */
export async function retry(
	execution: SavedExecution,
	credentials: Credentials,
	{ current }: { current?: SavedWorkflow } = {},
): Promise<SavedExecution> {
	const id = randomUUID();
	const workflow = current ?? execution.workflow;
	const { live, data } = await prepare(workflow, credentials, 'retry', id);
	const saved = JSON.parse(execution.data) as IRunExecutionData;
	const { resultData } = saved;
	delete resultData.error;
	const runs = resultData.runData[resultData.lastNodeExecuted ?? ''];
	if (runs?.at(-1)?.error !== undefined) runs.pop();
	if (current !== undefined) {
		for (const entry of saved.executionData?.nodeExecutionStack ?? []) {
			entry.node = live.getNode(entry.node.name) as INode;
		}
	}
	return save(
		id,
		workflow,
		await new WorkflowExecute(data, 'retry', saved).processRunExecutionData(live),
	);
}

/** What n8n has saved of the node's runs within an execution. */
export function runsOf({
	data,
}: SavedExecution): NonNullable<IRunExecutionData['resultData']['runData'][string]> {
	return (JSON.parse(data) as IRunExecutionData).resultData.runData[NODE] ?? [];
}

async function prepare(
	{ node, ...settings }: SavedWorkflow,
	credentials: Credentials,
	mode: WorkflowExecuteMode,
	id: string,
) {
	useInstanceKey();
	await useDeduplicator();
	const live = createWorkflow(node, settings);
	const stored = await TestCredentials.create(credentials);
	return { live, data: additionalData(live, stored, mode, id) };
}

/** n8n saves with `flatted`, which does with values what JSON does. */
function save(id: string, workflow: SavedWorkflow, run: IRun): SavedExecution {
	return { id, workflow: structuredClone(workflow), data: JSON.stringify(run.data) };
}

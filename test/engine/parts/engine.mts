/** A minimal stand-in for what n8n's server gives to an execution. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Container } from '@n8n/di';
import {
	BinaryDataConfig,
	BinaryDataService,
	Cipher,
	DataDeduplicationService,
	EncryptionKeyProxy,
	ExecutionLifecycleHooks,
	InstanceSettings,
	WorkflowExecute,
} from 'n8n-core';
import { version } from 'n8n-core/package.json';
import type {
	IDataDeduplicator,
	IPinData,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import type { TestCredentials } from './credentials.mts';

/** `npm run test:engine` runs the tests on the engine of n8n 1. */
const IS_N8N_1 = version.startsWith('1.');

/** What only newer engines do. */
export const ENGINE = {
	/** Protection from SSRF. */
	blocksAddresses: !IS_N8N_1,
	/** A credential may be for the nodes of its package alone. */
	restrictsCredentials: !IS_N8N_1,
	/** A Retry gets the id of the execution that it retries. Without it, a Retry after a crash sends with new keys. */
	tellsRetriedExecution: !IS_N8N_1,
	/** An error of the HTTP helper has its causes. Without them, a handshake that breaks off may have been a start. */
	keepsCausesOfErrors: !IS_N8N_1,
	/** n8n refuses a callback without the signature in its URL. */
	signsResumeUrl: !IS_N8N_1,
	/** A stored item with `details` goes to the error branch. n8n 2.20 does not do this either. */
	routesFailedItemWithDetails: !IS_N8N_1,
};

/** `test`, unless the engine does not do what is tested. */
export const testIf = (engineDoesIt: boolean) => (engineDoesIt ? test : test.skip);

/** What n8n's server gives to an execution beside the workflow. */
export function additionalData(
	workflow: Workflow,
	credentialsHelper: TestCredentials,
	mode: WorkflowExecuteMode,
	executionId: string,
	retryOf?: string,
): IWorkflowExecuteAdditionalData {
	const told = { ...workflow, nodes: [] } as never;
	return {
		credentialsHelper,
		executionId,
		hooks: new ExecutionLifecycleHooks(mode, executionId, told, retryOf),
		currentNodeExecutionIndex: 0,
		setExecutionStatus: () => {},
		logAiEvent: () => {},
		variables: {},
		// Without an address, every expression fails.
		formWaitingBaseUrl: 'http://localhost/',
		webhookWaitingBaseUrl: 'https://n8n.example/webhook-waiting',
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** Runs a workflow from its trigger, whose output is pinned. n8n 1 takes each part by its place. */
export function runWorkflow(
	data: IWorkflowExecuteAdditionalData,
	mode: WorkflowExecuteMode,
	parts: { workflow: Workflow; pinData: IPinData },
): ReturnType<WorkflowExecute['run']> {
	const execute = new WorkflowExecute(data, mode);
	if (!IS_N8N_1) return execute.run(parts);
	const run = execute.run as (...byPlace: unknown[]) => ReturnType<WorkflowExecute['run']>;
	return run.call(execute, parts.workflow, undefined, undefined, parts.pinData);
}

let isReady = false;

/** Gives n8n the key that encrypts credentials, which n8n 1 takes from its settings, and the service behind Remove Duplicates. */
export async function prepareEngine(): Promise<void> {
	if (isReady) return;
	isReady = true;
	await DataDeduplicationService.init(DEDUPLICATOR as IDataDeduplicator);
	if (IS_N8N_1) return;
	const { encryptionKey } = Container.get(InstanceSettings);
	const value = Container.get(Cipher).encryptDEKWithInstanceKey(encryptionKey);
	const shape = { algorithm: 'aes-256-cbc', format: 'no-prefix' as const };
	const getKey = async () => ({ id: 'instance', value, ...shape });
	const provider = { getActiveKey: getKey, getKeyById: getKey, getLegacyKey: getKey };
	Container.get(EncryptionKeyProxy).setProvider(provider);
}

/** The values that each node has seen, by its name. n8n keeps them in its database. */
const seen = new Map<string, unknown[]>();

const DEDUPLICATOR: Pick<IDataDeduplicator, 'checkProcessedAndRecord'> = {
	async checkProcessedAndRecord(items, _scope, { node: { name } = { name: '' } }, { maxEntries }) {
		const before = seen.get(name) ?? [];
		// n8n reads the list, and writes it in a second query.
		await new Promise((resolve) => setImmediate(resolve));
		const fresh = items.filter((item) => !before.includes(item));
		seen.set(name, [...before, ...fresh].slice(-(maxEntries ?? 0)));
		return { new: fresh, processed: items.filter((item) => before.includes(item)) };
	},
};

/** Lets n8n keep files in a new folder, and gives its path. */
export async function useFileStorage(): Promise<string> {
	const storage = mkdtempSync(join(tmpdir(), 'start-flow-storage-'));
	Object.assign(Container.get(BinaryDataConfig), { mode: 'filesystem', localStoragePath: storage });
	await Container.get(BinaryDataService).init();
	return storage;
}

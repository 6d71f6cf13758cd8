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
} from 'n8n-core';
import type {
	ICredentialsHelper,
	IDataDeduplicator,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';

/** What n8n's server gives to an execution beside the workflow. */
export function additionalData(
	workflow: Workflow,
	credentialsHelper: ICredentialsHelper,
	mode: WorkflowExecuteMode,
	executionId: string,
	retryOf?: string,
): IWorkflowExecuteAdditionalData {
	// Any address will do, but an empty one makes every expression fail.
	const url = 'http://localhost/';
	return {
		credentialsHelper,
		executionId,
		hooks: new ExecutionLifecycleHooks(
			mode,
			executionId,
			{ ...workflow, nodes: [] } as never,
			retryOf,
		),
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
		webhookWaitingBaseUrl: 'https://n8n.example/webhook-waiting',
		webhookTestBaseUrl: url,
		mcpBaseUrl: url,
		mcpTestBaseUrl: url,
	} as unknown as IWorkflowExecuteAdditionalData;
}

let isReady = false;

/** Gives n8n the key that encrypts credentials, and the service behind Remove Duplicates. */
export async function prepareEngine(): Promise<void> {
	if (isReady) return;
	isReady = true;
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
	await DataDeduplicationService.init(DEDUPLICATOR as IDataDeduplicator);
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

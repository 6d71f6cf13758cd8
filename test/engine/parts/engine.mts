import { randomUUID } from 'node:crypto';

import { Container } from '@n8n/di';
import { Cipher, EncryptionKeyProxy, ExecutionLifecycleHooks, InstanceSettings } from 'n8n-core';
import type {
	ICredentialsHelper,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';

/** What n8n's server gives to an execution beside the workflow. */
export function additionalData(
	workflow: Workflow,
	credentialsHelper: ICredentialsHelper,
	mode: WorkflowExecuteMode,
	executionId: string = randomUUID(),
): IWorkflowExecuteAdditionalData {
	// Any address will do, but an empty one makes every expression fail.
	const url = 'http://localhost/';
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
		webhookWaitingBaseUrl: 'https://n8n.example/webhook-waiting',
		webhookTestBaseUrl: url,
		mcpBaseUrl: url,
		mcpTestBaseUrl: url,
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** The key that credentials are encrypted with. */
export function useInstanceKey(): void {
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

import { Credentials } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsExpressionResolveValues,
	IHttpRequestOptions,
	INodeCredentialsDetails,
	INodeParameters,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { StartFlowApi } from '../../../credentials/StartFlowApi.credentials.ts';

export const TOKEN = 'secret-token-1234567890';

/** A QA credential with its URL and token entered, and other fields where a test needs them. */
export function credentialFor(
	baseUrl: string,
	fields: ICredentialDataDecryptedObject = {},
): ICredentialDataDecryptedObject {
	const entered = { connectWith: 'fields', baseUrl, accessToken: TOKEN };
	return { environment: 'qa', ...entered, ...fields };
}

/** Stored credentials by their ids, encrypted as in n8n's database, read as n8n's own helper reads them. It has what nodes use. */
export class TestCredentials {
	reads = 0;

	private readonly type = new StartFlowApi();

	private constructor(private readonly stored: Map<string, Credentials>) {}

	static async create(
		credentials: Record<string, ICredentialDataDecryptedObject>,
	): Promise<TestCredentials> {
		const stored = new Map<string, Credentials>();
		for (const [id, data] of Object.entries(credentials)) {
			const credential = new Credentials({ id, name: id }, 'startFlowApi');
			await credential.setData(data);
			stored.set(id, credential);
		}
		return new TestCredentials(stored);
	}

	getParentTypes(): string[] {
		return [];
	}

	/** For n8n, a credential type supports the nodes of the same package. */
	isCredentialUsableByNode(_type: string, node: string): boolean {
		return !this.type.restrictToSupportedNodes || node.startsWith('n8n-nodes-start-flow.');
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

	async getCredentials({ id }: INodeCredentialsDetails): Promise<Credentials> {
		const credential = this.stored.get(id ?? '');
		if (credential === undefined) throw new Error(`There is no credential "${id}"`);
		return credential;
	}

	async getDecrypted(
		_additionalData: unknown,
		details: INodeCredentialsDetails,
		_type: string,
		mode: WorkflowExecuteMode,
		executeData: unknown,
		raw?: boolean,
		values?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		this.reads++;
		const data = await (await this.getCredentials(details)).getData();
		if (raw || values === undefined) return data;
		return values.workflow.expression.getParameterValue(
			data as INodeParameters,
			values.runExecutionData,
			values.runIndex,
			values.itemIndex,
			values.node.name,
			values.connectionInputData,
			mode,
			{ $vars: { token: TOKEN } },
			executeData as never,
		) as ICredentialDataDecryptedObject;
	}
}

import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, ICredentialsDecrypted } from 'n8n-workflow';

import { testConnection } from '../../../nodes/TriggerFlow/credential/testConnection.ts';
import { credentialFor } from './credentials.mts';

/** What n8n shows below a credential for this service after its test. */
export async function connectionTest(url: string, fields: ICredentialDataDecryptedObject = {}) {
	const context = new CredentialTestContext({} as never);
	const credential = { data: credentialFor(url, fields) } as ICredentialsDecrypted;
	return await testConnection.call(context, credential);
}

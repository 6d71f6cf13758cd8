import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { NotSentError } from '../shared/failure';
import { CREDENTIAL_TYPE, parseCredential, type FlowCredential } from './flowCredential';

export async function readSelectedCredential(n8n: ILoadOptionsFunctions): Promise<FlowCredential> {
	if (n8n.getNode().credentials?.[CREDENTIAL_TYPE] === undefined) {
		throw new NotSentError(
			'Select a credential first',
			'The list shows the flows that it contains.',
		);
	}
	return parseCredential(await n8n.getCredentials(CREDENTIAL_TYPE));
}

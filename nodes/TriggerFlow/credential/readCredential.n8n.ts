import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

import { NotSentError } from '../shared/failure';
import { readByItem } from '../shared/readByItem';
import { CREDENTIAL_TYPE, parseCredential, type FlowCredential } from './flowCredential';

/** Reads the credential for an item. @throws NotSentError */
export type ReadCredential = (itemIndex: number) => Promise<FlowCredential>;

/**
 * A read costs n8n a query of its database, a decryption and the evaluation of expressions. So it is done
 * only once, unless a field of the credential uses the item.
 * @param stored The fields with their expressions, if n8n shows them.
 */
export function createCredentialReader(
	n8n: IExecuteFunctions,
	stored: ICredentialDataDecryptedObject | undefined,
): ReadCredential {
	return readByItem(stored, async (itemIndex) =>
		parseCredential(await n8n.getCredentials(CREDENTIAL_TYPE, itemIndex)),
	);
}

/**
 * Reads the credential that is selected in the editor.
 * @throws NotSentError if none is selected, or it cannot be used.
 */
export async function readSelectedCredential(n8n: ILoadOptionsFunctions): Promise<FlowCredential> {
	if (n8n.getNode().credentials?.[CREDENTIAL_TYPE] === undefined) {
		throw new NotSentError(
			'Select a credential first',
			'The list shows the flows that it contains.',
		);
	}
	return parseCredential(await n8n.getCredentials(CREDENTIAL_TYPE));
}

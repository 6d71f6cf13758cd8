import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { notSentError } from '../shared/failure';
import { readByItem } from '../shared/memoize';
import { readFlowCredential, type FlowCredential } from './flowCredential';

/** The name of the credential type, wherever n8n asks for it. */
export const CREDENTIAL = 'triggerFlowApi';

/**
 * Gives the credential for an item.
 *
 * @throws NotSentError
 */
export type CredentialReader = (itemIndex: number) => Promise<FlowCredential>;

/**
 * A read costs n8n a look into its database, a decryption and the evaluation of expressions, so it is done
 * once where no field uses the item. Only the fields as they are stored tell that, and n8n's public
 * interface does not give them to a node; the context object has them all the same. A version of n8n in
 * which they are not found there reads per item: slower, and never the wrong customer.
 */
export async function credentialReader(context: IExecuteFunctions): Promise<CredentialReader> {
	return readByItem(await storedFields(context), async (itemIndex) => {
		try {
			return readFlowCredential(await context.getCredentials(CREDENTIAL, itemIndex));
		} catch (error) {
			throw notSentError(error, { cause: 'credential-invalid' });
		}
	});
}

interface StoredCredential {
	getData: () => ICredentialDataDecryptedObject | Promise<ICredentialDataDecryptedObject>;
}

interface Internals {
	additionalData?: {
		credentialsHelper?: {
			getCredentials?: (details: unknown, type: string) => Promise<StoredCredential>;
		};
	};
}

/** The credential's fields as they are stored, expressions not evaluated; `undefined` where n8n does not tell. */
export async function storedFields(
	context: IExecuteFunctions,
): Promise<ICredentialDataDecryptedObject | undefined> {
	try {
		const details = context.getNode().credentials?.[CREDENTIAL];
		const helper = (context as unknown as Internals).additionalData?.credentialsHelper;
		const credentials = await helper?.getCredentials?.(details, CREDENTIAL);
		return await credentials?.getData();
	} catch {
		// Reading it for the first item says in n8n's own words what is wrong with it.
		return undefined;
	}
}

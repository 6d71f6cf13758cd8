import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { readByItem } from '../shared/memoize';
import { readFlowCredential, type FlowCredential } from './flowCredential';

/** The name of the credential type, wherever n8n asks for it. */
export const CREDENTIAL = 'triggerFlowApi';

/** Gives the credential for an item. @throws NotSentError */
type CredentialReader = (itemIndex: number) => Promise<FlowCredential>;

/**
 * A read costs n8n a look into its database, a decryption and the evaluation of expressions, so it is done
 * once where no field uses the item. An n8n that does not show the stored fields reads by item.
 */
export function credentialReader(context: IExecuteFunctions, stored: unknown): CredentialReader {
	return readByItem(stored, async (itemIndex) =>
		readFlowCredential(await context.getCredentials(CREDENTIAL, itemIndex)),
	);
}

/** n8n's public interface does not give a node the stored fields; the context object has them all the same. */
interface Internals {
	additionalData?: {
		credentialsHelper?: {
			getCredentials?: (
				details: unknown,
				type: string,
			) => Promise<{ getData: () => Promise<ICredentialDataDecryptedObject> }>;
		};
	};
}

/** The credential's fields with expressions not evaluated; `undefined` where n8n does not show them. */
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

import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { readFlowCredential, type FlowCredential } from '../rules/credential/flowCredential';
import { dependsOnItem } from '../rules/expression/dependsOnItem';
import { CREDENTIAL } from './credentialName';

/** Gives the credential for an item. */
export type CredentialReader = (itemIndex: number) => Promise<FlowCredential>;

/**
 * Reads the credential once for all items where that is sound, else for each item anew: a read
 * costs n8n a look into its database, a decryption and the evaluation of expressions.
 *
 * It is sound when no stored field is an expression that could use the item. Only the fields as
 * they are stored tell that, and n8n's public interface does not give them to a node; the context
 * object has them all the same. A version of n8n in which they are not found there reads per item:
 * slower, and never the wrong customer.
 */
export async function credentialReader(context: IExecuteFunctions): Promise<CredentialReader> {
	const read: CredentialReader = async (itemIndex) =>
		readFlowCredential(await context.getCredentials(CREDENTIAL, itemIndex));

	const stored = await storedFields(context);
	if (stored === undefined || dependsOnItem(stored)) return read;
	let credential: Promise<FlowCredential> | undefined;
	return async () => await (credential ??= read(0));
}

interface Internals {
	additionalData?: {
		credentialsHelper?: {
			getCredentials?: (
				details: unknown,
				type: string,
			) => Promise<{
				getData: () => ICredentialDataDecryptedObject | Promise<ICredentialDataDecryptedObject>;
			}>;
		};
	};
}

/** The credential's fields as they are stored, expressions not evaluated. */
async function storedFields(
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

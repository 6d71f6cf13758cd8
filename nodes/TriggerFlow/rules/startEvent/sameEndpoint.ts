import { ENVIRONMENT_NAMES, type FlowCredential } from '../credential/flowCredential';
import { NotSentError } from '../errors/failure';
import { shorten } from '../errors/shorten';

/**
 * Refuses to send a request with another environment's credential. Addresses that are equal once
 * `URL` has normalised them (case of the host, default port, dot segments) count as equal.
 *
 * @param url The address in the pasted request.
 * @throws NotSentError that names both addresses, without their queries.
 */
export function requireSameEndpoint(url: string, credential: FlowCredential): void {
	if (new URL(url).href === new URL(credential.baseUrl).href) return;
	const environment = ENVIRONMENT_NAMES[credential.environment];
	throw new NotSentError(
		`The pasted request is for another address than the selected ${environment} credential`,
		`The request goes to ${shown(url)}, the credential to ${shown(credential.baseUrl)}. Select the credential of the request's environment, or paste the request that the Start Event shows for ${environment}.`,
	);
}

function shown(url: string): string {
	const { origin, pathname, search } = new URL(url);
	return shorten(`${origin}${pathname}${search === '' ? '' : '?…'}`, 200);
}

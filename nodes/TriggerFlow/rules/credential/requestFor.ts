import { NotSentError } from '../errors/failure';
import { shorten } from '../errors/shorten';
import type { PastedRequest } from '../pastedRequest/readRequests';
import { isSameAddress, shownAddress } from '../request/webAddress';
import { ENVIRONMENT_NAMES, type FlowCredential } from './flowCredential';

/**
 * The request for the credential's address, of those that were pasted: production's and QA's may stand
 * there together.
 *
 * @throws NotSentError that names the addresses, without their queries, where none is the credential's.
 */
export function requestFor(
	{ baseUrl, environment }: FlowCredential,
	requests: PastedRequest[],
): PastedRequest {
	const [request, ...further] = requests.filter(({ url }) => isSameAddress(url, baseUrl));
	const name = ENVIRONMENT_NAMES[environment];
	if (request === undefined) {
		const addresses = [...new Set(requests.map(({ url }) => shownAddress(url)))];
		throw new NotSentError(
			`The pasted request is for another address than the selected ${name} credential`,
			`The request goes to ${shorten(addresses.join(' and '), 400)}, the credential to ${shownAddress(baseUrl)}. Select the credential of the request's environment, or paste the request that the Start Event shows for ${name}.`,
		);
	}
	if (further.some(({ slug }) => slug !== request.slug)) {
		throw new NotSentError(
			`The pasted text holds requests for more than one flow at the address of the selected ${name} credential`,
			'Leave the request of the flow that this node is to start.',
		);
	}
	return request;
}

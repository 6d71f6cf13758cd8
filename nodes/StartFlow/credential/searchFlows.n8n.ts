import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { CREDENTIAL_TYPE, HOW_TO_ADD_A_FLOW, parseCredential } from './flowCredential';
import { UserError, toUserError, toSingleText } from '../shared/userError';

/** If there is nothing to list, the only entry says why: n8n would show an error here as a failure of a service. */
export async function searchFlows(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const { flows } = await loadSelectedCredential(this);
		if (flows.length === 0) {
			throw new UserError(
				'The credential contains no flow',
				`To list a flow, ${HOW_TO_ADD_A_FLOW}`,
			);
		}
		const wanted = filter.trim().toLowerCase();
		const entries = flows.map(({ slug }) => ({ name: slug, value: slug }));
		return { results: entries.filter(({ name }) => name.toLowerCase().includes(wanted)) };
	} catch (error) {
		// Its value is empty, so choosing this entry chooses no flow.
		const name = `${toSingleText(toUserError(error))} After a change, choose ⋮ → Refresh List`;
		return { results: [{ name, value: '' }] };
	}
}

export async function loadSelectedCredential(n8n: ILoadOptionsFunctions) {
	if (n8n.getNode().credentials?.[CREDENTIAL_TYPE] === undefined) {
		throw new UserError(
			'Select a credential first',
			'Flow then lists the flows in the credential.',
		);
	}
	return parseCredential(await n8n.getCredentials(CREDENTIAL_TYPE));
}

import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { CREDENTIAL } from '../credential/credentialReader';
import { readFlowCredential, type FlowCredential } from '../credential/flowCredential';
import { ADD_REQUEST, flowName } from '../credential/flows';
import { asOneText, NotSentError, notSentError } from '../shared/failure';

/**
 * The flows that the selected credential holds, for the list of the parameter Flow. Where there are
 * none, its one entry says why: n8n would show an error here as a failure of a service.
 *
 * @param filter What the person looks for, in any case.
 */
export async function searchFlows(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const { flows } = await selectedCredential(this);
		if (flows.length === 0) {
			throw new NotSentError('The credential contains no flow', `To list a flow, ${ADD_REQUEST}`);
		}
		const wanted = filter.trim().toLowerCase();
		const listed = flows.map((flow) => ({ name: flowName(flow), value: flow.slug }));
		return { results: listed.filter(({ name }) => name.toLowerCase().includes(wanted)) };
	} catch (error) {
		// To choose it is to choose nothing.
		return { results: [{ name: asOneText(notSentError(error)), value: '' }] };
	}
}

/** @throws NotSentError where none is selected, or it cannot be used. */
export async function selectedCredential(context: ILoadOptionsFunctions): Promise<FlowCredential> {
	if (context.getNode().credentials?.[CREDENTIAL] === undefined) {
		throw new NotSentError(
			'Select a credential first',
			'The list shows the flows that it contains.',
		);
	}
	return readFlowCredential(await context.getCredentials(CREDENTIAL));
}

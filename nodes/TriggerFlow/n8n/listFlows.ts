import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { isJsonObject } from '../rules/context/json';
import { readFlowCredential, type FlowCredential } from '../rules/credential/flowCredential';
import { flowName, flowsOf, PASTE_INTO } from '../rules/credential/flows';
import { asOneText, NotSentError, notSentError } from '../rules/errors/failure';
import { CREDENTIAL } from './credentialReader';

/**
 * The flows that the selected credential holds, for the list of Flow to Start. Where there are none, its
 * one entry says why: what is thrown here, n8n tells as a failure of a service.
 *
 * @param filter What the person looks for, in any case.
 */
export async function searchFlows(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const listed = await entries(this);
	const wanted = filter.trim().toLowerCase();
	const results = listed.filter(({ name }) => name.toLowerCase().includes(wanted));
	const chosen = listedSlug(this.getCurrentNodeParameters()?.listedFlow);
	// n8n empties the field, and the form with it, when another credential's list does not have what is chosen.
	const isMissing = typeof chosen === 'string' && !listed.some(({ value }) => value === chosen);
	if (isMissing && chosen !== '' && wanted === '') {
		results.push({ name: `Not in this credential: ${chosen}`, value: chosen });
	}
	return { results };
}

async function entries(context: ILoadOptionsFunctions): Promise<INodeListSearchItems[]> {
	try {
		const { flows } = flowsOf(await selectedCredential(context));
		if (flows.length === 0) throw new NotSentError('The credential holds no flow yet', PASTE_INTO);
		return flows.map((flow) => ({ name: flowName(flow), value: flow.slug }));
	} catch (error) {
		// To choose it is to choose nothing.
		return [{ name: asOneText(notSentError(error)), value: '' }];
	}
}

/** @throws NotSentError where none is selected, or it cannot be used. */
export async function selectedCredential(context: ILoadOptionsFunctions): Promise<FlowCredential> {
	const isSelected = context.getNode().credentials?.[CREDENTIAL] !== undefined;
	if (!isSelected) throw new NotSentError('Begin with the credential', PASTE_INTO);
	return readFlowCredential(await context.getCredentials(CREDENTIAL));
}

/** The slug in a resource locator's value, '' for none. It is not checked yet. */
export function listedSlug(chosen: unknown): unknown {
	return (isJsonObject(chosen) ? chosen.value : chosen) ?? '';
}

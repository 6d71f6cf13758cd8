import type { INodeProperties, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { CREDENTIAL } from '../credential/credentialReader';
import { readFlowCredential, type FlowCredential, ADD_REQUEST } from '../credential/flowCredential';
import { NotSentError, asOneText, notSentError } from '../shared/failure';
import { describeValue } from '../shared/json';
import { shorten } from '../shared/text';

export const flow: INodeProperties = {
	displayName: 'Flow',
	name: 'flow',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The flow to start',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a flow...',
			typeOptions: { searchListMethod: 'searchFlows', searchable: true },
		},
		{
			displayName: 'By Slug',
			name: 'slug',
			type: 'string',
			placeholder: 'e.g. newsletter-sign-up-8f3k2m',
		},
	],
};

/**
 * The slug as it goes on the wire: it is opaque, so it stays as it is. A number, as a spreadsheet gives
 * one, is the text of its digits.
 * @throws NotSentError for a slug that is empty, is no text, or has a blank at an end.
 */
export function readSlug(given: unknown): string {
	const slug = Number.isFinite(given) ? String(given) : given;
	if (slug === undefined || slug === null || (typeof slug === 'string' && slug.trim() === '')) {
		throw new NotSentError(
			'No flow is chosen, so there is nothing to start',
			'Choose a flow in Flow. If Flow is an expression, check its value for this item.',
		);
	}
	if (typeof slug !== 'string') {
		throw new NotSentError(
			`The slug is ${describeValue(slug)}, but it has to be text`,
			"Copy the slug from the flow's Start Event. If it comes from an expression, check what it gives for this item.",
		);
	}
	if (slug.trim() !== slug) {
		throw new NotSentError(
			`The slug "${shorten(slug, 80)}" begins or ends with a space or a line break`,
			'Remove it. The node uses the slug unchanged.',
		);
	}
	return slug;
}

/**
 * The credential's flows, for the list of the parameter Flow. Where there are none, its one entry says why:
 * n8n would show an error here as a failure of a service.
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
		const listed = flows.map(({ slug }) => ({ name: slug, value: slug }));
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

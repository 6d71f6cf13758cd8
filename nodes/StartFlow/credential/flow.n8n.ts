import type {
	ILoadOptionsFunctions,
	INode,
	INodeListSearchResult,
	INodeProperties,
} from 'n8n-workflow';

import { isExpression, isTool } from '../n8n/internals';
import { explainError } from '../n8n/run';
import { describeValue, type JsonObject } from '../shared/json';
import { shortenName } from '../shared/text';
import { UserError } from '../shared/userError';
import { CREDENTIAL_TYPE, HOW_TO_ADD_A_FLOW, parseCredential } from './flowCredential';

export const flowParameter: INodeProperties = {
	displayName: 'Flow',
	name: 'flow',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The flow to start. To list more flows, use More Flows in the credential.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
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

/** @throws UserError for an empty or a wrong slug. */
export function parseSlug(slug: unknown): string {
	if (typeof slug !== 'string' || slug.trim() === '') {
		throw new UserError(
			`No flow is chosen, because the slug is ${describeValue(slug)}`,
			'Choose a flow in Flow. If Flow is an expression, it has to give text for this item.',
		);
	}
	if (!/\p{C}|^\s|\s$/u.test(slug)) return slug;
	const shownSlug = shortenName(slug.trim().replace(/\p{C}/gu, '�'));
	throw new UserError(
		`The slug "${shownSlug}" contains an invisible character (�), or a space at one end`,
		'Remove it. The node uses the slug unchanged.',
	);
}

/** Whether the credential has to contain the flow: it was chosen from the list, or a model may choose it by an expression. */
export function isListedFlowRequired(node: INode): boolean {
	const { mode, value } = (node.parameters.flow ?? {}) as JsonObject;
	return mode !== 'slug' || (isTool(node) && isExpression(value));
}

/** If there is nothing to list, the only entry says why: n8n would show an error here as a failure of a service. */
export async function searchFlows(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const { examples } = await loadSelectedCredential(this);
		if (examples.size === 0) {
			throw new UserError('The credential contains no flow', HOW_TO_ADD_A_FLOW);
		}
		const wanted = filter.trim().toLowerCase();
		const slugs = [...examples.keys()].filter((slug) => slug.toLowerCase().includes(wanted));
		return { results: slugs.map((slug) => ({ name: slug, value: slug })) };
	} catch (error) {
		// What to do comes first, because n8n cuts a long entry. Its value is empty, so choosing it chooses no flow.
		const name = `Refresh List (⋮) after a change: ${explainError(this, error)}`;
		return { results: [{ name, value: '' }] };
	}
}

export async function loadSelectedCredential(n8n: ILoadOptionsFunctions) {
	if (n8n.getNode().credentials?.[CREDENTIAL_TYPE] === undefined) {
		throw new UserError('Select a credential first', 'Flow then lists its flows.');
	}
	return parseCredential(await n8n.getCredentials(CREDENTIAL_TYPE));
}

import type { INodeProperties } from 'n8n-workflow';

import { UserError } from '../shared/userError';
import { describeValue } from '../shared/json';
import { shorten } from '../shared/text';

export const flow: INodeProperties = {
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

/** Parses a slug. A number, as from a spreadsheet, becomes text. @throws UserError for an empty or a wrong slug. */
export function parseSlug(value: unknown): string {
	const slug = Number.isFinite(value) ? String(value) : value;
	if (typeof slug !== 'string' || slug.trim() === '') {
		throw new UserError(
			`No flow is chosen, because the slug is ${describeValue(slug)}`,
			'Choose a flow in Flow. If Flow is an expression, check what it gives for this item: it has to be text.',
		);
	}
	if (!/\p{C}|^\s|\s$/u.test(slug)) return slug;
	const shownSlug = shorten(slug.trim().replace(/\p{C}/gu, '�'), 80);
	throw new UserError(
		`The slug "${shownSlug}" contains an invisible character (�), or a space at one end`,
		'Remove it. The node uses the slug unchanged.',
	);
}

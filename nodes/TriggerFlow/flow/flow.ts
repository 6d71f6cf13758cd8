import type { INodeProperties } from 'n8n-workflow';

import { NotSentError } from '../shared/failure';
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

/** Reads a slug. A number, as from a spreadsheet, becomes text. @throws NotSentError for an empty or a wrong slug. */
export function readSlug(value: unknown): string {
	const slug = Number.isFinite(value) ? String(value) : value;
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
	const trimmed = slug.trim();
	if (/\p{C}/u.test(trimmed)) throw wrongSlug(slug, 'contains an invisible character (�)');
	if (trimmed !== slug) throw wrongSlug(trimmed, 'begins or ends with a space or a line break');
	return slug;
}

function wrongSlug(slug: string, problem: string): NotSentError {
	return new NotSentError(
		`The slug "${shorten(slug.replace(/\p{C}/gu, '�'), 80)}" ${problem}`,
		'Remove it. The node uses the slug unchanged.',
	);
}

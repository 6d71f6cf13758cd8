import { describeValue } from '../shared/json';
import { shortenName } from '../shared/text';
import { UserError } from '../shared/userError';

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

/** Gives the same text for the same flow at the same address, however the address is written. */
export function identifyFlow(baseUrl: string, slug: string): string {
	return JSON.stringify([new URL(baseUrl).href, slug]);
}

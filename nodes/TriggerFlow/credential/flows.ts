import { maskText } from '../secrets/mask';
import { NotSentError } from '../shared/failure';
import { shorten } from '../shared/text';
import { shownAddress } from '../shared/webAddress';
import { ENVIRONMENT_NAMES, type Flow, type FlowCredential } from './flowCredential';

/** The flow of a slug, where the credential holds it. */
export function findFlow({ flows }: FlowCredential, slug: string): Flow | undefined {
	return flows.find((flow) => flow.slug === slug);
}

/**
 * Refuses a flow that the credential does not hold.
 *
 * @throws NotSentError that names the flows that the credential holds.
 */
export function refuseOtherFlow(credential: FlowCredential, slug: string): void {
	if (findFlow(credential, slug) !== undefined) return;
	const { flows, environment, accessToken } = credential;
	const held =
		flows.length === 0
			? 'It contains no flow.'
			: `It contains ${shorten(flows.map((flow) => flow.slug).join(', '))}.`;
	throw new NotSentError(
		`The selected ${ENVIRONMENT_NAMES[environment]} credential does not contain the flow "${shorten(maskText(slug, accessToken), 80)}"`,
		maskText(`${held} Choose one of its flows, or ${ADD_REQUEST}`, accessToken),
	);
}

/** Where a list of flows comes from. */
export const ADD_REQUEST =
	"add the request from this flow's Start Event to the credential. To start a flow without it, choose By Slug.";

/** A flow as the list shows it: the readable part of its slug, and the slug itself. */
export function flowName({ slug }: Flow): string {
	const [readable = '', suffix] = slug.split(/[-_](?=[a-z\d]+$)/i);
	const words = readable.replace(/[-_]+/g, ' ').trim();
	return suffix === undefined || !/[a-z]/i.test(words)
		? slug
		: `${words.charAt(0).toUpperCase()}${words.slice(1)} (${slug})`;
}

/** What a credential is for, in a sentence: "QA at https://…, 2 flows: …". */
export function aboutCredential({ environment, baseUrl, flows, accessToken }: FlowCredential) {
	const names = flows.map(({ slug }) => slug).join(', ');
	const count = flows.length === 1 ? '1 flow' : `${flows.length} flows`;
	const found = flows.length > 0 ? `, ${count}: ${shorten(names)}` : '';
	return maskText(
		`${ENVIRONMENT_NAMES[environment]} at ${shownAddress(baseUrl)}${found}.`,
		accessToken,
	);
}

import { mistakeIn, NotSentError, notSentError } from '../errors/failure';
import { shorten } from '../errors/shorten';
import { readRequests, type PastedRequest } from '../pastedRequest/readRequests';
import { isSameAddress, shownAddress } from '../request/webAddress';
import { maskParts, maskText } from '../secrets/mask';
import { ENVIRONMENT_NAMES, type FlowCredential } from './flowCredential';

/** The flows whose requests a credential holds. */
interface Flows {
	/** In the order of pasting, each slug once: of two requests for it, the one that was pasted later. */
	flows: PastedRequest[];
	/** How many requests are for another address, production's beside QA's: they are left out. */
	elsewhere: number;
}

/**
 * The flows of a credential: that of Access Token, then those of Start Events.
 *
 * @throws NotSentError for what cannot be read, and for a request with another customer's token.
 */
export function flowsOf({ baseUrl, accessToken, request, startEvents }: FlowCredential): Flows {
	const further = startEvents === undefined ? [] : requestsIn(startEvents, accessToken);
	if (further.some((each) => (each.accessToken ?? accessToken) !== accessToken)) {
		throw new NotSentError(
			'Start Events in the credential holds a request with another token than the credential',
			'It belongs to another customer or environment, which needs a credential of its own. Remove it here.',
		);
	}
	const own = further.filter(({ url }) => isSameAddress(url, baseUrl));
	const bySlug = new Map<string, PastedRequest>();
	for (const each of request === undefined ? own : [request, ...own]) {
		refuseTokenWithin(each, accessToken);
		bySlug.set(each.slug, each);
	}
	return { flows: [...bySlug.values()], elsewhere: further.length - own.length };
}

/** The form shows the example, and n8n saves it with the workflow. */
function refuseTokenWithin({ slug, context }: PastedRequest, accessToken: string): void {
	const shown = JSON.stringify({ slug, context });
	if (maskText(shown, accessToken) === shown) return;
	throw new NotSentError(
		`The request of the flow "${shorten(maskText(slug, accessToken), 80)}" in the credential holds the token in its slug or its context`,
		'Write an example value in its place: the form of the node shows it, and a workflow keeps it.',
	);
}

function requestsIn(startEvents: string, accessToken: string): PastedRequest[] {
	try {
		return readRequests(startEvents, true);
	} catch (mistake) {
		const { message, description } = notSentError(mistake);
		// Who may only use the credential is told it as well.
		const shown = maskParts({ message, description }, accessToken);
		throw mistakeIn('Start Events in the credential', shown);
	}
}

/**
 * The flow that was chosen from a credential's list.
 *
 * @param slug Empty: the only one there is.
 * @throws NotSentError that names the flows that are there.
 */
export function flowOf(credential: FlowCredential, slug: string): PastedRequest {
	const { flows } = flowsOf(credential);
	const name = ENVIRONMENT_NAMES[credential.environment];
	const [only, ...others] = flows;
	if (only === undefined) {
		throw new NotSentError(`The selected ${name} credential holds no flow`, PASTE_INTO);
	}
	if (slug === '' && others.length === 0) return only;
	const found = flows.find((flow) => flow.slug === slug);
	if (found !== undefined) return found;
	const there = `It holds ${shorten(flows.map((flow) => flow.slug).join(', '))}.`;
	if (slug === '') {
		throw new NotSentError(
			`The selected ${name} credential holds several flows, and none is chosen`,
			`Choose one of them in Flow to Start. ${there}`,
		);
	}
	throw new NotSentError(
		`The selected ${name} credential does not hold the flow "${shorten(maskText(slug, credential.accessToken), 80)}"`,
		`${there} Choose one of these in Flow to Start, or paste the request that this flow's Start Event shows for ${name} into Start Events of the credential.`,
	);
}

/** Where a credential gets its flows. */
export const PASTE_INTO =
	"Copy the request from the flow's Start Event and paste it, token and all, into Access Token of the credential.";

/** A flow for a person: the readable part of its slug, and the slug itself. */
export function flowName({ slug }: PastedRequest): string {
	const [readable = '', suffix] = slug.split(/[-_](?=[a-z\d]+$)/i);
	const words = readable.replace(/[-_]+/g, ' ').trim();
	return suffix === undefined || !/[a-z]/i.test(words)
		? slug
		: `${words.charAt(0).toUpperCase()}${words.slice(1)} (${slug})`;
}

/** What a credential gives, in a sentence or two: "QA at https://…, 2 flows: …". */
export function aboutFlows(credential: FlowCredential): string {
	const { flows, elsewhere } = flowsOf(credential);
	const { environment, baseUrl, startEvents = '', accessToken } = credential;
	const names = flows.map(({ slug }) => slug).join(', ');
	const count = flows.length === 1 ? '1 flow' : `${flows.length} flows`;
	const found = flows.length > 0 && `, ${count}: ${shorten(names)}`;
	const sentences = [
		`${ENVIRONMENT_NAMES[environment]} at ${shownAddress(baseUrl)}${found || ''}.`,
		elsewhere > 0 &&
			`Start Events holds ${elsewhere === 1 ? '1 request' : `${elsewhere} requests`} for another address, which this credential does not use.`,
		maskText(startEvents, accessToken) !== startEvents &&
			'Start Events shows the token to everybody who may edit the credential: remove it there.',
	];
	return maskText(sentences.filter(Boolean).join(' '), accessToken);
}

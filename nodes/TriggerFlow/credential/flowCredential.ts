import { readRequests, type PastedRequest } from '../curl/readRequests';
import type { About } from '../outcome/describeFailure';
import { maskText } from '../secrets/mask';
import { mistakeIn, NotSentError } from '../shared/failure';
import type { JsonObject } from '../shared/json';
import { shorten } from '../shared/text';
import { isSameAddress } from '../shared/webAddress';
import { checkBaseUrl, readAccessToken } from './access';

/** A credential that has been read and checked: its URL and token can be used without further checks. */
export interface FlowCredential {
	environment: 'Production' | 'QA';
	baseUrl: string;
	accessToken: string;
	/** The flows whose requests it holds, each slug once, in the order of pasting. */
	flows: readonly Flow[];
}

export interface Flow {
	slug: string;
	example: JsonObject;
}

/**
 * Reads a credential from its fields as n8n stores them.
 * @throws NotSentError for a wrong URL or token, for a request that cannot be read, and for one that
 * goes to another address. The token is never in it.
 */
export function readFlowCredential(fields: Record<string, unknown>): FlowCredential {
	const request = fields.connectWith === 'fields' ? undefined : startEventRequest(fields.request);
	const url = request === undefined ? fields.baseUrl : request.url;
	const token = request === undefined ? fields.accessToken : request.accessToken;
	const baseUrl = checkBaseUrl(url, fields.allowInsecureHttp === true);
	const accessToken = readAccessToken(token);

	const further = moreFlows(fields.moreFlows, baseUrl, accessToken);
	const requests = request === undefined ? further : [request, ...further];
	const examples = new Map(requests.map(({ slug, context }) => [slug, context]));
	const flows = Array.from(examples, ([slug, example]) => ({ slug, example }));
	const environment = fields.environment === 'qa' ? 'QA' : 'Production';
	return { environment, baseUrl, accessToken, flows };
}

function startEventRequest(text: unknown): PastedRequest {
	const [request, ...further] = requestsIn('Start Event Request', text);
	if (request?.accessToken !== undefined && further.length === 0) return request;
	const [problem, cure] =
		further.length > 0
			? ['more than one request', 'Keep one request there. Move the others to More Flows.']
			: ['no access token', 'Copy the request from the Start Event with its token.'];
	throw new NotSentError(`Start Event Request in the credential contains ${problem}`, cure);
}

function moreFlows(text: unknown, baseUrl: string, accessToken: string): PastedRequest[] {
	if (typeof text !== 'string' || text.trim() === '') return [];
	const requests = requestsIn('More Flows', text);
	const other = requests.find(({ url }) => !isSameAddress(url, baseUrl));
	if (other === undefined) return requests;
	const shown = (url: string) => shorten(maskText(url.split('?')[0] ?? '', accessToken), 200);
	throw new NotSentError(
		`The field More Flows contains a request for another address: ${shown(other.url)}`,
		`This credential is for ${shown(baseUrl)}. Remove that request, and create a credential for the other environment.`,
	);
}

function requestsIn(field: string, text: unknown): PastedRequest[] {
	try {
		return readRequests(typeof text === 'string' ? text : '');
	} catch (mistake) {
		throw mistakeIn(`${field} in the credential`, mistake);
	}
}

export function findFlow({ flows }: FlowCredential, slug: string): Flow | undefined {
	return flows.find((flow) => flow.slug === slug);
}

export const ADD_REQUEST =
	"add the flow's Start Event request to the credential. To start a flow that is not in the list, choose By Slug.";

/** @throws NotSentError for a flow that the credential does not hold. It names those that it holds. */
export function refuseOtherFlow(credential: FlowCredential, slug: string): void {
	if (findFlow(credential, slug) !== undefined) return;
	const { flows, environment, accessToken } = credential;
	const slugs = flows.map((flow) => flow.slug).join(', ');
	const held = flows.length === 0 ? 'no flow' : shorten(slugs);
	throw new NotSentError(
		`The selected ${environment} credential does not contain the flow "${shorten(maskText(slug, accessToken), 80)}"`,
		maskText(`It contains ${held}. To include yours, ${ADD_REQUEST}`, accessToken),
	);
}

/** @throws NotSentError for production, in a run that was started by hand. */
export function refuseProduction({ environment }: FlowCredential): void {
	if (environment !== 'Production') return;
	throw new NotSentError(
		'This run was started by hand, and the option Protect Production blocks production flows in such runs',
		'Select a QA credential to test. To start the production flow by hand, turn the option off. Runs that a trigger starts are not affected.',
	);
}

export function aboutStart(slug: string, credential: FlowCredential): About {
	const { environment, baseUrl, accessToken } = credential;
	return { slug, environment, host: new URL(baseUrl).host, accessToken };
}

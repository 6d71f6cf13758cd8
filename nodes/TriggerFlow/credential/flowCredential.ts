import { readRequests, type PastedRequest } from '../curl/readRequests';
import type { About } from '../outcome/describeFailure';
import { maskText } from '../secrets/mask';
import { mistakeIn, NotSentError } from '../shared/failure';
import type { JsonObject } from '../shared/json';
import { isSameAddress, shownAddress } from '../shared/webAddress';
import { readAccessToken, checkBaseUrl } from './access';

/** Which of a customer's two environments a credential belongs to. */
export type Environment = 'production' | 'qa';

/** A credential that has been read and checked: its URL and token can be used without further checks. */
export interface FlowCredential {
	environment: Environment;
	baseUrl: string;
	accessToken: string;
	/** The flows whose requests it holds, each slug once, in the order of pasting. */
	flows: readonly Flow[];
}

/** A flow of a credential. */
export interface Flow {
	slug: string;
	/** The example context that its Start Event shows. */
	example: JsonObject;
}

/** The environment as people read it in messages. */
export const ENVIRONMENT_NAMES: Record<Environment, string> = {
	production: 'Production',
	qa: 'QA',
};

/** What a failure is about, for its message. */
export function aboutStart(
	slug: string,
	{ environment, baseUrl, accessToken }: FlowCredential,
): About {
	const { host } = new URL(baseUrl);
	return { slug, environment: ENVIRONMENT_NAMES[environment], host, accessToken };
}

/**
 * Reads a credential from its fields as n8n stores them.
 *
 * @throws NotSentError for a wrong URL, token or environment, for a request that cannot be read, and
 * for one that goes to another address. The token is never in it.
 */
export function readFlowCredential(fields: Record<string, unknown>): FlowCredential {
	const { environment = 'production', connectWith = 'request' } = fields;
	if (environment !== 'production' && environment !== 'qa') {
		throw new NotSentError(
			'The environment in the credential is neither Production nor QA',
			'Open the credential and choose the environment that the URL belongs to.',
		);
	}
	const request = connectWith === 'fields' ? undefined : startEventRequest(fields.request);
	const url = request === undefined ? fields.baseUrl : request.url;
	const token = request === undefined ? fields.accessToken : request.accessToken;
	const baseUrl = checkBaseUrl(url, fields.allowInsecureHttp === true);
	const accessToken = readAccessToken(token);

	const further = moreFlows(fields.moreFlows, baseUrl, accessToken);
	const requests = request === undefined ? further : [request, ...further];
	const examples = new Map(requests.map(({ slug, context }) => [slug, context]));
	const flows = Array.from(examples, ([slug, example]) => ({ slug, example }));
	return { environment, baseUrl, accessToken, flows };
}

/** The one request in the field Start Event Request, with its token. */
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
	const shown = (url: string) => maskText(shownAddress(url), accessToken);
	throw new NotSentError(
		`More Flows in the credential contains a request for another address: ${shown(other.url)}`,
		`This credential is for ${shown(baseUrl)}. Remove the request here, and create a credential for the other environment.`,
	);
}

function requestsIn(field: string, text: unknown): PastedRequest[] {
	try {
		return readRequests(typeof text === 'string' ? text : '');
	} catch (mistake) {
		throw mistakeIn(`${field} in the credential`, mistake);
	}
}

/**
 * Keeps a run that was started by hand from starting flows in production.
 *
 * @throws NotSentError that says how to go on.
 */
export function refuseProduction({ environment }: FlowCredential): void {
	if (environment !== 'production') return;
	throw new NotSentError(
		'This run was started by hand, and the option Protect Production blocks production flows in such runs',
		'Select a QA credential to test. To start the production flow by hand, turn the option off. Runs that a trigger starts are not affected.',
	);
}

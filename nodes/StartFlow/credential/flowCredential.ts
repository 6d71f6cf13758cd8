import { parseRequests, type PastedRequest } from '../curl/parseRequests';
import type { JsonObject } from '../shared/json';
import { maskText } from '../shared/mask';
import {
	type Environment,
	labelEnvironment,
	listFirst,
	shorten,
	shortenName,
} from '../shared/text';
import { addPrefix, isFault, ParameterError, UserError } from '../shared/userError';
import { parseBaseUrl, parseWebAddress } from './address';

/** The credential and the node name it themselves, because n8n's lint reads it only as a literal (`no-credential-reuse`). */
export const CREDENTIAL_TYPE = 'startFlowApi';

/** A credential that has been read and checked: its URL and token can be used without further checks. */
export interface FlowCredential {
	environment: Environment;
	baseUrl: string;
	accessToken: string;
	/** The flows whose requests it contains, in the order of pasting: the example context of each, by slug. */
	examples: ReadonlyMap<string, JsonObject>;
}

/** Parses and checks the fields of a credential. @throws UserError that never contains the token. */
export function parseCredential(fields: Record<string, unknown>): FlowCredential {
	const isPasted = fields.connectWith !== 'fields';
	const pasted = isPasted ? parseField('Start Event Request', fields.request) : [];
	// The second one may belong to the other environment, with the same address and another token.
	if (pasted.length > 1) {
		throw new UserError(
			'Start Event Request in the credential contains more than one request',
			'Keep one request there. Move the others to More Flows.',
		);
	}
	const [first = { url: fields.baseUrl, accessToken: fields.accessToken }] = pasted;
	const baseUrl = parseBaseUrl(first.url, fields.allowInsecureHttp === true);
	const accessToken = parseAccessToken(first.accessToken);
	const hasMoreFlows = typeof fields.moreFlows === 'string' && fields.moreFlows.trim() !== '';
	const moreFlows = hasMoreFlows ? parseField('More Flows', fields.moreFlows) : [];
	const requests = [...pasted, ...moreFlows];
	requireOneAddress(requests, baseUrl, accessToken);
	const examples = new Map(requests.map(({ slug, context }) => [slug, context]));
	return { environment: parseEnvironment(fields.environment), baseUrl, accessToken, examples };
}

/** Reads the access token, without a pasted `Bearer `. @throws UserError that does not repeat the token. */
export function parseAccessToken(pasted: unknown): string {
	const text = typeof pasted === 'string' ? pasted.trim() : '';
	const token = text.replace(/^bearer(?:\s+|$)/i, '');
	// A header contains visible ASCII characters (RFC 9110, section 5.5).
	if (/^[\x21-\x7e]+$/.test(token) && !/[<>{}$]/.test(token)) return token;
	throw new UserError(
		'The access token in the credential is empty, or contains a space, an unusual character or a placeholder (< > { } $)',
		"Copy the request or the token from the flow's Start Event into the credential.",
	);
}

function parseEnvironment(environment: unknown): Environment {
	if (environment === 'production' || environment === 'qa') return environment;
	throw new UserError(
		'No environment is chosen in the credential',
		'In Environment, choose the one that the request or the URL belongs to: Production or QA.',
	);
}

function requireOneAddress(requests: PastedRequest[], baseUrl: string, accessToken: string): void {
	const { href } = new URL(baseUrl);
	const other = requests.find(({ url }) => parseWebAddress(url)?.href !== href);
	if (other === undefined) return;
	const show = (url: string) => shorten(maskText(url, accessToken));
	throw new UserError(
		'The credential contains a request for another address',
		`The request is for ${show(other.url)}, but the credential is for ${show(baseUrl)}. Remove the request, and create a credential for the other environment.`,
	);
}

function parseField(name: string, text: unknown): PastedRequest[] {
	try {
		return parseRequests(typeof text === 'string' ? text : '');
	} catch (error) {
		throw isFault(error) ? error : addPrefix(`${name} in the credential`, error);
	}
}

export const HOW_TO_ADD_A_FLOW =
	'To list a flow, paste its curl command into More Flows in the credential. Otherwise, choose By Slug.';

/** @throws ParameterError if the credential does not contain the flow. The message lists its flows. */
export function requireListedFlow(credential: FlowCredential, slug: string): void {
	const { examples, environment } = credential;
	if (examples.has(slug)) return;
	const slugs = [...examples.keys()].map((key) => shortenName(key));
	const listed = listFirst(slugs, 5) || 'no flow';
	throw new ParameterError(
		`The selected ${labelEnvironment(environment)} credential does not contain the flow "${shortenName(slug)}" (it contains ${listed})`,
		HOW_TO_ADD_A_FLOW,
	);
}

/** For a run that somebody started by hand. @throws ParameterError unless the credential is for QA. */
export function requireQa({ environment }: FlowCredential): void {
	if (environment === 'qa') return;
	throw new ParameterError(
		'Production was not started: this run is by hand, and Start Production by Hand is not on',
		'To test, use Preview Request or a QA credential.',
		'Published workflows start production without this option. To start production by hand, add it under Options.',
	);
}

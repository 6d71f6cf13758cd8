import { NotSentError } from '../errors/failure';
import { readAccessToken } from './accessToken';
import { checkBaseUrl } from './baseUrl';

/** Which of a customer's two environments a credential belongs to. */
export type Environment = 'production' | 'qa';

/** A credential that has been checked: its URL and token can be used as they are. */
export interface FlowCredential {
	environment: Environment;
	baseUrl: string;
	accessToken: string;
}

/** The environment as people read it in messages. */
export const ENVIRONMENT_NAMES: Record<Environment, string> = {
	production: 'Production',
	qa: 'QA',
};

/**
 * A credential from its fields as they are stored.
 *
 * @throws NotSentError for a wrong URL, token or environment; never with the token in it.
 */
export function readFlowCredential(fields: Record<string, unknown>): FlowCredential {
	const { environment } = fields;
	if (environment !== 'production' && environment !== 'qa') {
		throw new NotSentError(
			'The environment in the credential is neither Production nor QA',
			'Open the credential and choose the environment that the URL belongs to.',
		);
	}
	return {
		environment,
		baseUrl: checkBaseUrl(fields.baseUrl, fields.allowInsecureHttp === true),
		accessToken: readAccessToken(fields.accessToken),
	};
}

import { NotSentError } from '../errors/failure';
import type { About } from '../outcome/describeFailure';
import { readAccess, type Access } from './access';

/** Which of a customer's two environments a credential belongs to. */
export type Environment = 'production' | 'qa';

/** A credential that has been checked: its URL and token can be used as they are. */
export interface FlowCredential extends Access {
	environment: Environment;
	/** The requests of further flows, as they were pasted. */
	startEvents?: string;
}

/** What a failure is told of. */
export function aboutStart(
	slug: string,
	{ environment, baseUrl, accessToken }: FlowCredential,
): About {
	const { host } = new URL(baseUrl);
	return { slug, environment: ENVIRONMENT_NAMES[environment], host, accessToken };
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
	const { environment, startEvents } = fields;
	if (environment !== 'production' && environment !== 'qa') {
		throw new NotSentError(
			'The environment in the credential is neither Production nor QA',
			'Open the credential and choose the environment that the URL belongs to.',
		);
	}
	const isPasted = typeof startEvents === 'string' && startEvents.trim() !== '';
	return { environment, ...readAccess(fields), ...(isPasted && { startEvents }) };
}

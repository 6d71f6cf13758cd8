import type { Outcome } from '../errors/failure';

/** What a status means to a person who starts flows: what happened, and what to do about it. */
export interface StatusDescription {
	happened: string;
	next: string;
}

/**
 * A status in the words of somebody who knows flows, and not HTTP.
 *
 * @param slug As it may be shown, cut to a readable length.
 * @param environment As people read it: "QA".
 */
export function describeStatus(
	statusCode: number,
	outcome: Outcome,
	slug: string,
	environment: string,
): StatusDescription {
	const known = KNOWN[statusCode];
	if (known !== undefined) return known(slug, environment);
	if (statusCode < 400) return REDIRECT;
	if (outcome === 'notStarted') return BUSY;
	if (statusCode >= 500) return { happened: 'The service failed', next: '' };
	return outcome === 'unknown'
		? { happened: 'The service broke the start off', next: '' }
		: {
				happened: 'The service did not take the start',
				next: 'Compare the slug and the context with what the flow expects.',
			};
}

const REDIRECT: StatusDescription = {
	happened: 'The service answered with a redirect, which is not followed',
	next: "Copy the endpoint URL from the flow's Start Event into the credential once more.",
};

/** 503 with a Retry-After. */
const BUSY: StatusDescription = {
	happened: 'The service is not taking starts at the moment',
	next: 'Start it again later.',
};

const KNOWN: Record<number, (slug: string, environment: string) => StatusDescription> = {
	400: () => ({
		happened: 'The service could not make sense of the start',
		next: 'Compare the slug and the context with the request that the Start Event shows. Preview Request shows yours.',
	}),
	401: (_slug, environment) => ({
		happened: `The access token of the ${environment} credential was not accepted`,
		next: "Copy the token from the flow's Start Event into the credential, and check that the environment and the URL belong to it.",
	}),
	403: (_slug, environment) => ({
		happened: `The access token of the ${environment} credential may not start this flow`,
		next: 'Check that the flow belongs to the customer and the environment of the credential.',
	}),
	404: (slug, environment) => ({
		happened: `There is no flow "${slug}" in the ${environment} environment, or the endpoint URL is wrong`,
		next: "Compare the slug and the URL with the flow's Start Event.",
	}),
	405: () => ({
		happened: 'The endpoint URL does not take starts',
		next: "Copy the endpoint URL from the flow's Start Event into the credential once more, to the last character.",
	}),
	409: () => ({
		happened: 'The service says that this start conflicts with another one',
		next: 'The flow may be running already, or may have been started with the same data before.',
	}),
	413: () => ({
		happened: 'The context is too large for the service',
		next: 'Send only the fields that the flow needs.',
	}),
	415: () => ({
		happened: 'The service does not take JSON at this address',
		next: "Copy the endpoint URL from the flow's Start Event into the credential once more.",
	}),
	422: () => ({
		happened: 'The flow does not accept this context',
		next: 'Compare the names and types of its fields with the example in the Start Event.',
	}),
	429: () => ({
		happened: 'The service is getting too many starts at once',
		next: 'Start it again later, or lower the option Concurrency.',
	}),
};

import type { TransportError } from '../n8n/transportError';
import { FAULT_ADVICE } from '../shared/userError';
import type { Outcome } from './outcomes';

/**
 * What an attempt says of the load of the service. `turnedAway`: it was too much. `quota`: it was too much, for longer than the node
 * waits. `flowFailed`: a 5xx, a time-out or a lost connection, which may be a sign of overload. `handled`: the service took it, for
 * example to reject it. `noEvidence`: perhaps it never reached the service.
 */
export type Load = 'success' | 'flowFailed' | 'handled' | 'turnedAway' | 'quota' | 'noEvidence';

/** Whether the service took a start, whatever became of it. */
export function isTaken(load: Load): boolean {
	return load === 'success' || load === 'flowFailed' || load === 'handled';
}

/** What a sentence may name of a start and its attempt. The token is masked in it. */
export interface Names {
	slug: string;
	environment: string;
	host: string;
	/** The end of the Retry-After. */
	time: string;
}

/** What an attempt means that is no success: a row of one of the tables below. */
export interface Meaning {
	outcome: Outcome;
	/** Missing: `handled` for an answer, `noEvidence` for an error. */
	load?: 'turnedAway' | 'quota' | 'flowFailed';
	/** Whether the connection test, which sends HEAD, fails with this status. */
	failsConnectionTest?: true;
	/** The reason is the address that the answer names, instead of its body. */
	isRedirect?: true;
	problem: (names: Names) => string;
	/** What a person does next. The advice of the outcome follows it. */
	advice?: string;
	/** The item may be the cause. */
	mayItemBeWrong?: true;
}

export interface StatusRow extends Meaning {
	/** Single statuses, and ranges from the first to the last. */
	statuses: ReadonlyArray<number | readonly [number, number]>;
	/** The row fits only an answer with a Retry-After that can be parsed, and is at least this long. */
	minRetryAfterMs?: number;
}

interface ErrorRow extends Meaning {
	fits: (error: TransportError) => boolean;
}

/** The node waits for no longer Retry-After. It is a quota, such as one until midnight. */
const MAX_PAUSE_MS = 5 * 60_000;

/** The first row that fits counts, so exceptions come first. Users rely on the outcomes. */
export const STATUSES: readonly StatusRow[] = [
	{
		statuses: [401],
		outcome: 'rejected',
		failsConnectionTest: true,
		problem: ({ environment }) => `The ${environment} token was not accepted`,
		advice: 'In the credential, replace the whole request, or only Access Token if it is shown.',
	},
	{
		statuses: [403],
		outcome: 'rejected',
		failsConnectionTest: true,
		problem: ({ environment }) => `The ${environment} token is not allowed to start this flow`,
		advice: 'Check that the token belongs to the account and the environment of this flow.',
	},
	{
		statuses: [404],
		outcome: 'rejected',
		problem: ({ slug, environment }) => `No flow "${slug}" in ${environment}`,
		advice: "Compare the slug and the URL with the flow's Start Event.",
	},
	{
		statuses: [[300, 399]],
		outcome: 'rejected',
		failsConnectionTest: true,
		isRedirect: true,
		problem: () => 'The service answered with a redirect',
		advice:
			"The node does not follow redirects. Copy the URL from the flow's Start Event into the credential again.",
	},
	{
		statuses: [407],
		outcome: 'rejected',
		failsConnectionTest: true,
		problem: () => 'A proxy in front of the service requires a login',
		advice:
			'Ask the administrator of n8n to check the proxy. The credential of this node is not the cause.',
	},
	{
		statuses: [[400, 407], [409, 424], [426, 428], 431, 451],
		outcome: 'rejected',
		problem: () => 'The service did not accept the start',
		advice:
			"Compare the context with the example in the flow's Start Event. Preview Request shows what is sent.",
		mayItemBeWrong: true,
	},
	{
		statuses: [429, 503],
		minRetryAfterMs: MAX_PAUSE_MS + 1,
		outcome: 'notStarted',
		load: 'quota',
		problem: ({ time }) => `The service takes no more starts until ${time}`,
		advice: 'Wait until then.',
	},
	{
		statuses: [429],
		outcome: 'notStarted',
		load: 'turnedAway',
		problem: () => 'The service is receiving too many starts',
		advice: 'Wait a while.',
	},
	{
		statuses: [503],
		minRetryAfterMs: 0,
		outcome: 'notStarted',
		load: 'turnedAway',
		problem: () => 'The service does not accept starts at the moment',
		advice: 'Wait a while.',
	},
	{
		// Not 501: a service that does not know HEAD passes the connection test.
		statuses: [500, [502, 599]],
		outcome: 'unknown',
		load: 'flowFailed',
		failsConnectionTest: true,
		problem: () => 'The service failed',
	},
];

export const OTHER_STATUS: Meaning = {
	outcome: 'unknown',
	problem: () => 'The service answered with an unexpected status',
};

const CHECK_ADDRESS =
	'Check the endpoint URL in the credential, and whether n8n can reach that address.';

/**
 * The first row that fits counts. The outcome is `notStarted` only if tests over real sockets have shown that such an error
 * comes before the service reads the request.
 */
export const ERRORS: readonly ErrorRow[] = [
	{
		fits: ({ code }) => code === 'ERR_BLOCKED',
		outcome: 'notStarted',
		problem: ({ host }) => `This n8n is not allowed to reach ${host}`,
		advice:
			'If the endpoint URL is right, ask the administrator of n8n to allow that address (SSRF protection).',
	},
	{
		fits: ({ syscall }) => syscall === 'getaddrinfo',
		outcome: 'notStarted',
		problem: ({ host }) => `The address ${host} was not found`,
		advice: CHECK_ADDRESS,
	},
	{
		fits: ({ syscall }) => syscall === 'connect',
		outcome: 'notStarted',
		problem: ({ host }) => `${host} could not be reached`,
		advice: CHECK_ADDRESS,
	},
	{
		// The request is not written before the handshake is done.
		fits: ({ isHandshaking }) => isHandshaking === true,
		outcome: 'notStarted',
		problem: ({ host }) => `No secure connection to ${host} could be made`,
		advice:
			'Check the endpoint URL. If n8n does not trust its CA, ask the administrator of n8n to set NODE_EXTRA_CA_CERTS.',
	},
	{
		fits: ({ code }) => code === 'ETIMEDOUT' || code === 'ECONNABORTED',
		outcome: 'unknown',
		load: 'flowFailed',
		problem: ({ host }) => `${host} did not answer in time`,
	},
	{
		fits: ({ code }) => code === 'ERR_CANCELED',
		outcome: 'unknown',
		problem: () => 'The run was stopped during the start',
	},
];

export const LOST_CONNECTION: Meaning = {
	outcome: 'unknown',
	load: 'flowFailed',
	problem: ({ host }) => `The connection to ${host} was lost`,
};

/** A bug of the node itself. Its cause is in n8n's log. */
export const NODE_FAULT: Meaning = {
	outcome: 'unknown',
	problem: () => 'The node itself failed',
	advice: FAULT_ADVICE,
};

/** @param retryAfterMs What the service asked for, if that can be parsed. */
export function findStatusRow(statusCode: number, retryAfterMs = -1): Meaning {
	const row = STATUSES.find(
		({ statuses, minRetryAfterMs = -1 }) =>
			retryAfterMs >= minRetryAfterMs &&
			statuses.some((listed) => {
				const [first, last] = typeof listed === 'number' ? [listed, listed] : listed;
				return statusCode >= first && statusCode <= last;
			}),
	);
	return row ?? OTHER_STATUS;
}

export function findErrorRow(error: TransportError): Meaning {
	return ERRORS.find(({ fits }) => fits(error)) ?? LOST_CONNECTION;
}

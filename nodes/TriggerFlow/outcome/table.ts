import { type Attempt, type TransportError, BLOCKED } from '../http/attempt';
import type { Outcome } from '../shared/failure';

/**
 * One way in which a try ends without a start, or in doubt. `{slug}`, `{environment}` and `{host}` stand
 * for the person's own.
 */
export interface Row {
	outcome: Outcome;
	/** Whether the service has too much to do: fewer are sent at once then. */
	isOverload?: boolean;
	happened: string;
	next?: string;
}

export interface StatusRow extends Row {
	/** Single ones, or from the first to the last. */
	statuses: ReadonlyArray<number | readonly [number, number]>;
	/** Whether it is this row only with a Retry-After that can be read. */
	needsRetryAfter?: boolean;
}

export interface ErrorRow extends Row {
	/** Codes as Node and the HTTP library give them; without any, every code. */
	codes?: readonly string[];
	syscall?: string;
	/** Whether the first TLS handshake was done. */
	isSecured?: boolean;
}

/** What a try means that got no 2xx. `retryAfterMs` is the wait that the service asked for. */
export function classify(attempt: Attempt, retryAfterMs: number | undefined): Row {
	const { answer, error } = attempt;
	const row = answer
		? STATUSES.find((one) => hasStatus(one, answer.statusCode, retryAfterMs))
		: ERRORS.find((one) => hasError(one, error));
	return row as Row;
}

function hasStatus(
	{ statuses, needsRetryAfter = false }: StatusRow,
	status: number,
	retryAfterMs: number | undefined,
): boolean {
	if (needsRetryAfter && retryAfterMs === undefined) return false;
	return statuses.some((one) =>
		typeof one === 'number' ? status === one : status >= one[0] && status <= one[1],
	);
}

function hasError({ codes, syscall, isSecured }: ErrorRow, error: TransportError): boolean {
	return (
		(codes === undefined || codes.includes(error.code ?? '')) &&
		(syscall === undefined || error.syscall === syscall) &&
		(isSecured === undefined || error.isSecured === isSecured)
	);
}

/** What each HTTP status means that is no 2xx; the first row that fits. Outcomes are the public interface's. */
export const STATUSES: readonly StatusRow[] = [
	{
		statuses: [401],
		outcome: 'rejected',
		happened: 'The access token of the {environment} credential was not accepted',
		next: "Copy the token from the flow's Start Event into the credential. Check that the token belongs to this environment and URL.",
	},
	{
		statuses: [403],
		outcome: 'rejected',
		happened:
			'The access token of the {environment} credential does not have permission to start this flow',
		next: 'Check that the token belongs to the account and the environment of this flow.',
	},
	{
		statuses: [404],
		outcome: 'rejected',
		happened:
			'There is no flow "{slug}" in the {environment} environment, or the endpoint URL is wrong',
		next: "Compare the slug and the URL with the flow's Start Event.",
	},
	{
		statuses: [[300, 399]],
		outcome: 'rejected',
		happened: 'The service redirects to another address',
		next: "The node does not follow redirects. Copy the endpoint URL from the flow's Start Event into the credential again.",
	},
	{
		statuses: [[400, 407], [409, 424], [426, 428], 431, 451],
		outcome: 'rejected',
		happened: 'The service did not accept the start',
		next: "Compare the slug, the context and the endpoint URL with the flow's Start Event. Preview Request shows the request.",
	},
	{
		statuses: [429],
		outcome: 'notStarted',
		isOverload: true,
		happened: 'The service is receiving too many starts at once',
		next: 'Wait a while, or lower the option Concurrency.',
	},
	{
		statuses: [503],
		needsRetryAfter: true,
		outcome: 'notStarted',
		isOverload: true,
		happened: 'The service does not accept starts at the moment',
		next: 'Wait a while.',
	},
	{
		statuses: [[500, 599]],
		outcome: 'unknown',
		isOverload: true,
		happened: 'The service failed',
	},
	{
		statuses: [[0, Infinity]],
		outcome: 'unknown',
		happened: 'The service answered with an unexpected status',
	},
];

const CHECK_ADDRESS =
	'Check the endpoint URL in the credential, and whether n8n can reach that address.';

/**
 * What an error means where no answer came; the first row that fits. `notStarted` is only what was seen,
 * over real sockets, before the service had read the request.
 */
export const ERRORS: readonly ErrorRow[] = [
	{
		codes: [BLOCKED],
		outcome: 'notStarted',
		happened: 'This n8n is not allowed to reach {host}',
		next: 'Check the endpoint URL in the credential. If it is right, ask the administrator of n8n to allow that address (SSRF protection).',
	},
	{
		syscall: 'getaddrinfo',
		outcome: 'notStarted',
		happened: 'The address {host} was not found',
		next: CHECK_ADDRESS,
	},
	{
		syscall: 'connect',
		outcome: 'notStarted',
		happened: '{host} could not be reached',
		next: CHECK_ADDRESS,
	},
	{
		// The request waits, still to be written, for a handshake that is not done.
		isSecured: false,
		outcome: 'notStarted',
		happened: 'No secure connection to {host} could be made',
		next: CHECK_ADDRESS,
	},
	{
		codes: ['ETIMEDOUT', 'ECONNABORTED'],
		outcome: 'unknown',
		isOverload: true,
		happened: '{host} did not answer in time',
	},
	{
		codes: ['ERR_CANCELED'],
		outcome: 'unknown',
		happened: 'The run was stopped during the start',
	},
	{
		outcome: 'unknown',
		isOverload: true,
		happened: 'The connection to {host} was lost before the answer arrived',
	},
];

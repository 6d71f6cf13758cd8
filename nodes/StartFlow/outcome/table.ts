import type { Attempt, TransportError } from '../http/attempt';
import type { Outcome } from '../shared/failure';
import { parseRetryAfter } from './retry';

/** What an attempt without a 2xx means. Its sentences may contain `{slug}`, `{environment}` and `{host}`. */
export interface Meaning {
	outcome: Outcome;
	/** `tooMuch`: too many starts, so a Retry-After is for all of them. No other row obeys it. `flowFailed`: a failure for the window. */
	load?: 'tooMuch' | 'flowFailed';
	/** Whether an answer with this status is good enough for the connection test, which sends HEAD. */
	passesConnectionTest?: boolean;
	happened: string;
	next?: string;
}

export interface StatusRow extends Meaning {
	/** Single statuses, and ranges from the first to the last. */
	statuses: ReadonlyArray<number | readonly [number, number]>;
	/** The row fits only an answer with a Retry-After that can be parsed. */
	needsRetryAfter?: boolean;
}

export interface ErrorRow extends Meaning {
	codes?: readonly string[];
	syscall?: string;
	isHandshaking?: true;
}

/** Classifies an attempt. What it gives for a 2xx is not used. @param now In ms since the epoch, for a Retry-After that holds a date. */
export function classify(attempt: Attempt, now: number): Meaning & { retryAfterMs?: number } {
	const { answer, error } = attempt;
	// The last row of each table fits everything.
	if (error) return ERRORS.find((row) => fitsError(row, error)) as Meaning;
	const retryAfterMs = parseRetryAfter(answer.headers['retry-after'], now);
	const row = STATUSES.find((one) => fitsStatus(one, answer.statusCode, retryAfterMs)) as Meaning;
	return row.load === 'tooMuch' ? { ...row, retryAfterMs } : row;
}

function fitsStatus(row: StatusRow, status: number, retryAfterMs?: number): boolean {
	if (row.needsRetryAfter && retryAfterMs === undefined) return false;
	return row.statuses.some((one) =>
		typeof one === 'number' ? status === one : status >= one[0] && status <= one[1],
	);
}

function fitsError({ codes, syscall, isHandshaking }: ErrorRow, error: TransportError): boolean {
	return (
		(codes === undefined || codes.includes(error.code ?? '')) &&
		(syscall === undefined || error.syscall === syscall) &&
		(isHandshaking === undefined || error.isHandshaking === isHandshaking)
	);
}

/** The first row that fits counts, so exceptions come first. Users rely on the outcomes. */
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
		passesConnectionTest: true,
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
		statuses: [407],
		outcome: 'rejected',
		happened: 'A proxy between n8n and the service requires a login',
		next: 'Ask the administrator of n8n to check the proxy. The credential of this node is not the cause.',
	},
	{
		statuses: [[400, 407], [409, 424], [426, 428], 431, 451],
		outcome: 'rejected',
		passesConnectionTest: true,
		happened: 'The service did not accept the start',
		next: "Compare the slug, the context and the endpoint URL with the flow's Start Event. Preview Request shows the request.",
	},
	{
		statuses: [429],
		outcome: 'notStarted',
		load: 'tooMuch',
		passesConnectionTest: true,
		happened: 'The service is receiving too many starts at once',
		next: 'Wait a while, or lower the option Concurrency.',
	},
	{
		statuses: [503],
		needsRetryAfter: true,
		outcome: 'notStarted',
		load: 'tooMuch',
		happened: 'The service does not accept starts at the moment',
		next: 'Wait a while.',
	},
	{
		// A service may not implement HEAD, so it passes the connection test.
		statuses: [501],
		outcome: 'unknown',
		load: 'flowFailed',
		passesConnectionTest: true,
		happened: 'The service failed',
	},
	{
		statuses: [[500, 599]],
		outcome: 'unknown',
		load: 'flowFailed',
		happened: 'The service failed',
	},
	{
		statuses: [[400, 499]],
		outcome: 'unknown',
		passesConnectionTest: true,
		happened: 'The service answered with an unexpected status',
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
 * The first row that fits counts. The outcome is `notStarted` only if tests over real sockets have shown that such an error
 * comes before the service reads the request.
 */
export const ERRORS: readonly ErrorRow[] = [
	{
		codes: ['ERR_BLOCKED'],
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
		// The request is not written before the handshake is done.
		isHandshaking: true,
		outcome: 'notStarted',
		happened: 'No secure connection to {host} could be made',
		next: CHECK_ADDRESS,
	},
	{
		codes: ['ETIMEDOUT', 'ECONNABORTED'],
		outcome: 'unknown',
		load: 'flowFailed',
		happened: '{host} did not answer in time',
	},
	{
		codes: ['ERR_CANCELED'],
		outcome: 'unknown',
		happened: 'The run was stopped during the start',
	},
	{
		outcome: 'unknown',
		load: 'flowFailed',
		happened: 'The connection to {host} was lost before the answer arrived',
	},
];

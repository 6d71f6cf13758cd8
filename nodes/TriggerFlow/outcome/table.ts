import type { ErrorRow, StatusRow } from './classify';
import { isFailedHandshake } from './handshake';

/** What each HTTP status means that is no 2xx; the first row that fits. Outcomes are the public interface's. */
export const STATUSES: readonly StatusRow[] = [
	{
		statuses: [400],
		outcome: 'rejected',
		happened: 'The service could not make sense of the start',
		next: 'Compare the slug and the context with the request that the Start Event shows. Preview Request shows yours.',
	},
	{
		statuses: [401],
		outcome: 'rejected',
		cause: 'credential-invalid',
		happened: 'The access token of the {environment} credential was not accepted',
		next: "Copy the token from the flow's Start Event into the credential, and check that the environment and the URL belong to it.",
	},
	{
		statuses: [403],
		outcome: 'rejected',
		cause: 'configuration-invalid',
		happened: 'The access token of the {environment} credential may not start this flow',
		next: 'Check that the flow belongs to the customer and the environment of the credential.',
	},
	{
		statuses: [404],
		outcome: 'rejected',
		cause: 'configuration-invalid',
		happened:
			'There is no flow "{slug}" in the {environment} environment, or the endpoint URL is wrong',
		next: "Compare the slug and the URL with the flow's Start Event.",
	},
	{
		statuses: [405],
		outcome: 'rejected',
		cause: 'configuration-invalid',
		happened: 'The endpoint URL does not take starts',
		next: "Copy the endpoint URL from the flow's Start Event into the credential once more, to the last character.",
	},
	{
		statuses: [409],
		outcome: 'rejected',
		happened: 'The service says that this start conflicts with another one',
		next: 'The flow may be running already, or may have been started with the same data before.',
	},
	{
		statuses: [413],
		outcome: 'rejected',
		happened: 'The context is too large for the service',
		next: 'Send only the fields that the flow needs.',
	},
	{
		statuses: [415],
		outcome: 'rejected',
		cause: 'configuration-invalid',
		happened: 'The service does not take JSON at this address',
		next: "Copy the endpoint URL from the flow's Start Event into the credential once more.",
	},
	{
		statuses: [422],
		outcome: 'rejected',
		happened: 'The flow does not accept this context',
		next: 'Compare the names and types of its fields with the example in the Start Event.',
	},
	{
		statuses: [[300, 399]],
		outcome: 'rejected',
		cause: 'configuration-invalid',
		happened: 'The service answered with a redirect, which is not followed',
		next: "Copy the endpoint URL from the flow's Start Event into the credential once more.",
	},
	{
		statuses: [[400, 407], [409, 424], [426, 428], 431, 451],
		outcome: 'rejected',
		happened: 'The service did not take the start',
		next: 'Compare the slug and the context with what the flow expects.',
	},
	{
		statuses: [429],
		outcome: 'notStarted',
		cause: 'rate-limited',
		isOverload: true,
		happened: 'The service is getting too many starts at once',
		next: 'Start it again later, or lower the option Concurrency.',
	},
	{
		statuses: [503],
		needsRetryAfter: true,
		outcome: 'notStarted',
		cause: 'temporarily-unavailable',
		isOverload: true,
		happened: 'The service is not taking starts at the moment',
		next: 'Start it again later.',
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
		happened: 'The service broke the start off',
	},
];

/** The code for an address that this n8n is not allowed to reach. n8n itself has none. */
export const BLOCKED = 'ERR_BLOCKED';

const CHECK_ADDRESS =
	'Check the endpoint URL in the credential, and whether n8n can reach that address.';

/**
 * By what Node or the HTTP library says where no answer came, the first that fits. `notStarted` is only
 * what was seen, over real sockets, where the service had not read the request; what may come later as
 * well is not, such as `ERR_SSL_…`: a proxy or a service can break a connection of TLS at any time.
 */
export const ERRORS: readonly ErrorRow[] = [
	{
		codes: [BLOCKED],
		outcome: 'notStarted',
		happened: 'This n8n is not allowed to reach {host}',
		next: 'Check the endpoint URL in the credential. If it is right, ask the administrator of n8n to allow that address (SSRF protection).',
	},
	{
		codes: ['ENOTFOUND'],
		syscall: 'getaddrinfo',
		outcome: 'notStarted',
		cause: 'configuration-invalid',
		happened: 'The address {host} was not found',
		next: CHECK_ADDRESS,
	},
	{
		syscall: 'getaddrinfo',
		outcome: 'notStarted',
		cause: 'temporarily-unavailable',
		happened: 'The address {host} was not found',
		next: CHECK_ADDRESS,
	},
	{
		codes: ['ECONNREFUSED'],
		syscall: 'connect',
		outcome: 'notStarted',
		cause: 'temporarily-unavailable',
		happened: '{host} refused the connection',
		next: CHECK_ADDRESS,
	},
	{
		codes: ['ETIMEDOUT'],
		syscall: 'connect',
		outcome: 'notStarted',
		cause: 'temporarily-unavailable',
		happened: '{host} did not answer in time',
		next: CHECK_ADDRESS,
	},
	{
		syscall: 'connect',
		outcome: 'notStarted',
		cause: 'temporarily-unavailable',
		happened: '{host} could not be reached',
		next: CHECK_ADDRESS,
	},
	{
		// Whether a certificate is old or the address wrong, only a person can tell: no cause.
		is: isFailedHandshake,
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
		happened: 'The run was stopped while the start was under way',
	},
	{
		outcome: 'unknown',
		isOverload: true,
		happened: 'The connection to {host} broke off before the answer came',
	},
];

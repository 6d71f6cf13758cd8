/** What the errors of n8n's HTTP helper mean, in the shapes of all supported n8n. */
import { parseTransportError } from '../../../nodes/StartFlow/n8n/transportError';
import { findErrorRow } from '../../../nodes/StartFlow/outcome/table';

const wrapped = (cause: unknown, more: object = {}) =>
	Object.assign(new Error('The service refused the connection', { cause }), more);

const outcomeOf = (thrown: unknown) => findErrorRow(parseTransportError(thrown)).outcome;

const REFUSED = { code: 'ECONNREFUSED', syscall: 'connect' };

test.each([
	['all addresses refuse', { code: 'ECONNREFUSED', errors: [REFUSED, REFUSED] }, 'notStarted'],
	['the connection stood', { code: 'EHOSTUNREACH', syscall: 'read' }, 'unknown'],
	['no CA is known', { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, 'notStarted'],
	['the certificate is not valid yet', { code: 'CERT_NOT_YET_VALID' }, 'notStarted'],
	['TLS fails', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'unknown'],
	['n8n blocks it', { code: undefined, message: 'The request was blocked because' }, 'notStarted'],
])('decides whether the flow may have started when %s', (_case, error, outcome) => {
	expect(outcomeOf(wrapped(wrapped(error, { code: error.code })))).toBe(outcome);
});

test.each([
	['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:443', 'notStarted'],
	['ENOTFOUND', 'getaddrinfo ENOTFOUND flows.example.com', 'notStarted'],
	['ECONNRESET', 'read ECONNRESET', 'unknown'],
	['ECONNREFUSED', 'The service said: connect ECONNREFUSED 127.0.0.1:443', 'unknown'],
	['CERT_HAS_EXPIRED', 'certificate has expired', 'notStarted'],
])('reads %s from the text "%s", because older n8n loses the cause', (httpCode, text, outcome) => {
	expect(outcomeOf(wrapped(undefined, { httpCode, messages: [text] }))).toBe(outcome);
});

test('says the technical reason, and not what n8n advises', () => {
	const original = { messages: ['socket hang up'] };
	const advice = 'You can retry the request immediately';
	for (const error of [original, { cause: new Error('socket hang up') }]) {
		const thrown = Object.assign(new Error(advice), error);
		expect(parseTransportError(thrown).message).toBe('socket hang up');
	}
});

test.each([undefined, null, 'text', 5, {}])('reads %p as an uncertain start', (thrown) => {
	expect(outcomeOf(thrown)).toBe('unknown');
});

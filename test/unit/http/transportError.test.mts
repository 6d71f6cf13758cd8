/** What the errors of n8n's HTTP helper say, in the shapes that the supported n8n give them. */
import { readTransportError } from '../../../nodes/TriggerFlow/http/transportError';
import { classify } from '../../../nodes/TriggerFlow/outcome/table';

const wrapped = (cause: unknown, more: object = {}) =>
	Object.assign(new Error('The service refused the connection', { cause }), more);

const outcomeOf = (thrown: unknown) => classify(readTransportError(thrown), 0).outcome;

const failing = (code: string, ...syscalls: string[]) => ({
	code,
	errors: syscalls.map((syscall) => ({ code, syscall })),
});

test.each([
	['all addresses of a name refuse', failing('ECONNREFUSED', 'connect', 'connect'), 'notStarted'],
	['its addresses fail in different ways', failing('ETIMEDOUT', 'connect', 'read'), 'unknown'],
	['the connection stood', { code: 'EHOSTUNREACH', syscall: 'read' }, 'unknown'],
	['no route leads there', { code: 'EHOSTUNREACH', syscall: 'connect' }, 'notStarted'],
])('tells whether the flow may have started where %s', (_case, error, outcome) => {
	expect(outcomeOf(wrapped(wrapped(error, { code: error.code })))).toBe(outcome);
});

test.each([
	['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:443', 'notStarted'],
	['ENOTFOUND', 'getaddrinfo ENOTFOUND flows.example.com', 'notStarted'],
	['ECONNRESET', 'read ECONNRESET', 'unknown'],
	['ECONNREFUSED', 'The service said: connect ECONNREFUSED 127.0.0.1:443', 'unknown'],
	['CERT_HAS_EXPIRED', 'certificate has expired', 'unknown'],
])('reads %s from the text "%s", where n8n 1.123 has lost the cause', (httpCode, text, outcome) => {
	expect(outcomeOf(wrapped(undefined, { httpCode, messages: [text] }))).toBe(outcome);
});

test('knows an address that n8n forbids by the name of the error', () => {
	const blocked = Object.assign(new Error('blocked'), { name: 'SsrfBlockedIpError' });
	expect(outcomeOf(wrapped(blocked))).toBe('notStarted');
});

test.each([undefined, null, 'text', 5, {}])(
	'takes %p for a start that may have happened',
	(thrown) => {
		expect(outcomeOf(thrown)).toBe('unknown');
	},
);

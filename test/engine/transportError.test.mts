/** What the errors of n8n's HTTP helper say, in all shapes that the supported n8n give them. */
import { connect } from 'node:net';

import { readTransportError } from '../../nodes/TriggerFlow/http/transportError';
import type { TransportError } from '../../nodes/TriggerFlow/http/attempt';
import { whatHappened } from '../../nodes/TriggerFlow/outcome/table';
import { DEAD_PORT } from './faultyService.mts';

const outcomeOfError = (error: TransportError) => whatHappened({ error }, undefined).outcome;

const wrapped = (cause: unknown, more: object = {}) =>
	Object.assign(new Error('The service refused the connection', { cause }), more);

const errorOf = (thrown: unknown) => readTransportError(thrown).error;

/** Node's own error where a name has several addresses and all refuse. */
async function refusedByAll(): Promise<unknown> {
	const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
	return await new Promise((resolve) =>
		connect({
			host: 'flows.example',
			port: DEAD_PORT,
			autoSelectFamily: true,
			lookup: (_host, _options, give) => give(null, addresses),
		}).once('error', resolve),
	);
}

test('a name all of whose addresses refuse has started nothing', async () => {
	const error = await refusedByAll();
	expect((error as AggregateError).errors).toHaveLength(2);
	const read = errorOf(wrapped(wrapped(error, { code: 'ECONNREFUSED' })));
	expect(read).toMatchObject({ code: 'ECONNREFUSED', syscall: 'connect' });
	expect(outcomeOfError(read)).toBe('notStarted');
});

test('where not all addresses failed in the same way, nothing is certain', () => {
	const errors = ['connect', 'read'].map((syscall) => ({ code: 'ETIMEDOUT', syscall }));
	const read = errorOf(wrapped({ code: 'ETIMEDOUT', errors, message: '' }));
	expect(outcomeOfError(read)).toBe('unknown');
});

test('code, system call and message are those of the innermost error', () => {
	const node = Object.assign(new Error('connect EHOSTUNREACH'), {
		code: 'EHOSTUNREACH',
		syscall: 'connect',
	});
	// Some versions of axios copy what Node's error has.
	for (const library of [wrapped(node, { ...node }), wrapped(node, { code: node.code })]) {
		expect(errorOf(wrapped(library, { httpCode: node.code }))).toEqual({
			code: 'EHOSTUNREACH',
			syscall: 'connect',
			stood: undefined,
			message: 'connect EHOSTUNREACH',
		});
	}
});

describe('where n8n has lost the cause and kept its text', () => {
	const said = (code: string, ...messages: string[]) =>
		errorOf(
			Object.assign(new Error('The service refused the connection'), { httpCode: code, messages }),
		);

	test.each([
		['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:443', 'notStarted'],
		['ENOTFOUND', 'getaddrinfo ENOTFOUND flows.example.com', 'notStarted'],
		['ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:443', 'notStarted'],
		['ECONNRESET', 'read ECONNRESET', 'unknown'],
		['ECONNREFUSED', 'The service said: connect ECONNREFUSED 127.0.0.1:443', 'unknown'],
		['ECONNRESET', 'connect ECONNREFUSED 127.0.0.1:443', 'unknown'],
		// It may have been in a later handshake.
		['CERT_HAS_EXPIRED', 'certificate has expired', 'unknown'],
		['EPROTO', 'write EPROTO …:SSL routines:ssl3_get_record:wrong version number', 'unknown'],
	])('%s, "%s" is %s', (code, text, outcome) => {
		expect(outcomeOfError(said(code, text, text))).toBe(outcome);
	});
});

test('an address that n8n forbids is known by the name of the error alone, wherever it stands', () => {
	const blocked = Object.assign(new Error('blocked'), { name: 'SsrfBlockedIpError' });
	for (const thrown of [blocked, wrapped(blocked), wrapped(wrapped(blocked))]) {
		expect(errorOf(thrown).code).toBe('ERR_BLOCKED');
	}
});

const endless: { cause?: unknown; code: string } = { code: 'ECONNRESET' };
endless.cause = endless;

test.each([undefined, null, 'text', 5, {}, new Error('x'), endless])(
	'%p, whatever it is, may have started',
	(thrown) => {
		expect(outcomeOfError(errorOf(thrown))).toBe('unknown');
	},
);

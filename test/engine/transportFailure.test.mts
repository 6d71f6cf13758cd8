/** What the errors of n8n's HTTP helper say, in the shapes that they have had since 1.60. */
import { connect } from 'node:net';

import { readTransportFailure } from '../../nodes/TriggerFlow/n8n/transportFailure';
import { outcomeOfError } from '../../nodes/TriggerFlow/rules/outcome/outcome';
import { refusing } from './faultyService.mts';

const wrapped = (cause: unknown, more: object = {}) =>
	Object.assign(new Error('The service refused the connection', { cause }), more);

const errorOf = (thrown: unknown) => {
	const attempt = readTransportFailure(thrown);
	if ('answer' in attempt) throw new Error('an answer');
	return attempt.error;
};

/** Node's own error where a name has several addresses and all refuse. */
async function refusedByAll(): Promise<unknown> {
	const port = Number(new URL((await refusing()).url).port);
	const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
	return await new Promise((resolve) =>
		connect({
			host: 'flows.example',
			port,
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
	// axios 1.7 copies what Node's error has, newer ones do not.
	for (const library of [wrapped(node, { ...node }), wrapped(node, { code: node.code })]) {
		expect(errorOf(wrapped(library, { httpCode: node.code }))).toEqual({
			code: 'EHOSTUNREACH',
			syscall: 'connect',
			stood: false,
			message: 'connect EHOSTUNREACH',
		});
	}
});

test('an address that n8n forbids is known by the name of the error alone, wherever it stands', () => {
	const blocked = Object.assign(new Error('blocked'), { name: 'SsrfBlockedIpError' });
	for (const thrown of [blocked, wrapped(blocked), wrapped(wrapped(blocked))]) {
		expect(errorOf(thrown).code).toBe('ERR_BLOCKED');
	}
});

test('an answer that had begun is that answer, with its headers', () => {
	const request = { res: { statusCode: 503, headers: { 'retry-after': '5' } } };
	const broken = wrapped({ code: 'ECONNRESET', syscall: 'read', request });
	expect(readTransportFailure(broken)).toEqual({
		answer: {
			statusCode: 503,
			headers: { 'retry-after': '5' },
			body: Buffer.alloc(0),
			lost: 'brokenOff',
		},
	});
});

test.each(['ECONNABORTED', 'ETIMEDOUT', 'ERR_CANCELED'])(
	'an answer that had begun and took too long (%s) is none',
	(code) => {
		const request = { res: { statusCode: 200, headers: {} } };
		expect(outcomeOfError(errorOf(wrapped({ code, request })))).toBe('unknown');
	},
);

const endless: { cause?: unknown; code: string } = { code: 'ECONNRESET' };
endless.cause = endless;

test.each([undefined, null, 'text', 5, {}, new Error('x'), endless])(
	'%p, whatever it is, may have started',
	(thrown) => {
		expect(outcomeOfError(errorOf(thrown))).toBe('unknown');
	},
);

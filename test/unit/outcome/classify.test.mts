/** Each row of the table of outcomes in the public interface. */
import type { TransportError } from '../../../nodes/TriggerFlow/http/attempt';
import { classify } from '../../../nodes/TriggerFlow/outcome/table';
import type { Outcome } from '../../../nodes/TriggerFlow/shared/failure';

const rowOf = (statusCode: number, retryAfterMs?: number) =>
	classify({ answer: { statusCode, headers: {}, body: Buffer.alloc(0) } }, retryAfterMs);

const range = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => from + index);

const REJECTED = [
	...[...range(300, 399), ...range(400, 407), ...range(409, 424), ...range(426, 428)],
	...[431, 451],
];

test('tells of every status the outcome of the public interface', () => {
	for (const status of [...range(0, 199), ...range(300, 700)]) {
		const outcome = REJECTED.includes(status) ? 'rejected' : 'unknown';
		const withWait = status === 503 ? 'notStarted' : outcome;
		const expected = status === 429 ? ['notStarted', 'notStarted'] : [outcome, withWait];
		const seen = [rowOf(status).outcome, rowOf(status, 0).outcome];
		expect({ status, seen }).toEqual({ status, seen: expected });
	}
});

test('takes 429 and 5xx, and no other status, for too much load', () => {
	for (const status of range(300, 700)) {
		const isOverload = status === 429 || (status >= 500 && status <= 599);
		expect({ status, is: rowOf(status).isOverload === true }).toEqual({ status, is: isOverload });
	}
});

type Broken = Partial<TransportError>;

const ofError = (error: Broken) =>
	classify({ error: { code: undefined, message: '', ...error } }, undefined);

test.each<[string, Broken, Outcome]>([
	['a name that is not found', { syscall: 'getaddrinfo', code: 'ENOTFOUND' }, 'notStarted'],
	['a name server that fails', { syscall: 'getaddrinfo', code: 'EAI_AGAIN' }, 'notStarted'],
	['a refused connection', { syscall: 'connect', code: 'ECONNREFUSED' }, 'notStarted'],
	['an unreachable host', { syscall: 'connect', code: 'EHOSTUNREACH' }, 'notStarted'],
	['an unreachable network', { syscall: 'connect', code: 'ENETUNREACH' }, 'notStarted'],
	['a connection not set up in time', { syscall: 'connect', code: 'ETIMEDOUT' }, 'notStarted'],
	['an expired certificate', { isSecured: false, code: 'CERT_HAS_EXPIRED' }, 'notStarted'],
	['a reset handshake', { isSecured: false, code: 'ECONNRESET', syscall: 'read' }, 'notStarted'],
	['another failed handshake', { isSecured: false, code: 'ERR_SSL_ANY' }, 'notStarted'],
	['a new handshake that fails later', { isSecured: true, code: 'EPROTO' }, 'unknown'],
	['a handshake that nobody knows of', { code: 'CERT_HAS_EXPIRED' }, 'unknown'],
	['a reset connection', { syscall: 'read', code: 'ECONNRESET' }, 'unknown'],
	['a host that gets lost', { syscall: 'read', code: 'EHOSTUNREACH' }, 'unknown'],
	['a name that is not found, by its code alone', { code: 'ENOTFOUND' }, 'unknown'],
	['a time-out', { code: 'ETIMEDOUT' }, 'unknown'],
	['a stopped run', { code: 'ERR_CANCELED' }, 'unknown'],
	['a broken pipe', { syscall: 'write', code: 'EPIPE' }, 'unknown'],
	['no code', {}, 'unknown'],
])('tells of %s (%j): %s', (_what, error, outcome) => {
	expect(ofError(error).outcome).toBe(outcome);
});

test.each<[Broken, boolean]>([
	[{ code: 'ETIMEDOUT' }, true],
	[{ code: 'ECONNRESET', syscall: 'read' }, true],
	[{ code: 'ETIMEDOUT', syscall: 'connect' }, false],
	[{ code: 'ECONNREFUSED', syscall: 'connect' }, false],
	[{ code: 'ERR_CANCELED' }, false],
])('takes %j for too much load: %p', (error, isOverload) => {
	expect(ofError(error).isOverload === true).toBe(isOverload);
});

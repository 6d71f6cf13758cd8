/** Each row of the table of outcomes in the public interface. */
import { declareMasked } from '../../../nodes/StartFlow/shared/mask';
import type { TransportError } from '../../../nodes/StartFlow/http/attempt';
import { judge } from '../../../nodes/StartFlow/outcome/judge';
import type { Outcome } from '../../../nodes/StartFlow/outcome/outcomes';
import { STATUSES } from '../../../nodes/StartFlow/outcome/table';
import { judgeFailure } from './judgeFailure.mts';

const judgeStatus = (statusCode: number, retryAfter?: string) => {
	const headers = { 'retry-after': retryAfter };
	const answer = declareMasked({ statusCode, headers, body: Buffer.alloc(0) });
	return judgeFailure({ kind: 'answer', answer });
};

const range = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => from + index);

const REJECTED = [
	...range(300, 399),
	...range(400, 407),
	...range(409, 424),
	...range(426, 428),
	431,
	451,
];

test('gives every status the outcome of the public interface', () => {
	for (const status of [...range(0, 199), ...range(300, 700)]) {
		const outcome = REJECTED.includes(status) ? 'rejected' : 'unknown';
		const withWait = status === 503 ? 'notStarted' : outcome;
		const expected = status === 429 ? ['notStarted', 'notStarted'] : [outcome, withWait];
		const seen = [judgeStatus(status).outcome, judgeStatus(status, '0').outcome];
		expect({ status, seen }).toEqual({ status, seen: expected });
	}
});

test('has no row that an earlier one makes useless', () => {
	const statuses = [...range(0, 199), ...range(300, 700)].flatMap((status) => [
		judgeStatus(status).problem + judgeStatus(status).passesConnectionTest,
		judgeStatus(status, '0').problem + judgeStatus(status, '0').passesConnectionTest,
	]);
	for (const { problem, passesConnectionTest } of STATUSES) {
		expect(statuses).toContain(problem + passesConnectionTest);
	}
});

test('reads 429 as too much load, 5xx as a failed flow, and no other status as load', () => {
	for (const status of range(300, 700)) {
		const isServerError = status >= 500 && status <= 599;
		const load = status === 429 ? 'turnedAway' : isServerError ? 'flowFailed' : undefined;
		expect({ status, load: judgeStatus(status).load }).toEqual({ status, load });
	}
	expect(judgeStatus(503, '0').load).toBe('turnedAway');
});

test.each([
	[429, '7', 7_000],
	[429, undefined, undefined],
	[503, '7', 7_000],
	[503, 'soon', undefined],
	[500, '7', undefined],
	[404, '7', undefined],
])('Retry-After of an answer %i (%p) asks all starts to wait %p ms', (status, header, ms) => {
	expect(judgeStatus(status, header).retryAfterMs).toBe(ms);
});

test('passes the connection test for 501 and every 4xx except 401, 403 and 407', () => {
	for (const status of range(300, 700)) {
		const isClientError = status >= 400 && status <= 499;
		const passes = (isClientError && ![401, 403, 407].includes(status)) || status === 501;
		const seen = judgeStatus(status).passesConnectionTest === true;
		expect({ status, passes: seen }).toEqual({ status, passes });
	}
});

type Broken = Partial<TransportError>;

const judgeError = (error: Broken) =>
	judgeFailure({ kind: 'error', error: declareMasked({ code: undefined, message: '', ...error }) });

test.each<[string, Broken, Outcome]>([
	['a name that is not found', { syscall: 'getaddrinfo', code: 'ENOTFOUND' }, 'notStarted'],
	['a name server that fails', { syscall: 'getaddrinfo', code: 'EAI_AGAIN' }, 'notStarted'],
	['a refused connection', { syscall: 'connect', code: 'ECONNREFUSED' }, 'notStarted'],
	['an unreachable host', { syscall: 'connect', code: 'EHOSTUNREACH' }, 'notStarted'],
	['an unreachable network', { syscall: 'connect', code: 'ENETUNREACH' }, 'notStarted'],
	['a connection not set up in time', { syscall: 'connect', code: 'ETIMEDOUT' }, 'notStarted'],
	['an expired certificate', { isHandshaking: true, code: 'CERT_HAS_EXPIRED' }, 'notStarted'],
	['a reset handshake', { isHandshaking: true, code: 'ECONNRESET', syscall: 'read' }, 'notStarted'],
	['another failed handshake', { isHandshaking: true, code: 'ERR_SSL_ANY' }, 'notStarted'],
	['a new handshake that fails later', { isHandshaking: false, code: 'EPROTO' }, 'unknown'],
	['a handshake that nobody knows of', { code: 'CERT_HAS_EXPIRED' }, 'unknown'],
	['a reset connection', { syscall: 'read', code: 'ECONNRESET' }, 'unknown'],
	['a host that gets lost', { syscall: 'read', code: 'EHOSTUNREACH' }, 'unknown'],
	['a name that is not found, by its code alone', { code: 'ENOTFOUND' }, 'unknown'],
	['a time-out', { code: 'ETIMEDOUT' }, 'unknown'],
	['a stopped run', { code: 'ERR_CANCELED' }, 'unknown'],
	['a broken pipe', { syscall: 'write', code: 'EPIPE' }, 'unknown'],
	['no code', {}, 'unknown'],
])('gives %s (%j) the outcome %s', (_what, error, outcome) => {
	expect(judgeError(error).outcome).toBe(outcome);
});

test.each<[Broken, string | undefined]>([
	[{ code: 'ETIMEDOUT' }, 'flowFailed'],
	[{ code: 'ECONNRESET', syscall: 'read' }, 'flowFailed'],
	[{ code: 'ETIMEDOUT', syscall: 'connect' }, undefined],
	[{ code: 'ECONNREFUSED', syscall: 'connect' }, undefined],
	[{ code: 'ERR_CANCELED' }, undefined],
])('gives %j the load %p', (error, load) => {
	expect(judgeError(error).load).toBe(load);
});

test('takes a bug of the node for an uncertain start', () => {
	expect(judgeFailure({ kind: 'fault' })).toMatchObject({ outcome: 'unknown' });
});

test.each([200, 201, 299])('takes HTTP %i for a start, whatever the body is', (statusCode) => {
	const body = Buffer.from('{"error":"no"}');
	const answer = declareMasked({ statusCode, headers: {}, body });
	expect(judge({ kind: 'answer', answer }, 0)).toEqual({ kind: 'started', answer });
});

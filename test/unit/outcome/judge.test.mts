/** Each row of the table of outcomes in the public interface. */
import { declareMasked } from '../../../nodes/StartFlow/shared/mask';
import type { TransportError } from '../../../nodes/StartFlow/http/attempt';
import { judge } from '../../../nodes/StartFlow/outcome/judge';
import { findMeaning, STATUSES } from '../../../nodes/StartFlow/outcome/table';
import { answered, broken, ready } from '../send/modelService.mts';

const findRow = (statusCode: number, hasRetryAfter = false) =>
	findMeaning(answered(statusCode), hasRetryAfter);

const meaningOf = (status: number, hasRetryAfter = false) => {
	const { outcome, load } = findRow(status, hasRetryAfter);
	return { status, outcome, load };
};

const meaningOfError = (parts: Partial<TransportError>) => {
	const error = declareMasked({ code: undefined, message: '', ...parts });
	const { outcome, load } = findMeaning({ kind: 'error', error }, false);
	return { outcome, load };
};

const range = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => from + index);

const TURNED_AWAY = { outcome: 'notStarted', load: 'turnedAway' };

const REJECTED = [...range(300, 407), ...range(409, 424), ...range(426, 428), 431, 451];

test('gives every status the outcome of the public interface, and its load', () => {
	for (const status of [...range(0, 199), ...range(300, 700)]) {
		const outcome = REJECTED.includes(status) ? 'rejected' : 'unknown';
		const load = status >= 500 && status <= 599 ? 'flowFailed' : undefined;
		const expected = status === 429 ? TURNED_AWAY : { outcome, load };
		expect(meaningOf(status)).toEqual({ status, ...expected });
		const withRetryAfter = status === 503 ? TURNED_AWAY : expected;
		expect(meaningOf(status, true)).toEqual({ status, ...withRetryAfter });
	}
});

test('uses every row of the table', () => {
	const used = range(0, 700).flatMap((status) => [findRow(status), findRow(status, true)]);
	for (const row of STATUSES) expect(used).toContain(row);
});

test.each<[number, string, string, number | undefined]>([
	[429, '7', 'turnedAway', 7_000],
	[503, '7', 'turnedAway', 7_000],
	[503, 'soon', 'flowFailed', undefined],
	[404, '7', 'handled', undefined],
])('judges %i with a Retry-After of %p', (statusCode, header, load, retryAfterMs) => {
	const attempt = answered(statusCode, '', { 'retry-after': header });
	expect(judge(attempt, ready('a'), 0)).toMatchObject({ kind: 'failed', load, retryAfterMs });
});

test.each([200, 201, 299])('takes HTTP %i for a start, whatever the body is', (statusCode) => {
	const attempt = answered(statusCode, '{"error":"no"}');
	const { answer } = attempt;
	expect(judge(attempt, ready('a'), 0)).toEqual({ kind: 'started', answer, load: 'success' });
});

test('learns nothing of the load from a request that was stopped', () => {
	expect(judge(broken('ERR_CANCELED'), ready('a'), 0)).toMatchObject({ load: 'noEvidence' });
});

const NOTHING = { outcome: 'notStarted', load: undefined };
const FAILED = { outcome: 'unknown', load: 'flowFailed' };

test.each<[string, Partial<TransportError>, object]>([
	['a name that is not found', { syscall: 'getaddrinfo', code: 'ENOTFOUND' }, NOTHING],
	['a refused connection', { syscall: 'connect', code: 'ECONNREFUSED' }, NOTHING],
	['a connection not set up in time', { syscall: 'connect', code: 'ETIMEDOUT' }, NOTHING],
	['an expired certificate', { isHandshaking: true, code: 'CERT_HAS_EXPIRED' }, NOTHING],
	['a reset handshake', { isHandshaking: true, code: 'ECONNRESET', syscall: 'read' }, NOTHING],
	['a handshake not done in time', { isHandshaking: true, code: 'ETIMEDOUT' }, NOTHING],
	['a handshake that fails later', { isHandshaking: false, code: 'EPROTO' }, FAILED],
	['a reset connection', { syscall: 'read', code: 'ECONNRESET' }, FAILED],
	['a host that gets lost', { syscall: 'read', code: 'EHOSTUNREACH' }, FAILED],
	['a name that is not found, by its code alone', { code: 'ENOTFOUND' }, FAILED],
	['a time-out', { code: 'ETIMEDOUT' }, FAILED],
	['no code', {}, FAILED],
	['a stopped run', { code: 'ERR_CANCELED' }, { outcome: 'unknown', load: undefined }],
])('gives %s (%j) its outcome, and its load', (_what, error, expected) => {
	expect(meaningOfError(error)).toEqual(expected);
});

/** Each row of the table of outcomes in the public interface. */
import { declareMasked } from '../../../nodes/StartFlow/shared/mask';
import type { TransportError } from '../../../nodes/StartFlow/n8n/transportError';
import { judge } from '../../../nodes/StartFlow/outcome/judge';
import { findErrorRow, findStatusRow, STATUSES } from '../../../nodes/StartFlow/outcome/table';
import { answered, broken, ready } from '../send/modelService.mts';

const MINUTE_MS = 60_000;

const meaningOf = (status: number, retryAfterMs?: number) => {
	const { outcome, load } = findStatusRow(status, retryAfterMs);
	return { status, outcome, load };
};

const range = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => from + index);

const TURNED_AWAY = { outcome: 'notStarted', load: 'turnedAway' };
const QUOTA = { outcome: 'notStarted', load: 'quota' };

const REJECTED = [...range(300, 407), ...range(409, 424), ...range(426, 428), 431, 451];

test('gives every status the outcome of the public interface, and its load', () => {
	for (const status of [...range(0, 199), ...range(300, 700)]) {
		const outcome = REJECTED.includes(status) ? 'rejected' : 'unknown';
		const load = status >= 500 && status <= 599 && status !== 501 ? 'flowFailed' : undefined;
		const expected = status === 429 ? TURNED_AWAY : { outcome, load };
		expect(meaningOf(status)).toEqual({ status, ...expected });
		const withRetryAfter = status === 503 ? TURNED_AWAY : expected;
		for (const ms of [0, 5 * MINUTE_MS]) {
			expect(meaningOf(status, ms)).toEqual({ status, ...withRetryAfter });
		}
		const withQuota = [429, 503].includes(status) ? QUOTA : expected;
		expect(meaningOf(status, 5 * MINUTE_MS + 1)).toEqual({ status, ...withQuota });
	}
});

test('uses every row of the table', () => {
	const used = range(0, 700).flatMap((status) =>
		[undefined, 0, 10 * MINUTE_MS].map((ms) => findStatusRow(status, ms)),
	);
	for (const row of STATUSES) expect(used).toContain(row);
});

const AT_NOON = { now: Date.UTC(2030, 0, 1, 12), timeZone: 'America/New_York' };

test.each([
	['3600', 'until 08:00', {}],
	['Tue, 01 Jan 2030 12:30:00 GMT', 'until 07:30', {}],
	['61200', 'until 2 January 2030, 00:00', {}],
	['3600', 'until 2030-01-01T13:00:00.000Z', { timeZone: 'DEFAULT' }],
])('says when a quota ends, in the time zone of the workflow: %s, %s', (header, words, other) => {
	const attempt = answered(429, '', { 'retry-after': header });
	expect(judge(attempt, ready('a'), { ...AT_NOON, ...other })).toMatchObject({
		failure: {
			message: `The service takes no more starts ${words} (HTTP 429): the flow was not started`,
		},
	});
});

test.each<[number, string, string, number | undefined]>([
	[429, '7', 'turnedAway', 7_000],
	[429, '301', 'quota', undefined],
	[404, '7', 'handled', undefined],
])('judges %i with a Retry-After of %p', (statusCode, header, load, retryAfterMs) => {
	const attempt = answered(statusCode, '', { 'retry-after': header });
	expect(judge(attempt, ready('a'), AT_NOON)).toMatchObject({ kind: 'failed', load, retryAfterMs });
});

test.each([200, 201, 299])('takes HTTP %i for a start, whatever the body is', (statusCode) => {
	const attempt = answered(statusCode, '{"error":"no"}');
	const { answer } = attempt;
	expect(judge(attempt, ready('a'), AT_NOON)).toEqual({ kind: 'started', answer, load: 'success' });
});

test('learns nothing of the load from a request that was stopped', () => {
	expect(judge(broken('ERR_CANCELED'), ready('a'), AT_NOON)).toMatchObject({ load: 'noEvidence' });
});

const NOTHING = { outcome: 'notStarted', load: undefined };
const FAILED = { outcome: 'unknown', load: 'flowFailed' };

test.each<[string, Partial<TransportError>, object]>([
	['a name that is not found', { syscall: 'getaddrinfo', code: 'ENOTFOUND' }, NOTHING],
	['a refused connection', { syscall: 'connect', code: 'ECONNREFUSED' }, NOTHING],
	['a connection not set up in time', { syscall: 'connect', code: 'ETIMEDOUT' }, NOTHING],
	['an expired certificate', { isHandshaking: true, code: 'CERT_HAS_EXPIRED' }, NOTHING],
	['a reset handshake', { isHandshaking: true, code: 'ECONNRESET', syscall: 'read' }, NOTHING],
	['a handshake that fails later', { isHandshaking: false, code: 'EPROTO' }, FAILED],
	['a reset connection', { syscall: 'read', code: 'ECONNRESET' }, FAILED],
	['a name that is not found, by its code alone', { code: 'ENOTFOUND' }, FAILED],
	['a time-out', { code: 'ETIMEDOUT' }, FAILED],
	['no code', {}, FAILED],
	['a stopped run', { code: 'ERR_CANCELED' }, { outcome: 'unknown', load: undefined }],
])('gives %s (%j) its outcome, and its load', (_what, error, expected) => {
	const parts = declareMasked({ code: undefined, message: '', ...error });
	const { outcome, load } = findErrorRow(parts);
	expect({ outcome, load }).toEqual(expected);
});

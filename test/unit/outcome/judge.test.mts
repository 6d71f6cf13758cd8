/** Each row of the table of outcomes in the public interface. */
import { declareMasked } from '../../../nodes/StartFlow/shared/mask';
import type { TransportError } from '../../../nodes/StartFlow/http/attempt';
import { judge } from '../../../nodes/StartFlow/outcome/judge';
import { findMeaning, STATUSES } from '../../../nodes/StartFlow/outcome/table';
import type { Outcome } from '../../../nodes/StartFlow/outcome/outcomes';
import { answered, ready } from '../send/modelService.mts';

const meaningOf = (statusCode: number, hasRetryAfter = false) =>
	findMeaning(answered(statusCode), hasRetryAfter);

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
		const seen = [meaningOf(status).outcome, meaningOf(status, true).outcome];
		expect({ status, seen }).toEqual({ status, seen: expected });
	}
});

test('uses every row of the table', () => {
	const used = range(0, 700).flatMap((status) => [meaningOf(status), meaningOf(status, true)]);
	for (const row of STATUSES) expect(used).toContain(row);
});

test('reads 429 as too much load, 5xx as a failed flow, and no other status as load', () => {
	for (const status of range(300, 700)) {
		const isServerError = status >= 500 && status <= 599;
		const load = status === 429 ? 'turnedAway' : isServerError ? 'flowFailed' : undefined;
		expect({ status, load: meaningOf(status).load }).toEqual({ status, load });
	}
	expect(meaningOf(503, true).load).toBe('turnedAway');
});

test.each<[number, string, string, number | undefined]>([
	[429, '7', 'turnedAway', 7_000],
	[503, '7', 'turnedAway', 7_000],
	[503, 'soon', 'flowFailed', undefined],
	[404, '7', 'neutral', 7_000],
])('judges %i with a Retry-After of %p', (statusCode, header, load, retryAfterMs) => {
	const attempt = answered(statusCode, '', { 'retry-after': header });
	expect(judge(attempt, ready('a'), 0)).toMatchObject({ kind: 'failed', load, retryAfterMs });
});

test.each([200, 201, 299])('takes HTTP %i for a start, whatever the body is', (statusCode) => {
	const attempt = answered(statusCode, '{"error":"no"}');
	const { answer } = attempt;
	expect(judge(attempt, ready('a'), 0)).toEqual({ kind: 'started', answer, load: 'success' });
});

test.each<[string, Partial<TransportError>, Outcome, string | undefined]>([
	[
		'a name that is not found',
		{ syscall: 'getaddrinfo', code: 'ENOTFOUND' },
		'notStarted',
		undefined,
	],
	['a refused connection', { syscall: 'connect', code: 'ECONNREFUSED' }, 'notStarted', undefined],
	[
		'a connection not set up in time',
		{ syscall: 'connect', code: 'ETIMEDOUT' },
		'notStarted',
		undefined,
	],
	[
		'an expired certificate',
		{ isHandshaking: true, code: 'CERT_HAS_EXPIRED' },
		'notStarted',
		undefined,
	],
	[
		'a reset handshake',
		{ isHandshaking: true, code: 'ECONNRESET', syscall: 'read' },
		'notStarted',
		undefined,
	],
	[
		'a handshake that fails later',
		{ isHandshaking: false, code: 'EPROTO' },
		'unknown',
		'flowFailed',
	],
	['a reset connection', { syscall: 'read', code: 'ECONNRESET' }, 'unknown', 'flowFailed'],
	['a host that gets lost', { syscall: 'read', code: 'EHOSTUNREACH' }, 'unknown', 'flowFailed'],
	['a name that is not found, by its code alone', { code: 'ENOTFOUND' }, 'unknown', 'flowFailed'],
	['a time-out', { code: 'ETIMEDOUT' }, 'unknown', 'flowFailed'],
	['a stopped run', { code: 'ERR_CANCELED' }, 'unknown', undefined],
	['no code', {}, 'unknown', 'flowFailed'],
])('gives %s (%j) the outcome %s, and the load %p', (_what, parts, outcome, load) => {
	const error = declareMasked({ code: undefined, message: '', ...parts });
	const meaning = findMeaning({ kind: 'error', error }, false);
	expect([meaning.outcome, meaning.load]).toEqual([outcome, load]);
});

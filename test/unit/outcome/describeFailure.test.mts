import fc from 'fast-check';

import type { FlowCredential } from '../../../nodes/StartFlow/credential/flowCredential';
import { maskAnswer } from '../../../nodes/StartFlow/http/maskAnswer';
import { maskJson } from '../../../nodes/StartFlow/shared/mask';
import { describeFailure } from '../../../nodes/StartFlow/outcome/describeFailure';
import type { Outcome } from '../../../nodes/StartFlow/outcome/outcomes';
import { plainToken } from '../arbitraries.mts';
import { judgeFailure } from './judgeFailure.mts';
import { transportError } from './transportErrors.mts';

const QA: FlowCredential = {
	environment: 'QA',
	baseUrl: 'https://flows.example.com:8443/v1/start?tenant=7',
	accessToken: 'secret-token-123',
	examples: new Map(),
};

const SLUG = 'sign-up-4d7x2p';

const NOT_STARTED = 'the flow was not started';
const MAY_HAVE_STARTED = 'the flow may have started';

interface Answered {
	body?: string | Buffer;
	credential?: FlowCredential;
	slug?: string;
}

function failureOf(statusCode: number, { body = '', credential = QA, slug = SLUG }: Answered = {}) {
	const raw = { statusCode, headers: {}, body: Buffer.from(body) };
	const answer = maskAnswer(raw, credential.accessToken);
	const attempt = { kind: 'answer', answer } as const;
	return describeFailure(attempt, judgeFailure(attempt), { slug, credential });
}

function brokenBy(code: string | undefined, message = 'it broke', credential = QA) {
	const error = maskJson(transportError(code, message), credential.accessToken);
	const attempt = { kind: 'error', error } as const;
	return describeFailure(attempt, judgeFailure(attempt), { slug: SLUG, credential });
}

describe('an answer', () => {
	test.each<[number, RegExp, RegExp]>([
		[302, /redirect/, /Copy the URL/],
		[400, /did not accept the start/, /Compare the context with the example/],
		[401, /^The QA token was not accepted/, /Copy the token .* Start Event/],
		[403, /^The QA token may not start this flow/, /belongs to the account/],
		[404, /^No flow "sign-up-4d7x2p" in QA/, /Compare the slug and the URL/],
		[429, /receiving too many starts/, /^Wait a while\. You can safely/],
	])('HTTP %i says what happened and what to do next', (status, happened, next) => {
		const { message, description, statusCode } = failureOf(status);
		expect(message).toMatch(happened);
		expect(description).toMatch(next);
		expect(statusCode).toBe(status);
	});

	test.each<[number, string, RegExp | null]>([
		[429, NOT_STARTED, /You can safely start this item again/],
		[500, MAY_HAVE_STARTED, /Check .* whether the flow has run/],
		[404, NOT_STARTED, null],
	])('HTTP %i says: %s', (status, verdict, advice) => {
		const { message, description } = failureOf(status);
		expect(message.endsWith(` (HTTP ${status}): ${verdict}`)).toBe(true);
		if (advice === null) expect(description).not.toMatch(/again|twice/);
		else expect(description).toMatch(advice);
	});

	test('is described on one line, with a long slug cut', () => {
		const { message } = failureOf(404, { slug: `a\nb${'c'.repeat(200)}` });
		expect(message).toContain(`"a b${'c'.repeat(26)}…"`);
	});

	test('shows the answer of the service: to people in the description, as JSON in body', () => {
		const failure = failureOf(400, { body: '{"error":"no such field"}' });
		expect(failure.body).toEqual({ error: 'no such field' });
		expect(failure.reason).toBe('The service said: “no such field”.');
	});

	test.each(['', ' \r\n'])('has no body when the answer is empty (%j)', (body) => {
		const failure = failureOf(500, { body });
		expect(failure).not.toHaveProperty('body');
		expect(failure.description).toMatch(/^\S[^\n]*\.$/);
	});

	test('never shows the beginning of a token when the cut is inside it', () => {
		const body = `${'a'.repeat(110)}secret-token-123${'b'.repeat(100)}`;
		const line = `“${'a'.repeat(110)}***${'b'.repeat(6)}…”`;
		expect(failureOf(400, { body }).reason).toContain(line);
	});
});

test.each([
	['ECONNREFUSED', 'flows.example.com:8443 could not be reached', NOT_STARTED],
	['ENOTFOUND', 'The address flows.example.com:8443 was not found', NOT_STARTED],
	['EHOSTUNREACH', 'flows.example.com:8443 could not be reached', NOT_STARTED],
	['EPROTO', 'No secure connection to flows.example.com:8443 could be made', NOT_STARTED],
	['ETIMEDOUT', 'flows.example.com:8443 did not answer in time', MAY_HAVE_STARTED],
	['ERR_CANCELED', 'The run was stopped', MAY_HAVE_STARTED],
	['ECONNRESET', 'The connection to flows.example.com:8443', MAY_HAVE_STARTED],
])('says for %s what happened, with only the host of the URL', (code, happened, verdict) => {
	const failure = brokenBy(code, `a\nb${'c'.repeat(5_000)}`);
	expect(failure.message.startsWith(happened)).toBe(true);
	expect(failure.message.endsWith(`: ${verdict}`)).toBe(true);
	expect(failure.reason).toMatch(/^Technical reason: a bc{116}…\.$/);
	expect(JSON.stringify(failure)).not.toMatch(/v1|tenant|https/);
	expect(failure).not.toHaveProperty('statusCode');
	expect(failure).not.toHaveProperty('body');
});

test.each<[Outcome, string, string]>([
	['rejected', NOT_STARTED, ''],
	['notStarted', NOT_STARTED, 'You can safely start this item again.'],
	[
		'unknown',
		MAY_HAVE_STARTED,
		'Check in the integration platform whether the flow has run. Start it again only if it has not.',
	],
])('ends the message of %s with its verdict, and the description with its advice', (...row) => {
	const [outcome, verdict, advice] = row;
	const start = { slug: SLUG, credential: QA };
	const describe = (ownAdvice?: string) =>
		describeFailure({ kind: 'fault' }, { outcome, problem: 'It broke', advice: ownAdvice }, start);
	expect(describe()).toEqual({ outcome, message: `It broke: ${verdict}`, description: advice });
	expect(describe('Wait.').description).toBe(`Wait. ${advice}`.trim());
});

test('says for a bug of the node where its cause is, and to whom to report it', () => {
	const attempt = { kind: 'fault' } as const;
	const failure = describeFailure(attempt, judgeFailure(attempt), { slug: SLUG, credential: QA });
	expect(failure).toEqual({
		outcome: 'unknown',
		message: `The node itself failed: ${MAY_HAVE_STARTED}`,
		description: expect.stringMatching(/^The cause is in n8n's log\. Please report it\. Check in /),
	});
});

test('shows no part of the token, wherever it was echoed or pasted', () => {
	const status = fc.constantFrom(302, 400, 401, 403, 404, 408, 429, 500, 503);
	fc.assert(
		fc.property(plainToken, status, fc.nat(400), (accessToken, statusCode, at) => {
			const credential = { ...QA, accessToken };
			const echoed = `${'x'.repeat(at)}${accessToken} ${accessToken}`;
			const slug = `${'x'.repeat(at % 100)}${accessToken}`;
			const failures = [
				failureOf(statusCode, { body: echoed, slug, credential }),
				brokenBy('ECONNRESET', echoed, credential),
			];
			expect(JSON.stringify(failures)).not.toContain(accessToken.slice(0, 6));
		}),
	);
});

import fc from 'fast-check';

import { maskAnswer } from '../../../nodes/StartFlow/http/answerBody';
import type { Attempt } from '../../../nodes/StartFlow/http/attempt';
import { maskJson } from '../../../nodes/StartFlow/shared/mask';
import { describeFailure, judge, parseErrorBody } from '../../../nodes/StartFlow/outcome/judge';
import { describeForModel } from '../../../nodes/StartFlow/outcome/outcomes';
import {
	ERRORS,
	LOST_CONNECTION,
	type Meaning,
	NODE_FAULT,
	OTHER_STATUS,
	STATUSES,
} from '../../../nodes/StartFlow/outcome/table';
import type { JsonValue } from '../../../nodes/StartFlow/shared/json';
import { plainToken } from '../arbitraries.mts';
import { answered, broken } from '../send/modelService.mts';
import { transportError } from './transportErrors.mts';

const TOKEN = 'secret-token-123';

const START = {
	slug: 'sign-up-4d7x2p',
	credential: {
		environment: 'QA',
		baseUrl: 'https://flows.example.com:8443/v1/start?tenant=7',
		accessToken: TOKEN,
	},
};

const NOT_STARTED = 'the flow was not started';
const MAY_HAVE_STARTED = 'the flow may have started';

function failureOf(attempt: Attempt, start = START) {
	const judgement = judge(attempt, start, 0);
	if (judgement.kind === 'started') throw new Error('The attempt has started the flow');
	return judgement.failure;
}

describe('an answer', () => {
	test.each<[number, RegExp, RegExp]>([
		[302, /redirect/, /Copy the URL/],
		[400, /did not accept the start/, /Compare the context with the example/],
		[
			401,
			/^The QA token was not accepted/,
			/Paste the request with the new token .* or the token under URL and Token/,
		],
		[
			403,
			/^The QA token is not allowed to start this flow/,
			/to the account and the environment of this flow/,
		],
		[404, /^No flow "sign-up-4d7x2p" in QA \(HTTP 404\): the flow was not/, /Compare the slug/],
		[
			407,
			/A proxy .* requires a login/,
			/the proxy\. The credential of this node is not the cause/,
		],
		[429, /receiving too many starts/, /^Wait a while\. You can safely start this item again/],
		[
			500,
			/\(HTTP 500\): the flow may have started$/,
			/^Check .* whether the flow has run\. Start it again only if it has not\.$/,
		],
	])('HTTP %i says what happened and what to do next', (status, happened, next) => {
		const { message, description, statusCode } = failureOf(answered(status));
		expect(message).toMatch(happened);
		expect(description).toMatch(next);
		expect(statusCode).toBe(status);
	});

	test.each([
		[400, /^If an item is wrong, first set On Error to Continue/],
		[401, /^Paste the request with the new token .*\.$/],
		[429, /^Wait a while\.$/],
		[500, /^Check .* whether the flow has run\.$/],
	])('HTTP %i says what to do before a Retry of the rest', (status, advice) => {
		expect(failureOf(answered(status)).adviceBeforeRetry).toMatch(advice);
	});

	test.each([
		[404, /Call the tool again only if other values can help\. Otherwise, tell the person\.$/],
		[429, /Call the tool again later, or tell the person\.$/],
		[500, /Do not call the tool again\. Tell the person to check .* whether the flow has run\.$/],
	])('HTTP %i says to a model whether to call the tool again', (status, advice) => {
		expect(describeForModel(failureOf(answered(status)))).toMatch(advice);
	});

	test('is described on one line, with a long slug cut', () => {
		const { message } = failureOf(answered(404), { ...START, slug: `a\nb${'c'.repeat(200)}` });
		expect(message).toContain(`"a b${'c'.repeat(10)}…${'c'.repeat(13)}"`);
	});

	test('shows what the service said: to people in the description, as JSON in body', () => {
		const failure = failureOf(answered(400, '{"error":"no such field"}'));
		expect(failure.body).toEqual({ error: 'no such field' });
		expect(failure.reason).toBe('The service said: “no such field”.');
	});

	test.each(['', ' \r\n', '{ }'])('has no body when the answer says nothing (%j)', (body) => {
		const failure = failureOf(answered(500, body));
		expect([failure.body, failure.reason]).toEqual([undefined, undefined]);
	});
});

test.each([
	['ECONNREFUSED', 'flows.example.com:8443 could not be reached', NOT_STARTED],
	['ENOTFOUND', 'The address flows.example.com:8443 was not found', NOT_STARTED],
	['EPROTO', 'No secure connection to flows.example.com:8443 could be made', NOT_STARTED],
	['ETIMEDOUT', 'flows.example.com:8443 did not answer in time', MAY_HAVE_STARTED],
	['ERR_CANCELED', 'The run was stopped', MAY_HAVE_STARTED],
	['ECONNRESET', 'The connection to flows.example.com:8443', MAY_HAVE_STARTED],
])('says for %s what happened, with only the host of the URL', (code, happened, verdict) => {
	const failure = failureOf(broken(code));
	expect(failure.message.startsWith(happened)).toBe(true);
	expect(failure.message.endsWith(`: ${verdict}`)).toBe(true);
	expect(failure.reason).toBe(`Technical reason: it broke: ${code}.`);
	expect(JSON.stringify(failure)).not.toMatch(/v1|tenant|https/);
});

test('says for a bug of the node where its cause is, and to whom to report it', () => {
	expect(failureOf({ kind: 'fault' })).toMatchObject({
		outcome: 'unknown',
		message: `The node itself failed: ${MAY_HAVE_STARTED}`,
		description: expect.stringMatching(/^The cause is in n8n's log\. Please report it\. Check in /),
	});
});

test('shows no part of the token, wherever it was echoed or pasted, and is cut', () => {
	const status = fc.constantFrom(302, 400, 401, 403, 404, 408, 429, 500, 503);
	fc.assert(
		fc.property(plainToken, status, fc.nat(400), (accessToken, statusCode, at) => {
			const echoed = `${'x'.repeat(at)}${accessToken} ${accessToken}`;
			const raw = { statusCode, headers: {}, body: Buffer.from(echoed) };
			const start = {
				slug: `${'x'.repeat(at % 100)}${accessToken}`,
				credential: { ...START.credential, accessToken },
			};
			const error = maskJson(transportError('ECONNRESET', echoed), accessToken);
			const failures = [
				failureOf({ kind: 'answer', answer: maskAnswer(raw, accessToken) }, start),
				failureOf({ kind: 'error', error }, start),
			];
			expect(JSON.stringify(failures)).not.toContain(accessToken.slice(0, 6));
		}),
	);
});

describe('in ten seconds', () => {
	const longStart = {
		slug: 'a-very-long-slug-of-a-flow-that-nobody-would-want-to-type-4d7x2p',
		credential: {
			environment: 'Production',
			baseUrl: 'https://an.endpoint.of.a.customer.with.a.long.name.flows.example.com:8443/v1/start',
			accessToken: TOKEN,
		},
	};

	/** "9999 of 10000 started. " stands before the message in a headline of 120 characters. */
	const MAX_MESSAGE_CHARACTERS = 97;

	/** With the service's words, the counts and the name of the page, a description has sixty words. */
	const MAX_ADVICE_WORDS = 28;

	const rows: Array<[Meaning, Attempt]> = [
		...[...STATUSES, OTHER_STATUS].map((row): [Meaning, Attempt] => [row, answered(503)]),
		...[...ERRORS, LOST_CONNECTION].map((row): [Meaning, Attempt] => [row, broken('')]),
		[NODE_FAULT, { kind: 'fault' }],
	];

	test.each(rows.map(([row, attempt]) => ({ problem: row.problem, row, attempt })))(
		'one reads "$problem", with the longest names and status',
		({ row, attempt }) => {
			const failure = describeFailure(attempt, row, longStart);
			expect(failure.message.length).toBeLessThanOrEqual(MAX_MESSAGE_CHARACTERS);
			expect(failure.description.split(' ').length).toBeLessThanOrEqual(MAX_ADVICE_WORDS);
			// Each placeholder is filled in.
			expect(JSON.stringify(Object.values(failure))).not.toMatch(/[{}]/);
		},
	);
});

describe('the body of a failure', () => {
	const readBody = (body: string | Buffer, type?: string, token = TOKEN) => {
		const headers = { 'content-type': type };
		const answer = { statusCode: 422, headers, body: Buffer.from(body) };
		return parseErrorBody(maskAnswer(answer, token), token);
	};

	test.each<[string | Buffer, string | undefined, JsonValue]>([
		['{"error":"no such field"}', 'text/plain', { error: 'no such field' }],
		['[1,2]', undefined, [1, 2]],
		['{"half":', 'application/json', '{"half":'],
		['no\n such  field', 'text/plain', 'no\n such  field'],
		[Buffer.from('größer', 'latin1'), 'text/plain; charset=iso-8859-1', 'größer'],
	])('reads %j under %s as %j', (body, type, expected) => {
		expect(readBody(body, type).body).toEqual(expected);
	});

	test.each<[string, string | undefined]>([
		['{"message":"Card declined","code":7}', 'Card declined'],
		['{"detail":"a","error":"b","message":"c"}', 'c – b – a'],
		['{"error":"Bad Request","message":"Bad Request"}', 'Bad Request'],
		['{"error":{"code":5,"message":"no\\nsuch field"}}', 'no such field'],
		['{"message":5,"error":" "}', '{"message":5,"error":" "}'],
		[`{"a":\n"${'x'.repeat(1000)}"}`, `{"a":"${'x'.repeat(293)}…`],
	])('shows for %.40s: %.40s', (body, line) => {
		expect(readBody(body, 'application/json').line).toBe(line);
	});

	test('masks a token that an escape hides', () => {
		const escaped = TOKEN.replace('s', '\\u0073');
		const { line, body } = readBody(`{"message":"your token ${escaped}"}`, 'application/json');
		expect([line, body]).toEqual(['your token ***', { message: 'your token ***' }]);
		expect(readBody(`{"code":"${escaped}"}`, 'application/json').line).toBe('{"code":"***"}');
	});

	test('is text if it is longer than 10,000 characters, with a mark that it was cut', () => {
		const whole = JSON.stringify(['€'.repeat(9_996)]);
		expect(readBody(whole).body).toEqual([expect.any(String)]);
		const longer = JSON.stringify(['€'.repeat(9_997)]);
		expect(readBody(longer).body).toBe(`${longer.slice(0, 10_000)}… (cut)`);
	});

	const FORMS: Array<(token: string) => string> = [
		(token) => token,
		encodeURIComponent,
		(token) => token.replaceAll('/', '\\/'),
		(token) => token.replaceAll('/', '&#x2F;'),
	];

	test('has nothing of a token in any form, wherever it is cut', () => {
		const places = fc.oneof(
			fc.integer({ min: 0, max: 40 }),
			fc.integer({ min: 9_700, max: 10_020 }),
			fc.integer({ min: 39_600, max: 43_000 }),
		);
		const tokens = plainToken.map((token) => token.replaceAll('_', '/'));
		fc.assert(
			fc.property(tokens, fc.constantFrom(...FORMS), places, (token, form, at) => {
				const text = 'é'.repeat(at) + `${form(token)} `.repeat(3) + 'é'.repeat(30_000);
				const shown = JSON.stringify(readBody(text, 'text/plain', token));
				expect(shown).not.toContain(token);
				// A few characters at its beginning may be in the text anyway.
				expect(shown).not.toContain(JSON.stringify(form(token.slice(0, 6))).slice(1, -1));
			}),
		);
	});
});

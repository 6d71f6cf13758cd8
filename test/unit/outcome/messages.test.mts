import { declareMasked } from '../../../nodes/StartFlow/shared/mask';
import type { Attempt } from '../../../nodes/StartFlow/http/attempt';
import {
	createFailure,
	createNames,
	type FailedJudgement,
	judge,
	judgeFault,
} from '../../../nodes/StartFlow/outcome/judge';
import { describeForModel } from '../../../nodes/StartFlow/outcome/outcomes';
import {
	ERRORS,
	LOST_CONNECTION,
	type Meaning,
	NODE_FAULT,
	OTHER_STATUS,
	STATUSES,
} from '../../../nodes/StartFlow/outcome/table';
import { answered, broken } from '../send/modelService.mts';

const TOKEN = 'secret-token-123';

const START = {
	slug: 'sign-up-4d7x2p',
	credential: {
		environment: 'qa' as const,
		baseUrl: 'https://flows.example.com:8443/v1/start?tenant=7',
		accessToken: TOKEN,
	},
};

const NOT_STARTED = 'the flow was not started';
const MAY_HAVE_STARTED = 'the flow may have started';

const failureOf = (attempt: Attempt, start = START) =>
	(judge(attempt, start, { now: 0, timeZone: 'UTC' }) as FailedJudgement).failure;

describe('an answer', () => {
	test.each<[number, RegExp, RegExp]>([
		[404, /^No flow "sign-up-4d7x2p" in QA \(HTTP 404\): the flow was not/, /Compare the slug/],
		[407, /A proxy/, /The credential of this node is not the cause/],
		[429, /too many starts/, /^Wait a while\.$/],
		[
			500,
			/\(HTTP 500\): the flow may have started$/,
			/^Check .* whether the flow has run\. If not, run only this item again\.$/,
		],
	])('HTTP %i says what happened and what to do next', (status, happened, next) => {
		const { message, advice = [], statusCode } = failureOf(answered(status));
		expect(message).toMatch(happened);
		expect(advice.join(' ')).toMatch(next);
		expect(statusCode).toBe(status);
	});

	test.each([
		['{"message":"No seats."}', 'No seats', ['The service said: “No seats”.']],
		['no. ', 'no. ', ['The service said: “no”.']],
		['', undefined, []],
	])('has as its reason what the service said: %j', (body, reason, explanation) => {
		const failure = failureOf(answered(422, body));
		expect(failure).toMatchObject({ explanation, mayItemBeWrong: true });
		expect(failure.reason).toBe(reason?.trim());
	});

	test('is a redirect that says where it leads', () => {
		const attempt = answered(302, '<html><title>Found</title>', { location: 'https://a.example/' });
		expect(failureOf(attempt)).toMatchObject({
			reason: 'The redirect leads to https://a.example/',
			explanation: ['The redirect leads to https://a.example/.'],
		});
	});

	test('is described on one line, with a long slug cut and the token masked in it', () => {
		const messageFor = (slug: string) => failureOf(answered(404), { ...START, slug }).message;
		expect(messageFor(`a\nb${'c'.repeat(200)}`)).toContain(
			`"a b${'c'.repeat(10)}…${'c'.repeat(13)}"`,
		);
		expect(messageFor(`c-${TOKEN}${'c'.repeat(20)}`)).not.toContain('secret');
	});
});

test.each([
	['ECONNREFUSED', 'flows.example.com:8443 could not be reached', NOT_STARTED],
	['ETIMEDOUT', 'flows.example.com:8443 did not answer in time', MAY_HAVE_STARTED],
	['ECONNRESET', 'The connection to flows.example.com:8443', MAY_HAVE_STARTED],
])('says for %s what happened, with only the host of the URL', (code, happened, verdict) => {
	const failure = failureOf(broken(code));
	expect(failure.message.startsWith(happened)).toBe(true);
	expect(failure.message.endsWith(`: ${verdict}`)).toBe(true);
	expect(failure.reason).toBe(`it broke: ${code}`);
	expect(failure.explanation).toEqual([`Technical reason: it broke: ${code}.`]);
	expect(JSON.stringify(failure)).not.toMatch(/v1|tenant|https/);
});

test('says for a bug of the node where its cause is, and to whom to report it', () => {
	expect(judgeFault(START).failure).toMatchObject({
		outcome: 'unknown',
		message: `The node itself failed: ${MAY_HAVE_STARTED}`,
		advice: expect.arrayContaining(["The cause is in n8n's log. Please report it."]),
	});
});

describe('in ten seconds', () => {
	/** "9999 of 10000 started. " stands before the message in a headline of 120 characters. */
	const MAX_MESSAGE_CHARACTERS = 97;

	/** With the service's words, a Retry and the counts, a description has seventy words. */
	const MAX_ADVICE_WORDS = 26;

	const baseUrl = 'https://an.endpoint.of.a.customer.with.a.long.name.flows.example.com:8443/';
	const credential = { ...START.credential, environment: 'production' as const, baseUrl };
	const longStart = { slug: 'x'.repeat(64), credential };

	const names = createNames(longStart, '29 November, 00:00');
	const byProblem = (rows: readonly Meaning[]) =>
		rows.map((row): [string, Meaning] => [row.problem(names), row]);

	function expectShort(row: Meaning, statusCode?: number) {
		const failure = createFailure(row, names, declareMasked({ statusCode }));
		expect(failure.message.length).toBeLessThanOrEqual(MAX_MESSAGE_CHARACTERS);
		expect(failure.advice?.join(' ').split(' ').length).toBeLessThanOrEqual(MAX_ADVICE_WORDS);
		expect(describeForModel(failure)).toMatch(/all the tool again/);
		for (const sentence of failure.advice ?? []) expect(sentence).toMatch(/\.$/);
	}

	test.each(byProblem([...STATUSES, OTHER_STATUS]))('one reads "%s" with a status', (_, row) => {
		expectShort(row, 503);
	});

	test.each(byProblem([...ERRORS, LOST_CONNECTION, NODE_FAULT]))('one reads "%s"', (_, row) => {
		expectShort(row);
	});
});

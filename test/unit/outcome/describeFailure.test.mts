import fc from 'fast-check';

import {
	aboutStart,
	type FlowCredential,
} from '../../../nodes/TriggerFlow/credential/flowCredential';
import type { Outcome } from '../../../nodes/TriggerFlow/shared/failure';
import { describeFailure, told } from '../../../nodes/TriggerFlow/outcome/describeFailure';
import { maskAttempt } from '../../../nodes/TriggerFlow/http/maskAttempt';
import { BLOCKED } from '../../../nodes/TriggerFlow/outcome/table';
import { askedToWait } from '../../../nodes/TriggerFlow/outcome/retry';
import { createStart } from '../../../nodes/TriggerFlow/request/startRequest';
import { plainToken } from '../secrets/tokens.mts';
import { transportError } from './transportErrors.mts';

const QA: FlowCredential = {
	environment: 'qa',
	baseUrl: 'https://flows.example.com:8443/v1/start?tenant=7',
	accessToken: 'secret-token-123',
	flows: [],
};
const PRODUCTION: FlowCredential = { ...QA, environment: 'production' };

const START = createStart('sign-up-4d7x2p', {});

const NOT_STARTED = 'the flow was not started';
const MAY_HAVE_STARTED = 'the flow may have started';

interface Answered {
	body?: string | Buffer;
	headers?: Record<string, string | string[] | undefined>;
	credential?: FlowCredential;
	slug?: string;
}

function failureOf(
	statusCode: number,
	{ body = '', headers = {}, credential = QA, slug = START.slug }: Answered = {},
) {
	const raw = { answer: { statusCode, headers, body: Buffer.from(body) } };
	const attempt = maskAttempt(raw, credential.accessToken);
	return describeFailure(attempt, aboutStart(slug, credential), askedToWait(attempt, 0));
}

const brokenBy = (code: string | undefined, message = 'it broke', credential = QA) =>
	describeFailure(
		maskAttempt({ error: transportError(code, message) }, credential.accessToken),
		aboutStart(START.slug, credential),
		undefined,
	);

describe('an answer', () => {
	test.each<[number, Outcome, RegExp, string]>([
		[300, 'rejected', /redirect, which is not followed/, NOT_STARTED],
		[301, 'rejected', /redirect/, NOT_STARTED],
		[307, 'rejected', /redirect/, NOT_STARTED],
		[399, 'rejected', /redirect/, NOT_STARTED],
		[400, 'rejected', /could not make sense/, NOT_STARTED],
		[401, 'rejected', /access token of the QA credential was not accepted/, NOT_STARTED],
		[402, 'rejected', /did not take the start/, NOT_STARTED],
		[403, 'rejected', /access token of the QA credential may not start this flow/, NOT_STARTED],
		[
			404,
			'rejected',
			/no flow "sign-up-4d7x2p" in the QA environment, or the endpoint URL is wrong/,
			NOT_STARTED,
		],
		[405, 'rejected', /URL does not take starts/, NOT_STARTED],
		[407, 'rejected', /did not take the start/, NOT_STARTED],
		[408, 'unknown', /./, MAY_HAVE_STARTED],
		[413, 'rejected', /too large/, NOT_STARTED],
		[415, 'rejected', /does not take JSON/, NOT_STARTED],
		[422, 'rejected', /does not accept this context/, NOT_STARTED],
		[409, 'rejected', /conflicts with another/, NOT_STARTED],
		[424, 'rejected', /did not take the start/, NOT_STARTED],
		[425, 'unknown', /./, MAY_HAVE_STARTED],
		[426, 'rejected', /did not take the start/, NOT_STARTED],
		[428, 'rejected', /did not take the start/, NOT_STARTED],
		[429, 'notStarted', /too many starts at once/, NOT_STARTED],
		[430, 'unknown', /./, MAY_HAVE_STARTED],
		[431, 'rejected', /did not take the start/, NOT_STARTED],
		[451, 'rejected', /did not take the start/, NOT_STARTED],
		[499, 'unknown', /./, MAY_HAVE_STARTED],
		[500, 'unknown', /The service failed/, MAY_HAVE_STARTED],
		[502, 'unknown', /The service failed/, MAY_HAVE_STARTED],
		[503, 'unknown', /The service failed/, MAY_HAVE_STARTED],
		[504, 'unknown', /The service failed/, MAY_HAVE_STARTED],
		[599, 'unknown', /The service failed/, MAY_HAVE_STARTED],
	])('HTTP %i is %s: %s, %s', (statusCode, outcome, happened, verdict) => {
		const failure = failureOf(statusCode);
		expect(failure.outcome).toBe(outcome);
		expect(failure.statusCode).toBe(statusCode);
		expect(failure.message).toMatch(happened);
		expect(failure.message.endsWith(` (HTTP ${statusCode}): ${verdict}`)).toBe(true);
	});

	test.each<[string | string[] | undefined, Outcome, string]>([
		[undefined, 'unknown', MAY_HAVE_STARTED],
		['30', 'notStarted', NOT_STARTED],
		['Wed, 21 Oct 2026 07:28:00 GMT', 'notStarted', NOT_STARTED],
		[['1', '2'], 'notStarted', NOT_STARTED],
		// Nobody knows what was meant.
		['', 'unknown', MAY_HAVE_STARTED],
		['soon', 'unknown', MAY_HAVE_STARTED],
		['-1', 'unknown', MAY_HAVE_STARTED],
		['1.5', 'unknown', MAY_HAVE_STARTED],
	])('HTTP 503 with Retry-After %j is %s', (retryAfter, outcome, verdict) => {
		const failure = failureOf(503, { headers: { 'retry-after': retryAfter } });
		expect(failure.outcome).toBe(outcome);
		expect(failure.message.endsWith(verdict)).toBe(true);
	});

	test('an address that n8n is not allowed to reach is said to be one, with whom to ask', () => {
		const { outcome, message, description } = brokenBy('ERR_BLOCKED');
		expect(outcome).toBe('notStarted');
		expect(message).toMatch(/not allowed to reach flows\.example\.com:8443/);
		expect(description).toMatch(/ask the administrator/);
		expect(brokenBy('ECONNREFUSED').description).not.toMatch(/administrator/);
	});

	test('a 503 that asks to come again is a service that is busy, not one that failed', () => {
		const { message, description } = failureOf(503, { headers: { 'retry-after': '30' } });
		expect(message).toMatch(/not taking starts at the moment/);
		expect(description).toMatch(/later/);
	});

	test.each([408, 425, 430, 499])(
		'HTTP %i may have been taken, so no one says that it was not',
		(statusCode) => {
			expect(failureOf(statusCode).message).not.toMatch(/did not take/);
		},
	);

	test.each([
		[401, /Copy the token .* Start Event .* environment and the URL belong to it/],
		[403, /Check that the flow belongs to the customer and the environment/],
		[404, /Compare the slug and the URL/],
		[429, /later/],
		[302, /Copy the endpoint URL .* once more/],
		[400, /Compare the slug and the context/],
		[405, /Copy the endpoint URL/],
		[409, /running already/],
		[413, /Send only the fields/],
		[415, /Copy the endpoint URL/],
		[422, /Compare the names and types/],
		[418, /Compare the slug and the context/],
	])('HTTP %i says what to do next', (statusCode, next) => {
		expect(failureOf(statusCode).description).toMatch(next);
	});

	test.each([401, 403, 404])('HTTP %i says which environment', (statusCode) => {
		expect(failureOf(statusCode, { credential: QA }).message).toContain('QA');
		const { message } = failureOf(statusCode, { credential: PRODUCTION });
		expect(message).toContain('Production');
		expect(message).not.toContain('QA');
	});

	test.each<[number, Record<string, string>, RegExp | null]>([
		[429, {}, /safe to start it again/],
		[503, { 'retry-after': '1' }, /safe to start it again/],
		[500, {}, /has run before you start it again.*twice/],
		[503, {}, /has run before you start it again.*twice/],
		[408, {}, /has run before you start it again.*twice/],
		[400, {}, null],
		[404, {}, null],
		[301, {}, null],
	])('HTTP %i %j says whether running it again is safe', (statusCode, headers, advice) => {
		const { description } = failureOf(statusCode, { headers });
		if (advice === null) expect(description).not.toMatch(/again|twice/);
		else expect(description).toMatch(advice);
	});

	test('every status ends on the verdict of its outcome, on one line, with its number', () => {
		const status = fc.integer({ min: 300, max: 599 });
		fc.assert(
			fc.property(status, fc.boolean(), fc.string(), (statusCode, isTurnedAway, body) => {
				const headers = isTurnedAway ? { 'retry-after': '1' } : {};
				const { message, outcome } = failureOf(statusCode, { headers, body });
				const verdict = outcome === 'unknown' ? MAY_HAVE_STARTED : NOT_STARTED;
				expect(message).toMatch(new RegExp(`^[^\\n]+ \\(HTTP ${statusCode}\\): ${verdict}$`));
			}),
			{ numRuns: 600 },
		);
	});

	test('a long slug is cut, and a slug of several lines stays on one', () => {
		const { message } = failureOf(404, { slug: `a\nb${'c'.repeat(200)}` });
		expect(message).toContain(`"a b${'c'.repeat(76)}…"`);
	});

	describe('what the service said', () => {
		test('is in the description as people may read it, and in body as JSON', () => {
			const failure = failureOf(400, { body: '{"error":"no such field"}' });
			expect(failure.body).toEqual({ error: 'no such field' });
			expect(failure.description).toMatch(/ The service said: no such field$/);
		});

		test.each(['', ' ', '\r\n'])('is left out when it is nothing (%j)', (body) => {
			const failure = failureOf(500, { body });
			expect(failure).not.toHaveProperty('body');
			expect(failure.description).not.toMatch(/The service said/);
			expect(failure.description).toMatch(/^\S/);
		});

		test('is cut to 300 signs on one line in the description, and whole in body', () => {
			const said = `a\n\n b${'c'.repeat(5_000)}`;
			const { body, description } = failureOf(500, { body: said });
			expect(body).toBe(said);
			const line = `a b${'c'.repeat(296)}…`;
			expect(description.endsWith(` The service said: ${line}`)).toBe(true);
		});

		test('is read in its own charset', () => {
			const headers = { 'content-type': 'text/plain; charset=iso-8859-1' };
			expect(failureOf(400, { body: Buffer.from('größer', 'latin1'), headers }).body).toBe(
				'größer',
			);
		});

		test('is shown with the token masked, in both places', () => {
			const failure = failureOf(400, { body: 'bad token secret-token-123!' });
			expect(failure.body).toBe('bad token ***!');
			expect(failure.description).toContain('The service said: bad token ***!');
		});

		test('never shows the beginning of a token that the cut would end in', () => {
			const body = `${'a'.repeat(290)}secret-token-123${'b'.repeat(100)}`;
			const line = `${'a'.repeat(290)}***${'b'.repeat(6)}…`;
			expect(failureOf(400, { body }).description.endsWith(line)).toBe(true);
		});

		test.each([
			['.NET', '{"token":"ab/cd\\u002Bef=="}'],
			['Gson', '{"token":"ab/cd+ef\\u003d\\u003d"}'],
			['PHP', '{"token":"ab\\/cd+ef=="}'],
		])('is masked too where %s wrote the token in JSON', (_writer, body) => {
			const credential = { ...QA, accessToken: 'ab/cd+ef==' };
			expect(failureOf(400, { body, credential }).body).toEqual({ token: '***' });
		});
	});

	test('describes in one paragraph what to do, what is safe, and what was said', () => {
		expect(failureOf(429, { body: 'slow down' }).description).toBe(
			'Start it again later, or lower the option Concurrency. It is safe to start it again. The service said: slow down',
		);
		expect(failureOf(400).description).not.toMatch(/^\s| {2}|\s$/);
	});

	test.each([408, 425, 500, 502, 599])(
		'HTTP %i without a body gives one piece of advice, and nothing else',
		(statusCode) => {
			expect(failureOf(statusCode).description).toMatch(/^Look in [^.]*\.$/);
		},
	);

	test('a rejection without a body says what to do next, and nothing else', () => {
		expect(failureOf(404).description).toBe(
			"Compare the slug and the URL with the flow's Start Event.",
		);
	});

	test('the token is in no part of any failure, wherever it was echoed or pasted', () => {
		const status = fc.constantFrom(302, 400, 401, 403, 404, 408, 429, 500, 503);
		fc.assert(
			fc.property(plainToken, status, fc.nat(400), (accessToken, statusCode, at) => {
				const failure = failureOf(statusCode, {
					body: `${'x'.repeat(at)}${accessToken} ${accessToken}`,
					slug: `${'x'.repeat(at % 100)}${accessToken}`,
					credential: { ...QA, accessToken },
				});
				// Nor a part of it, where something was cut.
				expect(JSON.stringify(failure)).not.toContain(accessToken.slice(0, 6));
			}),
		);
	});
});

describe('no answer', () => {
	test.each<[string | undefined, Outcome, string, string]>([
		['ECONNREFUSED', 'notStarted', 'flows.example.com:8443 refused the connection', NOT_STARTED],
		['ENOTFOUND', 'notStarted', 'The address flows.example.com:8443 was not found', NOT_STARTED],
		['EAI_AGAIN', 'notStarted', 'The address flows.example.com:8443 was not found', NOT_STARTED],
		[
			'EPROTO',
			'notStarted',
			'No secure connection to flows.example.com:8443 could be made',
			NOT_STARTED,
		],
		[
			'CERT_HAS_EXPIRED',
			'notStarted',
			'No secure connection to flows.example.com:8443 could be made',
			NOT_STARTED,
		],
		['ECONNABORTED', 'unknown', 'flows.example.com:8443 did not answer in time', MAY_HAVE_STARTED],
		['ETIMEDOUT', 'unknown', 'flows.example.com:8443 did not answer in time', MAY_HAVE_STARTED],
		[
			'ERR_CANCELED',
			'unknown',
			'The run was stopped while the start was under way',
			MAY_HAVE_STARTED,
		],
		[
			'ECONNRESET',
			'unknown',
			'The connection to flows.example.com:8443 broke off before the answer came',
			MAY_HAVE_STARTED,
		],
		[
			'EPIPE',
			'unknown',
			'The connection to flows.example.com:8443 broke off before the answer came',
			MAY_HAVE_STARTED,
		],
		[
			undefined,
			'unknown',
			'The connection to flows.example.com:8443 broke off before the answer came',
			MAY_HAVE_STARTED,
		],
	])('%s is %s: %s, %s', (code, outcome, happened, verdict) => {
		const failure = brokenBy(code);
		expect(failure.outcome).toBe(outcome);
		expect(failure.message).toBe(`${happened}: ${verdict}`);
		expect(failure).not.toHaveProperty('statusCode');
		expect(failure).not.toHaveProperty('body');
	});

	test.each([
		'EHOSTUNREACH',
		'ENETUNREACH',
		'EHOSTDOWN',
		'ENETDOWN',
		'EADDRNOTAVAIL',
		'EAI_NODATA',
	])('%s is not told as a problem of encryption', (code) => {
		const { message, outcome } = brokenBy(code);
		expect(outcome).toBe('notStarted');
		expect(message).toContain('flows.example.com:8443');
		expect(message).not.toMatch(/secure/);
		expect(message.endsWith(NOT_STARTED)).toBe(true);
	});

	test('that certainly did not start anything says so, and what to check', () => {
		expect(brokenBy('ECONNREFUSED', 'connect ECONNREFUSED').description).toBe(
			'Check the endpoint URL in the credential, and whether n8n can reach that address. It is safe to start it again. Technical reason: connect ECONNREFUSED',
		);
	});

	test('that n8n itself forbade says whom to ask', () => {
		const { outcome, message, description } = brokenBy(BLOCKED, 'blocked');
		expect(outcome).toBe('notStarted');
		expect(message).toMatch(/n8n is not allowed to reach flows\.example\.com:8443/);
		expect(description).toMatch(/ask the administrator of n8n/);
		expect(description).not.toMatch(/whether n8n can reach/);
	});

	test('that may have started something says to look first', () => {
		expect(brokenBy('ECONNRESET', 'socket hang up').description).toMatch(
			/has run before you start it again.*twice\. Technical reason: socket hang up$/,
		);
	});

	test('gives the technical reason on one line, cut to 300 signs', () => {
		const { description } = brokenBy('EPROTO', `a\nb${'c'.repeat(5_000)}`);
		expect(description.endsWith(` Technical reason: a b${'c'.repeat(296)}…`)).toBe(true);
	});

	test('that may have started something does not send anyone to check the URL', () => {
		expect(brokenBy('ECONNRESET', 'socket hang up').description).toMatch(
			/^Look in [^.]*\. Technical reason: socket hang up$/,
		);
	});

	test('never shows the token', () => {
		const code = fc.constantFrom('ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPROTO', undefined);
		fc.assert(
			fc.property(plainToken, code, fc.nat(400), (accessToken, errorCode, at) => {
				const failure = brokenBy(errorCode, `${'x'.repeat(at)}${accessToken}`, {
					...QA,
					accessToken,
				});
				expect(JSON.stringify(failure)).not.toContain(accessToken);
			}),
		);
	});

	test('shows of the URL its host alone', () => {
		const { message, description } = brokenBy('ECONNREFUSED');
		expect(message + description).not.toMatch(/v1|tenant|https/);
	});
});

test('what a person has named a thing is no place for another word', () => {
	const about = {
		slug: '{environment}',
		environment: 'QA',
		host: '{slug}',
		accessToken: 'secret-token',
	};
	expect(told('No flow "{slug}" in {environment} at {host}', about)).toBe(
		'No flow "{environment}" in QA at {slug}',
	);
});

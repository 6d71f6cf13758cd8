import { readFlowCredential } from '../../nodes/TriggerFlow/rules/credential/flowCredential.ts';
import { describeFailure } from '../../nodes/TriggerFlow/rules/outcome/describeFailure.ts';
import type { Failure } from '../../nodes/TriggerFlow/rules/errors/failure.ts';
import { createStart } from '../../nodes/TriggerFlow/rules/request/startRequest.ts';
import { BLOCKED } from '../../nodes/TriggerFlow/rules/outcome/obstacle.ts';
import { askedToWait } from '../../nodes/TriggerFlow/rules/outcome/retryAfter.ts';
import type { Attempt } from '../../nodes/TriggerFlow/rules/outcome/attempt.ts';
import { refusals } from './refusals.mts';
import { table } from './table.mts';

/** What the node says before anything is sent, from the code, by what is wrong. */
export function refusalTables(): string {
	const all = refusals();
	return AREAS.flatMap(({ title, of }) => [
		`### ${title}`,
		table(
			['Message', 'What to do'],
			all
				.filter(({ path }) => of.test(path))
				.map(({ message, cure }) => [plain(message), plain(cure)]),
		),
	]).join('\n\n');
}

const AREAS = [
	{ title: 'The credential', of: /^rules\/credential\// },
	{ title: 'The pasted request and its form', of: /^rules\/startEvent\// },
	{ title: 'The context', of: /^rules\/context\// },
	{ title: 'The slug, the options and the rest', of: /^(rules\/(options|request|sending)|n8n)\// },
];

/** What the node says when the service did not take a start, or nobody knows; said by its own rules. */
export function failureTable(): string {
	return table(
		['Message', 'Outcome', 'What to do'],
		ATTEMPTS.map((attempt) => {
			const { message, outcome, description } = describeFailure(
				attempt,
				START,
				CREDENTIAL,
				askedToWait(attempt, 0),
			);
			return [shown(message), `\`${outcome}\``, shown(withoutReason(description))];
		}),
	);
}

const HOST = 'flows.example.com';
const START = createStart('order-1', {});
const CREDENTIAL = readFlowCredential({
	environment: 'qa',
	baseUrl: `https://${HOST}/`,
	accessToken: 'not-a-real-token',
});

const answered = (statusCode: number, headers: Record<string, string> = {}): Attempt => ({
	answer: { statusCode, headers, body: Buffer.alloc(0) },
});

const brokenBy = (code: string, syscall?: string): Attempt => ({
	error: { code, syscall, message: code },
});

/** One for each sentence that the rules have. */
const ATTEMPTS: Attempt[] = [
	...[400, 401, 403, 404, 405, 409, 413, 415, 422].map((status) => answered(status)),
	answered(302),
	answered(418),
	answered(429),
	answered(503, { 'retry-after': '60' }),
	answered(408),
	answered(500),
	...['ECONNREFUSED', 'EHOSTUNREACH'].map((code) => brokenBy(code, 'connect')),
	brokenBy('ENOTFOUND', 'getaddrinfo'),
	...[BLOCKED, 'CERT_HAS_EXPIRED'].map((code) => brokenBy(code)),
	...['ECONNRESET', 'ETIMEDOUT', 'ERR_CANCELED'].map((code) => brokenBy(code)),
];

/** `<ACCESS_TOKEN>` is no tag. */
function plain(text: string): string {
	return text.replaceAll('<', '\\<');
}

/** The host and the slug are the reader's own. */
function shown(text: string): string {
	return text.replaceAll(HOST, '…').replaceAll('order-1', '…');
}

function withoutReason(description: Failure['description']): string {
	return description.replace(/ ?Technical reason: .*$/, '');
}

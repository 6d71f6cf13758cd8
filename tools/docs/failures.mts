import {
	type ErrorRow,
	type StatusRow,
	ERRORS,
	LOST_CONNECTION,
	OTHER_STATUS,
	STATUSES,
} from '../../nodes/StartFlow/outcome/table.ts';
import { table } from './table.mts';

/** One line for each outcome of a request: the statuses and the errors that lead to it. */
export function failureTable(): string {
	const outcomes = new Set(STATUSES.map(({ outcome }) => outcome));
	// The rows of a quota have statuses of other rows, with the same outcome.
	const rows = STATUSES.filter(({ load }) => load !== 'quota');
	const lines = [...outcomes].map((wanted) => [
		`\`${wanted}\``,
		wanted === OTHER_STATUS.outcome
			? 'any other status except 2xx'
			: statusesOf(rows.filter(({ outcome }) => outcome === wanted)),
		[
			...ERRORS.filter(({ outcome }) => outcome === wanted).map(causeOf),
			...(wanted === LOST_CONNECTION.outcome ? ['any other error'] : []),
		].join(', '),
	]);
	return table(['Outcome', 'Statuses', 'Errors'], lines);
}

interface Range {
	first: number;
	last: number;
	minRetryAfterMs: number;
}

/** In the order of the numbers, without what another row of the same outcome covers. */
function statusesOf(rows: StatusRow[]): string {
	const ranges = rows.flatMap(({ statuses, minRetryAfterMs = -1 }) =>
		statuses.map((one): Range => {
			const [first, last] = typeof one === 'number' ? [one, one] : one;
			return { first, last, minRetryAfterMs };
		}),
	);
	return ranges
		.filter((range) => !ranges.some((other) => other !== range && covers(other, range)))
		.sort((one, other) => one.first - other.first)
		.map(({ first, last, minRetryAfterMs }) => {
			const suffix = minRetryAfterMs < 0 ? '' : ' (with Retry-After)';
			return (first === last ? first : `${first}–${last}`) + suffix;
		})
		.join(', ');
}

function covers(outer: Range, { first, last, minRetryAfterMs }: Range): boolean {
	const hasAll = outer.first <= first && last <= outer.last;
	return hasAll && outer.minRetryAfterMs <= minRetryAfterMs;
}

/** The causes in words, by the codes of Node and the HTTP library. */
const CAUSES: Record<string, string> = {
	ERR_BLOCKED: "n8n's SSRF protection",
	getaddrinfo: 'DNS lookup failed',
	connect: 'connection refused or host unreachable',
	'ETIMEDOUT, ECONNABORTED': 'no answer within **Timeout**',
	ERR_CANCELED: 'Stop',
};

function causeOf({ codes = [], syscall = '', isHandshaking }: ErrorRow): string {
	if (isHandshaking) return 'failed TLS handshake';
	const name = [syscall, codes.join(', ')].filter(Boolean).join(' ');
	const cause = CAUSES[name];
	if (cause === undefined) throw new Error(`Say in CAUSES what ${name} is.`);
	return cause;
}

import {
	type StatusRow,
	ERRORS,
	findErrorRow,
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
		CAUSES.filter(({ row }) => row.outcome === wanted)
			.map(({ words }) => words)
			.join(', '),
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

/** The causes in words, by what Node or the HTTP library says. */
const CAUSES = [
	{ words: "n8n's SSRF protection", error: { code: 'ERR_BLOCKED' } },
	{ words: 'DNS lookup failed', error: { syscall: 'getaddrinfo' } },
	{ words: 'connection refused or host unreachable', error: { syscall: 'connect' } },
	{ words: 'failed TLS handshake', error: { isHandshaking: true } },
	{ words: 'no answer within **Timeout**', error: { code: 'ETIMEDOUT' } },
	{ words: 'Stop', error: { code: 'ERR_CANCELED' } },
	{ words: 'any other error', error: {} },
].map(({ words, error }) => ({
	words,
	row: findErrorRow({ code: undefined, message: '', ...error }),
}));

for (const row of ERRORS) {
	const isDescribed = CAUSES.some((cause) => cause.row === row);
	if (!isDescribed) throw new Error(`Say in CAUSES when this happens: ${JSON.stringify(row)}`);
}

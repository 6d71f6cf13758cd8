import {
	type ErrorRow,
	type StatusRow,
	ERRORS,
	STATUSES,
} from '../../nodes/TriggerFlow/outcome/table.ts';
import { table } from './table.mts';

/** One line for each outcome of a request: the statuses and the errors that lead to it. */
export function failureTable(): string {
	const outcomes = new Set(STATUSES.map(({ outcome }) => outcome));
	const lines = [...outcomes].map((wanted) => [
		`\`${wanted}\``,
		statusesOf(STATUSES.filter(({ outcome }) => outcome === wanted)),
		ERRORS.filter(({ outcome }) => outcome === wanted)
			.map(causeOf)
			.join(', '),
	]);
	return table(['Outcome', 'Statuses', 'Errors'], lines);
}

function statusesOf(rows: StatusRow[]): string {
	const ranges = rows
		.filter(({ needsRetryAfter }) => !needsRetryAfter)
		.flatMap(({ statuses }) => statuses.map((one) => (typeof one === 'number' ? [one, one] : one)));
	if (ranges.some(([, last]) => last === Infinity)) return 'any other status except 2xx';
	const isIn = (status: number) =>
		ranges.some(([first = 0, last = 0]) => first <= status && status <= last);
	const all = Array.from({ length: 1_000 }, (_, status) => status).filter(isIn);
	const lasts = all.filter((status) => !isIn(status + 1));
	const texts = all
		.filter((status) => !isIn(status - 1))
		.map((first, index) => (first === lasts[index] ? `${first}` : `${first}–${lasts[index]}`));
	const withRetryAfter = rows.filter(({ needsRetryAfter }) => needsRetryAfter);
	return [
		...withRetryAfter.map(({ statuses }) => `${statuses.join(', ')} with Retry-After`),
		...texts,
	].join(', ');
}

/** The causes in words, by the codes of Node and the HTTP library. */
const CAUSES: Record<string, string> = {
	ERR_BLOCKED: "n8n's SSRF protection",
	getaddrinfo: 'DNS lookup failed',
	connect: 'connection refused or host unreachable',
	'ETIMEDOUT, ECONNABORTED': 'no answer within **Timeout**',
	ERR_CANCELED: 'Stop',
};

function causeOf(row: ErrorRow): string {
	const { codes = [], syscall = '', isHandshaking } = row;
	if (row === ERRORS.at(-1)) return 'any other error';
	if (isHandshaking) return 'failed TLS handshake';
	const name = [syscall, codes.join(', ')].filter(Boolean).join(' ');
	const cause = CAUSES[name];
	if (cause === undefined) throw new Error(`Say in CAUSES what ${name} is.`);
	return cause;
}

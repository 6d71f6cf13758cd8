import { VERDICTS } from '../../nodes/TriggerFlow/outcome/describeFailure.ts';
import {
	type ErrorRow,
	type StatusRow,
	ERRORS,
	STATUSES,
} from '../../nodes/TriggerFlow/outcome/table.ts';
import { table } from './table.mts';

/** One line for each row of the table of outcomes. */
export function failureTable(): string {
	const rows = [
		...STATUSES.map((row) => ({ ...row, where: ' (HTTP …)', cause: statusesOf(row) })),
		...ERRORS.map((row) => ({ ...row, where: '', cause: errorsOf(row) })),
	].map(({ happened, where, cause, outcome }) => [
		`${happened.replace(/\{\w+\}/g, '…')}${where}: ${VERDICTS[outcome]}`,
		cause,
		`\`${outcome}\``,
	]);
	// Where several rows have the same message, the statuses of the last row include all others.
	const byMessage = new Map(rows.map((row) => [row[0], row]));
	return table(['Message', 'Cause', 'Outcome'], [...byMessage.values()]);
}

function statusesOf({ statuses, needsRetryAfter }: StatusRow): string {
	const ranges = statuses.map((one) => (typeof one === 'number' ? one : one.join('–')));
	const isRest = ranges.includes('0–Infinity');
	return isRest
		? 'any other status'
		: ranges.join(', ') + (needsRetryAfter ? ' with Retry-After' : '');
}

/** The causes in words, by the codes of Node and the HTTP library. */
const CAUSES: Record<string, string> = {
	ERR_BLOCKED: "n8n's SSRF protection",
	getaddrinfo: 'DNS lookup failed',
	connect: 'connection refused, or host unreachable',
	'ETIMEDOUT, ECONNABORTED': 'no answer within **Timeout**',
	ERR_CANCELED: 'Stop',
};

function errorsOf(row: ErrorRow): string {
	const { codes = [], syscall = '', isHandshaking } = row;
	if (row === ERRORS.at(-1)) return 'any other error';
	if (isHandshaking) return 'failed TLS handshake';
	const name = [syscall, codes.join(', ')].filter(Boolean).join(' ');
	const cause = CAUSES[name];
	if (cause === undefined) throw new Error(`Say in CAUSES what ${name} is.`);
	return cause;
}

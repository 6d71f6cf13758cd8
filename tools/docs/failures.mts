import { VERDICTS } from '../../nodes/TriggerFlow/outcome/describeFailure.ts';
import {
	type ErrorRow,
	type StatusRow,
	ERRORS,
	STATUSES,
} from '../../nodes/TriggerFlow/outcome/table.ts';
import { code } from './code.mts';
import { table } from './table.mts';

/** One line for each row of the table of outcomes. */
export function failureTable(): string {
	const rows = [
		...STATUSES.map((row) => ({ ...row, where: ' (HTTP …)', seen: statusesOf(row) })),
		...ERRORS.map((row) => ({ ...row, where: '', seen: errorsOf(row) })),
	];
	return table(
		['Message', 'Seen', 'Outcome'],
		rows.map(({ happened, where, seen, outcome }) => [
			`${happened.replace(/\{\w+\}/g, '…')}${where}: ${VERDICTS[outcome]}`,
			seen,
			code(outcome),
		]),
	);
}

function statusesOf({ statuses, needsRetryAfter }: StatusRow): string {
	const ranges = statuses.map((one) => (typeof one === 'number' ? one : one.join('–')));
	const isRest = ranges.includes('0–Infinity');
	return isRest
		? 'any other status'
		: ranges.join(', ') + (needsRetryAfter ? ' with Retry-After' : '');
}

function errorsOf(row: ErrorRow): string {
	const { codes = [], syscall = '' } = row;
	if (codes.includes('ERR_BLOCKED')) return "n8n's SSRF protection";
	if (row === ERRORS.at(-1)) return 'any other error';
	const seen = [syscall, codes.join(', ')].filter(Boolean).join(' ');
	return seen === '' ? 'failed TLS handshake' : code(seen);
}
